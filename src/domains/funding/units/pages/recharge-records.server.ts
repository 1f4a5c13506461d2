/** 充值记录 across units. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { askOrder } from '../../pay/ask-order.ts';
import { allRecharges } from '../recharge-list.ts';
import spec from './recharge-records.page.ts';

export default bind(spec, {
  list: allRecharges,
  // Waits for the channel.
  outsideTransaction: ['ask'],
  actions: { ask: (ctx, { ids }) => askOrder(ctx, ids[0]!) },
});
