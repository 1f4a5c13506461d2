/** 账单明细: the lines of a bill as the channel wrote them, with what each was matched with. */
import { choice, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { lineStates, lineTypes } from '../bill-states.ts';
import merchantBill from './merchant_bill.page.ts';

export default page({
  of: merchantBill,
  by: 'billId',
  path: 'line',
  title: '账单明细',
  fields: {
    billId: int('账单', { hidden: true }),
    rowNo: int('行号', { sortable: true }),
    type: choice('类型', lineTypes),
    at: time('时间'),
    outNo: text('商户单号', { columnWidth: 210 }),
    channelNo: text('渠道流水号', { columnWidth: 230 }),
    outRefundNo: text('退款单号', { columnWidth: 200 }),
    what: text('业务'),
    amountFen: money('账单金额', { help: '退款、支出为负' }),
    ourFen: money('本系统金额'),
    feeFen: money('手续费'),
    balanceFen: money('结余'),
    organizationId: ref('单位', 'organization'),
    state: choice('核对', lineStates),
  },
  list: {
    columns: except('what'),
    important: ['rowNo', 'type', 'outNo', 'amountFen', 'ourFen', 'state'],
    search: ['state', 'type', 'organizationId', keyword('单号', 'outNo', 'channelNo', 'outRefundNo')],
    sort: 'rowNo',
    totals: ['amountFen', 'feeFen'],
    row: ['view'],
  },
});
