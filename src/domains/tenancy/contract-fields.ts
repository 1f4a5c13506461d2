/** What a contract between contractor and organization says; both sides' pages share it. */
import { bool, choice, date, file, longText, money, percent, ref, refs, text, time } from '../../kit/define/field.ts';
import type { Action } from '../../kit/define/page.ts';
import { contractMay, contractStatuses, contractTransitions } from './contract-states.ts';
import { settleCycles } from './unit-fields.ts';

export const contractFields = {
  contractorId: ref('承包商', '/admin/platform/contractor'),
  organizationId: ref('单位', '/admin/platform/organization'),
  restaurantIds: refs('餐厅', '/admin/organization/restaurant', {
    width: 400,
    help: '生效后这些餐厅归承包商经营；可以先不选，在餐厅资料中指定',
  }),
  startDate: date('开始日期', { required: true, width: 150 }),
  endDate: date('到期日期', {
    required: true,
    width: 150,
    sortable: true,
    help: '到期后次日自动变为到期，承包商不再看到单位数据',
  }),
  shareRatio: percent('单位分成', { max: 10_000, initial: 0, width: 150 }),
  manageFeeFen: money('管理费', { initial: 0, width: 150 }),
  depositAmountFen: money('履约保证金', { initial: 0, width: 150 }),
  settleCycle: choice('结算周期', settleCycles, { required: true, initial: 'MONTH', width: 150 }),
  bearCorrection: choice(
    '纠错承担方',
    [
      { value: 'CONTRACTOR', label: '承包商' },
      { value: 'ORGANIZATION', label: '单位' },
    ],
    { required: true, initial: 'CONTRACTOR', width: 150 },
  ),
  attachment: file('合同附件'),
  status: choice('状态', contractStatuses),
  endedReason: text('终止原因'),
  createdAt: time('创建时间', { sortable: true }),
} as const;

/** The other side by its full name: neither side may browse the platform's customers. */
export const partnerName = (label: string) =>
  text(label, { required: true, createOnly: true, max: 50, width: 300, help: '填写营业执照上的全称，须已在平台开户' });

/** 终止, the same button on both sides. */
export const terminateAction: Action<typeof contractFields> = {
  key: 'terminate',
  label: contractTransitions.terminate.label,
  tone: 'danger',
  confirm: '确定终止？终止后承包商不再看到单位的数据，不能恢复',
  form: { reason: longText('终止原因', { required: true, max: 200 }) },
  when: (r) => contractMay('terminate', r.status),
};

/** 签约生效, the organization's button. */
export const activateAction: Action<typeof contractFields> = {
  key: 'activate',
  label: contractTransitions.activate.label,
  tone: 'primary',
  confirm: '生效后，承包商可以看到本单位的人员、消费和设备。确定生效？',
  form: {
    schoolChecked: bool('已核实', {
      initial: false,
      help: '学校必须勾选：已核实本校不属于农村义务教育学校，其食堂可以对外承包',
    }),
  },
  when: (r) => contractMay('activate', r.status),
};
