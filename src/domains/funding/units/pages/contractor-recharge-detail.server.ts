/** 充值明细 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { askOrder } from '../../pay/ask-order.ts';
import { arrivedRecharges } from '../recharge-list.ts';
import spec from './contractor-recharge-detail.page.ts';

export default bind(spec, {
  list: arrivedRecharges,
  // Waits for the channel.
  outsideTransaction: ['ask'],
  actions: { ask: (ctx, { ids }) => askOrder(ctx, ids[0]!) },
});
