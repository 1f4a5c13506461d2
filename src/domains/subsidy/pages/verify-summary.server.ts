/** Server side of 补贴核销汇总. */
import { bind } from '../../../kit/server/page/binding.ts';
import { headerFen, verify } from '../verify.ts';
import spec from './verify-summary.page.ts';

const lines = (kind: string) => `ledger_entry.amount_fen of ${kind}`;

export default bind(spec, {
  rows: verify,
  proof: {
    reads: {
      grantedFen: lines('SUBSIDY_GRANT'),
      usedFen: lines('CONSUME'),
      clearedFen: lines('SUBSIDY_CLEAR'),
      returnedFen: lines('SUBSIDY_RETURN'),
      remainingFen: 'wallet.balance_fen',
    },
    held: { 批次已发合计: headerFen },
  },
});
