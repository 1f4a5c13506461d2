/** 账户对账: the three sheets over purses, rollups and ledger lines. */
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { lowState } from '../../limits/low-balance.ts';
import { purseAccounts, statementColumns } from '../account-words.ts';
import { balanceColumns, balancesOf, balanceWhere, sinceAsOf } from '../balances.ts';
import { dailyBalance } from '../daily-balance.ts';
import { movements, netByAccount } from '../movements.ts';
import { statement } from '../statement.ts';
import { accountBalance, accountStatement, dailyBalanceSummary } from './account-balance.page.ts';

/** The sum of all purses by their movements up to the day asked for; undefined where the search leaves people out. */
async function closingBalance(ctx: Ctx, search: Search): Promise<number | undefined> {
  const narrowed = ['keyword', 'departmentId', 'typeId', 'account', 'lowState', 'totalFen', 'status'].some(
    (k) => search[k] !== undefined && search[k] !== null && search[k] !== '',
  );
  if (narrowed) return undefined;
  const to = typeof search.asOf === 'string' && search.asOf ? search.asOf.slice(0, 10) : null;
  const accounts = purseAccounts.map((a) => a.value);
  const moved = await movements(ctx, { from: null, to, accounts, personIds: null, departmentIds: null });
  return [...netByAccount(moved).values()].reduce((a, b) => a + b, 0);
}

export default [
  bind(accountBalance, {
    list: over(
      accountBalance,
      'person as p',
      {
        grouped: true,
        columns: { ...balanceColumns, lowState: lowState(sinceAsOf('main_fen')) },
        where: balanceWhere,
      },
      (from, _ctx, search) =>
        balancesOf(from, search).leftJoin('balance_limit as l', (on) =>
          on.onRef('l.organization_id', '=', 'p.organization_id').onRef('l.type_id', '=', 'p.type_id'),
        ),
    ),
    proof: { held: { 对账单期末余额: closingBalance } },
  }),
  bind(accountStatement, {
    rows: statement,
    proof: {
      reads: {
        openingFen: 'rollup_account_day before the first day',
        ...Object.fromEntries(Object.keys(statementColumns).map((key) => [key, `rollup_account_day of ${key}`])),
        closingFen: 'rollup_account_day up to the last day',
      },
    },
  }),
  bind(dailyBalanceSummary, {
    rows: dailyBalance,
    proof: {
      reads: {
        openingFen: 'rollup_account_day',
        inFen: 'rollup_account_day',
        outFen: 'rollup_account_day',
        actualFen: ['wallet.balance_fen', 'ledger_entry.amount_fen'],
      },
    },
  }),
];
