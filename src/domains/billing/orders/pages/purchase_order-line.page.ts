/** 明细: what was ordered at which price, how much of it was sent, received, given back. */
import { int, money, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import order from './purchase_order.page.ts';

export default page({
  of: order,
  by: 'orderId',
  path: 'line',
  title: '商品明细',
  fields: {
    orderId: int('订单编号', { hidden: true }),
    lineNo: int('行', { sortable: true }),
    goods: text('商品', { columnWidth: 220 }),
    qty: int('数量'),
    listPriceFen: money('标价'),
    priceFen: money('单价'),
    amountFen: money('金额'),
    shippedQty: int('已发'),
    receivedQty: int('已收'),
    returnedQty: int('已退'),
  },
  list: { sort: 'lineNo', totals: ['amountFen'] },
});
