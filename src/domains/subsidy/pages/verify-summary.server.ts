/** Server side of 补贴核销汇总. */
import { bind } from '../../../kit/server/page/binding.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { headerFen, verify } from '../verify.ts';
import { countVerifySummary, verifySummary } from './verify-summary.page.ts';

const lines = (kind: string) => `ledger_entry.amount_fen of ${kind}`;

const bindVerify = (spec: typeof verifySummary | typeof countVerifySummary, { purse }: GrantUnit) =>
  bind(spec, {
    rows: (ctx, search) => verify(ctx, search, purse),
    proof: {
      reads: {
        grantedFen: lines('SUBSIDY_GRANT'),
        usedFen: lines('CONSUME'),
        clearedFen: lines('SUBSIDY_CLEAR'),
        returnedFen: lines('SUBSIDY_RETURN'),
        remainingFen: 'wallet.balance_fen',
      },
      held: { 批次已发合计: (ctx, search) => headerFen(ctx, search, purse) },
    },
  });

export default [bindVerify(verifySummary, inMoney), bindVerify(countVerifySummary, inMeals)];
