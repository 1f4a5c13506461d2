/** 经过 of an order. */
import { choice, int, money, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import orderFoodDetail from './order-food-detail.page.ts';

export default page({
  of: orderFoodDetail,
  by: 'orderId',
  path: 'story',
  title: '经过',
  limited: ['DEPARTMENT'],
  fields: {
    orderId: int('订单', { hidden: true }),
    at: time('时间'),
    event: choice('事项', [
      { value: 'ORDER', label: '下单' },
      { value: 'PAY', label: '冻结' },
      { value: 'CHANGE', label: '改单' },
      { value: 'MOVE', label: '备餐' },
      { value: 'TAKE', label: '取餐入账' },
      { value: 'UNDO', label: '撤销核销' },
      { value: 'MISS', label: '未就餐' },
      { value: 'CANCEL', label: '取消' },
      { value: 'REFUND', label: '退款' },
      { value: 'EXPIRE', label: '失效' },
    ]),
    amountFen: money('金额'),
    note: text('说明', { columnWidth: 260 }),
    byName: text('经手人'),
  },
  list: { columns: ['at', 'event', 'amountFen', 'note', 'byName'] },
});
