/** 充值: one person by an operator; and 充值明细, the same orders as a report, seen from all areas. */
import { choice, date, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { endSlipButton, printSlip, reverseButton, reversedAlready, undoAtOnce } from '../buttons.ts';

export const rechargeChannels = [
  { value: 'CASH', label: '现金' },
  { value: 'TRANSFER', label: '转账' },
  { value: 'BANK', label: '银行' },
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
  // Booked by the terminal and by an approved batch; by hand they would be money from nowhere.
  { value: 'DEVICE', label: '自助机', notInForms: true },
  { value: 'IMPORT', label: '批量导入', notInForms: true },
] as const;

export const rechargeStates = [
  { value: 'CREATED', label: '待支付', tone: 'warning' },
  { value: 'PAYING', label: '支付中', tone: 'warning' },
  { value: 'PAID', label: '已支付', tone: 'info' },
  { value: 'CREDITED', label: '已到账', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
  { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
  { value: 'PART_REFUNDED', label: '部分退款', tone: 'warning' },
  { value: 'REFUNDED', label: '已退款', tone: 'neutral' },
] as const;

export const purses = [
  { value: 'MAIN', label: '主账户' },
  { value: 'SUBSIDY', label: '补贴账户' },
  { value: 'GIFT', label: '赠送账户' },
] as const;

export const rechargeFields = {
  ...aboutPerson('充值人员', { required: true }),
  orderNo: text('充值单号', { columnWidth: 200 }),
  createdAt: time('时间', { sortable: true }),
  businessDate: date('营业日期'),
  creditedAt: time('到账时间'),
  accountKind: choice('账户', purses),
  amountFen: money('充值金额', { required: true, min: 1, max: 500_000, width: 200 }),
  giftFen: money('赠送', { max: 500_000, width: 200, initial: 0 }),
  feeFen: money('手续费'),
  channel: choice('渠道', rechargeChannels, { required: true, initial: 'CASH', width: 200 }),
  channelNo: text('渠道流水号', { max: 64, width: 300, help: '转账、银行必填，用于对账；同一流水号只入账一次' }),
  operatorName: text('操作员'),
  balanceAfterFen: money('充值后余额'),
  status: choice('状态', rechargeStates),
  remark: longText('备注', { max: 100, width: 400 }),
};

const reverse = reverseButton(
  'CREDITED',
  (status) => (status === 'REVERSED' ? reversedAlready() : '只有已到账的单据可以冲正'),
  '已冲正，金额已从账户退回',
);

export const recharge = page({
  path: '/admin/organization/recharge',
  title: '充值',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 1,
  fields: rechargeFields,
  list: {
    columns: except('businessDate', 'creditedAt', 'accountKind', 'feeFen', 'channelNo', 'remark'),
    subline: { personId: 'jobNumber' },
    search: [
      range('createdAt', 'today'),
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'orderNo'),
      'channel',
      'status',
      'departmentId',
    ],
    totals: ['amountFen', 'giftFen'],
    row: [printSlip, reverse, endSlipButton, 'view'],
    tools: ['create'],
    createLabel: '充值',
  },
  form: {
    sections: [
      { title: '充值对象', fields: ['personId'] },
      { title: '金额与渠道', fields: ['amountFen', 'giftFen', 'channel', 'channelNo', 'remark'] },
    ],
    submit: '确认充值 {amountFen} 元',
    outcome: true,
    done: '充值已入账',
    undo: undoAtOnce(),
    createOnly: true,
  },
  verbs: { pay_code: '生成收款码' },
});

export const rechargeDetail = page({
  path: '/admin/organization/recharge/detail',
  aliases: ['/admin/organization/recharge_detail'],
  title: '充值明细',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 6,
  fields: { ...rechargeFields, personId: ref('姓名', 'person'), amountFen: money('金额') },
  list: {
    columns: [
      'orderNo',
      'createdAt',
      'personId',
      'departmentId',
      'accountKind',
      'amountFen',
      'giftFen',
      'feeFen',
      'channel',
      'channelNo',
      'operatorName',
      'status',
    ],
    important: ['orderNo', 'createdAt', 'personId', 'amountFen', 'status'],
    subline: { personId: 'jobNumber', createdAt: 'creditedAt' },
    search: [
      range('createdAt', 'thisMonth'),
      'channel',
      'status',
      'departmentId',
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'orderNo'),
      'operatorName',
      range('businessDate'),
      'personId',
    ],
    totals: all(),
    row: [
      {
        key: 'ask',
        label: '查单',
        when: (r) => r.channel === 'WECHAT' || r.channel === 'ALIPAY',
        shows: 'receipt',
        done: '已向渠道查询',
      },
      { key: 'document', label: '单据', open: '/admin/organization/recharge?keyword={orderNo}&createdAt=*' },
      'view',
    ],
  },
});
