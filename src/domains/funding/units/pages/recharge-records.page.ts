/** 充值记录 across units: every recharge order with its state, those not paid among them; what the channel has of one is asked here. */
import { bool, time } from '../../../../kit/define/field.ts';
import { all, keyword, page, range } from '../../../../kit/define/page.ts';
import { rechargeFields } from '../../counter/pages/recharge.page.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

const { orderNo, createdAt, businessDate, creditedAt, accountKind, giftFen, feeFen, channel, channelNo } =
  rechargeFields;
const { operatorName, status, remark } = rechargeFields;

export const unitRechargeFields = {
  organizationId: unitField,
  orderNo,
  createdAt,
  businessDate: { ...businessDate, hidden: true as const },
  ...unitPerson,
  accountKind,
  amountFen: { ...rechargeFields.amountFen, label: '金额' },
  giftFen,
  feeFen,
  channel,
  channelNo: { ...channelNo, columnWidth: 200 },
  operatorName,
  creditedAt,
  status,
  remark,
  paidAt: time('支付时间', { hidden: true }),
  online: bool('经渠道支付', { hidden: true }),
};

export const askChannelButton = {
  key: 'ask',
  label: '查单',
  when: (row: Readonly<Record<string, unknown>>) => row.channel === 'WECHAT' || row.channel === 'ALIPAY',
  shows: 'receipt',
  done: '已向渠道查询',
} as const;

export default page({
  title: '充值记录',
  places: [
    { path: '/admin/contractor/recharge_records', menu: ['资金管理', '充值退款'] },
    { path: '/admin/platform/recharge_records', menu: ['资金', '资金'] },
  ],
  order: 10,
  wide: ['organizationId'],
  fields: unitRechargeFields,
  list: {
    columns: [
      'organizationId',
      'personName',
      'orderNo',
      'createdAt',
      'amountFen',
      'giftFen',
      'feeFen',
      'channel',
      'channelNo',
      'operatorName',
      'creditedAt',
      'status',
    ],
    important: ['organizationId', 'personName', 'orderNo', 'createdAt', 'amountFen', 'channel', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      range('createdAt', 'last7Days'),
      'channel',
      'status',
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'orderNo'),
      'channelNo',
      range('paidAt'),
      'online',
    ],
    totals: all(),
    row: [askChannelButton, 'view'],
  },
});
