/** The life of an account as buttons of 人员管理: moved, verified, suspended, leaving, closed, opened again. */
import { bool, ref } from '../../kit/define/field.ts';
import type { Action } from '../../kit/define/page.ts';
import { personMay, personStatusLabel } from './person-states.ts';
import type { userFields } from './user-fields.ts';

interface Living {
  status: string | null;
}
export const living = (row: Living) => row.status !== 'CLOSED';
/** Why a button is closed to a person in this state. */
export const inState = (row: Living) => `人员当前为「${personStatusLabel(row.status ?? '')}」`;

export const moveButton: Action<typeof userFields> = {
  key: 'move',
  label: '调部门',
  batch: true,
  form: {
    departmentId: ref('调入部门', '/admin/organization/department', { tree: true, required: true }),
  },
  when: living,
  whyNot: inState,
};

export const lifeButtons: readonly Action<typeof userFields>[] = [
  {
    key: 'verify',
    label: '审核通过',
    tone: 'success',
    batch: true,
    when: (row) => personMay('verify', row.status),
    whyNot: inState,
  },
  {
    key: 'suspend',
    label: '停用',
    tone: 'danger',
    batch: true,
    confirm: '确定停用 {name}？停用后不能消费，余额保留。',
    when: (row) => personMay('suspend', row.status),
    whyNot: inState,
  },
  {
    key: 'resume',
    label: '恢复',
    tone: 'success',
    batch: true,
    when: (row) => personMay('resume', row.status),
    whyNot: inState,
  },
  {
    key: 'leave',
    label: '登记销户',
    tone: 'warning',
    batch: true,
    confirm: '登记 {name} 销户？登记后不能再消费，待退款和设备记录上传后办理销户。',
    when: (row) => personMay('leave', row.status),
    whyNot: inState,
  },
  {
    key: 'close',
    label: '销户',
    tone: 'danger',
    batch: true,
    confirm: '确定为 {name} 销户？所有账户余额须为 0，卡片同时退卡。',
    form: {
      closeNow: bool('不等设备同步', {
        help: '设备未确认停用其卡片、或有记录未上传时不销户；选「是」立即销户，之后上传的消费转入脱机待处理',
      }),
    },
    when: (row) => personMay('close', row.status),
    whyNot: inState,
  },
  {
    key: 'reopen',
    label: '重新开户',
    confirm: '确定为 {name} 重新开户？历史记录保留。',
    when: (row) => personMay('reopen', row.status),
    whyNot: inState,
  },
];
