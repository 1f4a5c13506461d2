/** 账户对账: the three sheets over purses, rollups and ledger lines. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { lowState } from '../../limits/low-balance.ts';
import { purseAccounts, statementColumns } from '../account-words.ts';
import { dailyBalance } from '../daily-balance.ts';
import { movements, netByAccount } from '../movements.ts';
import { statement } from '../statement.ts';
import { accountBalance, accountStatement, dailyBalanceSummary } from './account-balance.page.ts';

const purseColumns: Readonly<Record<string, string>> = {
  'wallet:MAIN': 'main_fen',
  'wallet:SUBSIDY': 'subsidy_fen',
  'wallet:GIFT': 'gift_fen',
  'wallet:ARREARS': 'arrears_fen',
};
const since = (column: string) => sql`b.${sql.ref(column)} - coalesce(x.${sql.ref(column)}, 0)`;

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
        refs: ['departmentId as d'],
        grouped: true,
        columns: {
          asOf: null,
          account: null,
          mainFen: since('main_fen'),
          subsidyFen: since('subsidy_fen'),
          giftFen: since('gift_fen'),
          mealCount: since('meal_count'),
          arrearsFen: since('arrears_fen'),
          heldFen: 'b.held_fen',
          totalFen: since('total_fen'),
          lowState: lowState(since('main_fen')),
          status: 'b.status',
          lastAt: 'b.last_posting_at',
        },
        where: {
          asOf: () => undefined,
          account: (value) => {
            const chosen = [value].flat().flatMap((v) => purseColumns[String(v)] ?? []);
            return chosen.length > 0
              ? sql`(${sql.join(
                  chosen.map((column) => sql`${since(column)} <> 0`),
                  sql` or `,
                )})`
              : undefined;
          },
        },
      },
      // `x` is what moved after the asked day; today's purses less that are the balances of that day.
      (from, _ctx, search) => {
        // Without a day: all that is booked, also what already stands on a day to come.
        const asOf = typeof search.asOf === 'string' && search.asOf ? search.asOf.slice(0, 10) : 'infinity';
        return from
          .innerJoin('person_balance as b', (on) =>
            on.onRef('b.organization_id', '=', 'p.organization_id').onRef('b.person_id', '=', 'p.id'),
          )
          .leftJoin('balance_limit as l', (on) =>
            on.onRef('l.organization_id', '=', 'p.organization_id').onRef('l.type_id', '=', 'p.type_id'),
          )
          .leftJoin(
            (eb) =>
              eb
                .selectFrom('ledger_entry as e')
                .innerJoin('wallet as w', (on) =>
                  on.onRef('w.organization_id', '=', 'e.organization_id').onRef('w.id', '=', 'e.wallet_id'),
                )
                .where(sql<boolean>`e.business_date > ${asOf}::date`)
                .groupBy('w.person_id')
                .select([
                  'w.person_id',
                  sql<number>`sum(e.amount_fen) filter (where w.kind = 'MAIN')::bigint`.as('main_fen'),
                  sql<number>`sum(e.amount_fen) filter (where w.kind = 'SUBSIDY')::bigint`.as('subsidy_fen'),
                  sql<number>`sum(e.amount_fen) filter (where w.kind = 'GIFT')::bigint`.as('gift_fen'),
                  sql<number>`sum(e.amount_fen) filter (where w.kind = 'COUNT')::bigint`.as('meal_count'),
                  sql<number>`sum(e.amount_fen) filter (where w.kind = 'ARREARS')::bigint`.as('arrears_fen'),
                  sql<number>`sum(e.amount_fen) filter (where w.kind <> 'COUNT')::bigint`.as('total_fen'),
                ])
                .as('x'),
            (on) => on.onRef('x.person_id', '=', 'p.id'),
          );
      },
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
