/** 充值汇总 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { rechargesBy } from '../recharge-totals.ts';
import spec from './recharge-summary.page.ts';

export default bind(spec, {
  rows: rechargesBy,
  proof: { reads: { amountFen: 'rollup_account_day of outside accounts', orderFen: 'recharge_order.amount_fen' } },
});
