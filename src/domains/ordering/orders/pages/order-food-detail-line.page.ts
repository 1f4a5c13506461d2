/** 订单菜品: the dishes of an order as it stands; those that were handed out can be given back one by one. */
import { bool, int, money, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { reason } from '../order-form.ts';
import orderFoodDetail from './order-food-detail.page.ts';

export default page({
  of: orderFoodDetail,
  by: 'orderId',
  path: 'line',
  title: '订单菜品',
  limited: ['DEPARTMENT'],
  fields: {
    orderId: int('订单', { hidden: true }),
    name: text('菜品'),
    priceFen: money('单价'),
    qty: int('份数', { unit: '份' }),
    amountFen: money('金额', { help: '份数 × 单价，减去优惠券分到这道菜的部分' }),
    refundedQty: int('已退', { unit: '份' }),
    refundable: bool('可退', { hidden: true }),
  },
  verbs: { vouch: '退菜见证' },
  duties: { vouch: 'check' },
  list: {
    totals: ['qty', 'amountFen', 'refundedQty'],
    row: [
      {
        key: 'refund',
        label: '退这道菜',
        tone: 'danger',
        form: {
          qty: int('退几份', { required: true, unit: '份', min: 1, max: 99, initial: 1 }),
          reason: reason('退菜原因'),
        },
        confirm: '退「{name}」？按实付的金额原路退回，订单其余不变。',
        when: (r) => r.refundable === true,
        witness: { needs: 'vouch', says: '见证人已核对这道菜与退菜原因。' },
        outcome: true,
        done: '已退菜',
      },
    ],
  },
});
