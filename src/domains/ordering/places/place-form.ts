/** What 停用 of an area or address asks where orders are on their way there. */
import { choice, longText, ref } from '../../../kit/define/field.ts';
import { reason } from '../orders/order-form.ts';
import { pickupWays } from '../orders/order-words.ts';

type Said = Readonly<Record<string, unknown>>;
const moves = (values: Said) => values.orders === 'MOVE';

export const placeOrdersForm = {
  orders: choice(
    '这些订单',
    [
      { value: 'MOVE', label: '改取餐' },
      { value: 'CANCEL', label: '取消并退款' },
      { value: 'LEAVE', label: '照旧送到' },
    ],
    { whenTold: true, help: '改取餐：改送别处或由本人来取；照旧送到：这些订单不变，只是以后不能再选这里' },
  ),
  pickup: choice('取餐', pickupWays, { whenTold: true, required: true, initial: 'DELIVERY', when: moves }),
  addressId: ref('改送到', 'order_address', {
    whenTold: true,
    required: true,
    when: (values: Said) => moves(values) && values.pickup === 'DELIVERY',
  }),
  lateReason: longText('截止后办理的原因', {
    whenTold: true,
    max: 100,
    when: moves,
    help: '有订单已过截止时间时必填，记入订单',
  }),
  reason: { ...reason('取消原因'), whenTold: true as const, when: (values: Said) => values.orders === 'CANCEL' },
};
