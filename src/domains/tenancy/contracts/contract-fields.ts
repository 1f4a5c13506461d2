/** What a contract between contractor and organization says; both sides' pages share it. */
import { choice, date, file, money, percent, ref, refs, text, time } from '../../../kit/define/field.ts';
import { settleCycles } from '../units/unit-fields.ts';
import { contractStatuses } from './contract-states.ts';

export const contractFields = {
  contractorId: ref('承包商', 'contractor'),
  organizationId: ref('单位', 'organization'),
  restaurantIds: refs('餐厅', 'restaurant', {
    width: 400,
    help: '生效后这些餐厅归承包商经营；可以先不选，在餐厅资料中指定',
  }),
  servedNames: text('经营餐厅', {
    columnWidth: 160,
    help: '这份合同现在经营的餐厅，含在餐厅资料中指定的；结束的合同为经营过的',
  }),
  startDate: date('开始日期', { required: true, width: 150 }),
  endDate: date('到期日期', {
    required: true,
    width: 150,
    sortable: true,
    help: '到期后次日自动变为到期，承包商此后只看得到经营过的那些天',
  }),
  shareRatio: percent('单位分成', { max: 10_000, initial: 0, width: 150 }),
  manageFeeFen: money('管理费', { initial: 0, width: 150 }),
  countPriceFen: money('计次单价', { initial: 0, width: 150, help: '计次账户每用一次，按此金额与承包商结算' }),
  depositAmountFen: money('履约保证金', { initial: 0, width: 150 }),
  settleCycle: choice('结算周期', settleCycles, { required: true, initial: 'MONTH', width: 150 }),
  splitMode: choice(
    '分账方式',
    [
      { value: 'CONSUME', label: '按消费分账' },
      { value: 'RECHARGE', label: '按充值分账' },
    ],
    {
      required: true,
      initial: 'CONSUME',
      width: 200,
      help: '按充值分账：充值到账当天即按比例分给各方，退款按同样比例收回，用主账户就餐不再结算；须由一份合同经营全部餐厅',
    },
  ),
  bearCorrection: choice(
    '纠错承担方',
    [
      { value: 'CONTRACTOR', label: '承包商' },
      { value: 'ORGANIZATION', label: '单位' },
    ],
    { required: true, initial: 'CONTRACTOR', width: 150 },
  ),
  accountsVisible: choice(
    '就餐人账户',
    [
      { value: 'SOLE', label: '经营全部餐厅时可见' },
      { value: 'YES', label: '可见' },
      { value: 'NO', label: '不可见' },
    ],
    {
      required: true,
      initial: 'SOLE',
      width: 200,
      help: '余额、充值、补贴、退款不属于某一家餐厅，由单位决定承包商能否查看',
    },
  ),
  attachment: file('合同附件'),
  status: choice('状态', contractStatuses),
  endedReason: text('终止原因'),
  createdAt: time('创建时间', { sortable: true }),
} as const;

/** How they settle, as both sides' forms ask. */
export const settlingFields = [
  'shareRatio',
  'manageFeeFen',
  'countPriceFen',
  'depositAmountFen',
  'settleCycle',
  'splitMode',
  'bearCorrection',
] as const;

/** What both sides' lists show after the other side. */
export const contractColumns = [
  'servedNames',
  'status',
  'startDate',
  'endDate',
  ...settlingFields,
  'accountsVisible',
  'endedReason',
  'createdAt',
] as const;

/** The other side by its full name: neither side may browse the platform's customers. */
export const partnerName = (label: string) =>
  text(label, { required: true, createOnly: true, max: 50, width: 300, help: '填写营业执照上的全称，须已在平台开户' });
