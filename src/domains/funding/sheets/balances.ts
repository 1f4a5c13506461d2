/** Balances of persons as of a day: the purses of today less what moved after it. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Search } from '../../../kit/server/page/binding.ts';
import type { Tables } from '../../../kit/server/query/tables.ts';

const columns: Readonly<Record<string, string>> = {
  'wallet:MAIN': 'main_fen',
  'wallet:SUBSIDY': 'subsidy_fen',
  'wallet:GIFT': 'gift_fen',
  'wallet:ARREARS': 'arrears_fen',
};

/** A column of the balance as it stood. */
export const sinceAsOf = (column: string): RawBuilder<unknown> =>
  sql`b.${sql.ref(column)} - coalesce(x.${sql.ref(column)}, 0)`;

/** Who has something in one of these purses; undefined for none named. */
function purseColumns(value: unknown): RawBuilder<unknown> | undefined {
  const chosen = [value].flat().flatMap((v) => columns[String(v)] ?? []);
  return chosen.length > 0
    ? sql`(${sql.join(
        chosen.map((column) => sql`${sinceAsOf(column)} <> 0`),
        sql` or `,
      )})`
    : undefined;
}

/** The columns of 账户余额表 over persons `p`, balances `b` and what moved since, `x`; and what it is narrowed by. */
export const balanceColumns = {
  asOf: null,
  account: null,
  mainFen: sinceAsOf('main_fen'),
  subsidyFen: sinceAsOf('subsidy_fen'),
  giftFen: sinceAsOf('gift_fen'),
  mealCount: sinceAsOf('meal_count'),
  arrearsFen: sinceAsOf('arrears_fen'),
  heldFen: 'b.held_fen',
  totalFen: sinceAsOf('total_fen'),
  status: 'b.status',
  lastAt: 'b.last_posting_at',
} as const;
export const balanceWhere = { asOf: () => undefined, account: purseColumns };

type People = Tables & { p: Tables['person'] };

/** Persons `p` with their balance `b` and what moved after the day of the search, `x`. */
export function balancesOf(from: SelectQueryBuilder<People, 'p', object>, search: Search) {
  // Without a day: all that is booked, also what already stands on a day to come.
  const asOf = typeof search.asOf === 'string' && search.asOf ? search.asOf.slice(0, 10) : 'infinity';
  return from
    .innerJoin('person_balance as b', (on) =>
      on.onRef('b.organization_id', '=', 'p.organization_id').onRef('b.person_id', '=', 'p.id'),
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
}
