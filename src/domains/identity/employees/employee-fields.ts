/** What every 员工管理 page is made of; the areas differ in what an employee looks after. */
import { bool, choice, date, normalDisabled, text, time } from '../../../kit/define/field.ts';
import { onOff } from '../../../kit/define/on-off.ts';
import { keyword, type ListSpec } from '../../../kit/define/page.ts';
import { dataScopeField, loginNameField, nameField, phoneField, rolesField } from '../fields.ts';

export const employeeFields = {
  name: nameField,
  phone: phoneField,
  loginName: {
    ...loginNameField,
    help: '没有账号的会新建并给出初始密码；已有账号的填写其登录名和姓名，本人登录后接受邀请才加入本单位',
  },
  jobTitle: text('岗位', { max: 30, width: 200 }),
  roleIds: rolesField,
  dataScope: dataScopeField,
  status: choice('状态', [
    ...normalDisabled,
    { value: 'INVITED', label: '待接受', tone: 'info' },
    { value: 'EXPIRED', label: '邀请过期', tone: 'neutral' },
    { value: 'DECLINED', label: '已拒绝', tone: 'warning' },
  ]),
  invitedUntil: time('邀请有效至'),
  hiredAt: date('入职日期', { width: 150 }),
  leftAt: date('离职日期', { width: 150, help: '过了这一天不能再以本单位身份登录' }),
  lastLoginAt: time('最近登录'),
  createdAt: time('创建时间', { sortable: true }),
};

export const cashDrawer = bool('是否收银', { help: '可在充值、存取款中收付现金' });

type EmployeeList = ListSpec<typeof employeeFields>;

/** Search, order and row buttons; columns are the page's own. */
export const employeeList = {
  subline: { name: 'loginName' },
  search: [keyword('姓名/登录名', 'name', 'loginName'), 'jobTitle', 'roleIds', 'status'],
  sort: '-createdAt',
  tools: ['create'],
  row: [
    'edit',
    ...onOff('确定停用「{name}」？停用后不能再以本单位身份登录', { tone: 'danger', batch: true }),
    {
      key: 'withdraw',
      label: '撤回邀请',
      confirm: '确定撤回对「{name}」的邀请？',
      batch: true,
      when: (r) => ['INVITED', 'EXPIRED', 'DECLINED'].includes(r.status ?? ''),
    },
  ],
} as const satisfies Omit<EmployeeList, 'columns'>;
