/** 退款明细 of a contractor: money given back to diners, in the units that open their accounts to it. */
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { rechargeFields } from '../../counter/pages/recharge.page.ts';
import { refundFields } from '../../refund/pages/refund.page.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

const { refundNo, at, amountFen, way, rechargeOrderNo, channelRefundNo, makerName, checkerName, reason, finishedAt } =
  refundFields;

export default page({
  path: '/admin/contractor/refund_detail',
  title: '退款明细',
  menu: ['资金管理', '充值退款'],
  order: 40,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    refundNo,
    at,
    ...unitPerson,
    amountFen,
    way,
    channel: rechargeFields.channel,
    rechargeOrderNo,
    channelRefundNo,
    makerName,
    checkerName,
    reason,
    finishedAt,
    businessDate: { ...refundFields.businessDate, hidden: true as const },
    status: refundFields.status,
  },
  list: {
    columns: except('finishedAt', 'channel'),
    important: ['organizationId', 'refundNo', 'at', 'personName', 'amountFen', 'way', 'reason', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      range('at', 'thisMonth'),
      'way',
      'status',
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'refundNo'),
      range('businessDate'),
      'channel',
      'personId',
    ],
    totals: ['amountFen'],
    row: ['view'],
  },
});
