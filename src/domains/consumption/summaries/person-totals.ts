/** What each person ate in a time: closed months out of their totals, the rest out of the trades. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';

/** One organization, and nothing of it hidden: the totals know neither restaurant nor department. */
function seesAll({ scope }: Ctx): number | undefined {
  const { organizations, restaurants, departments } = scope;
  const single = organizations !== 'ALL' && organizations.length === 1 ? organizations[0] : undefined;
  return restaurants === 'ALL' && departments === 'ALL' ? single : undefined;
}

/** What is added up of a person's meals: consumption by purse, and what was put right of it. */
export const personSums = [
  'consume_count',
  'main_fen',
  'subsidy_fen',
  'gift_fen',
  'arrears_fen',
  'third_fen',
  'amount_fen',
  'reversed_fen',
  'supplement_fen',
] as const;
type PersonSum = (typeof personSums)[number];

/** What a kind of trade counts towards, and which of its sums that is. */
const fromTrades: Readonly<Partial<Record<PersonSum, readonly [kind: string, sum: string]>>> = {
  reversed_fen: ['REVERSE', 'amount_fen'],
  supplement_fen: ['SUPPLEMENT', 'amount_fen'],
};
const purseSums = personSums.filter((key) => key !== 'consume_count' && !fromTrades[key]);

/**
 * Plain swipes are consumption each and are added up as they lie: to tell them apart by kind as well costs as much as the sums. The
 * others are added up by kind first: what each kind counts towards is then said of few rows.
 */
function tradeTotals(db: Db, conditions: readonly RawBuilder<unknown>[]) {
  const those = (plain: boolean) => {
    let trades = db
      .selectFrom('trade as t')
      .select(['t.organization_id', 't.person_id', 't.meal_period_id'])
      .where('t.plain', '=', plain)
      .groupBy(['t.organization_id', 't.person_id', 't.meal_period_id']);
    for (const condition of conditions) trades = trades.where(condition as RawBuilder<boolean>);
    return trades;
  };
  const kinds = those(false)
    .select(['t.kind', sql<number>`count(*)`.as('consume_count')])
    .select(purseSums.map((key) => sql<number>`sum(${sql.ref(`t.${key}`)})`.as(key)))
    .groupBy('t.kind');
  return those(true)
    .select(
      personSums.map((key) => {
        if (fromTrades[key]) return sql<number>`0::bigint`.as(key);
        return (key === 'consume_count' ? sql<number>`count(*)` : sql<number>`sum(${sql.ref(`t.${key}`)})`).as(key);
      }),
    )
    .unionAll(
      db
        .selectFrom(kinds.as('k'))
        .select(['k.organization_id', 'k.person_id', 'k.meal_period_id'])
        .select(
          personSums.map((key) => {
            const [kind, sum] = fromTrades[key] ?? ['CONSUME', key];
            return sql<number>`case when k.kind = ${sql.lit(kind)} then ${sql.ref(`k.${sum}`)} else 0 end`.as(key);
          }),
        ),
    );
}

/** The first day that is in no closed month, `-infinity` where none is; undefined for who does not see all of one organization. */
export async function openFrom(ctx: Ctx): Promise<string | undefined> {
  const own = seesAll(ctx);
  if (own === undefined) return undefined;
  // Months close in order: what lies before the first open day is closed.
  const { rows } = await sql<{
    day: string;
  }>`select coalesce(max(c.month) + interval '1 month', '-infinity')::date as day
    from period c where c.organization_id = ${own}`.execute(ctx.db);
  return rows[0]?.day;
}

const dayOf = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, 10) : null);
const yearOf = (day: string) => `${day.slice(0, 4)}-01-01`;

/**
 * A sum of sums of `table`, of all or by a `filter (…)` clause: added as float8, which holds whole numbers to 2^53 and takes a quarter
 * of the room that a sum of bigint does.
 */
export const added = (table: string, key: PersonSum, filter: RawBuilder<unknown> = sql``) =>
  sql<number>`(sum(${sql.ref(`${table}.${key}`)}::float8) ${filter})::bigint`;
const closedSums = personSums.map((key) => added('u', key).as(key));

/** Years that are over, months, and a year's months up to a day: tables of the same columns behind the time. */
type Closed = 'rollup_consume_person_year' | 'rollup_consume_person_month' | 'rollup_consume_person_so_far';

function closedOf(db: Db, table: Closed, those: RawBuilder<boolean>) {
  return db
    .selectFrom(`${table} as u` as 'rollup_consume_person_month as u')
    .select(['u.organization_id', 'u.person_id', 'u.meal_period_id'])
    .select(closedSums)
    .where(those)
    .groupBy(['u.organization_id', 'u.person_id', 'u.meal_period_id']);
}

/**
 * Totals of closed months: whole years out of those of years, a year's months up to `open`, the first open day, in one row, other
 * months out of their own. `from` begins a month where it is told, `until` another.
 */
function closedTotals(db: Db, from: string | null, until: string, open: string) {
  const months = (since: string, before: string) =>
    closedOf(db, 'rollup_consume_person_month', sql`u.month >= ${since}::date and u.month < ${before}::date`);
  const year = yearOf(until);
  const begins = from === null || from === yearOf(from) ? from : yearOf(addDays(yearOf(from), 366));
  // Within a year, its end perhaps.
  if (from !== null && begins !== null && begins > year) return months(from, until);
  const since = begins === null ? sql`` : sql`u.year >= ${begins}::date and `;
  let totals = closedOf(db, 'rollup_consume_person_year', sql`${since}u.year < ${year}::date`);
  if (from !== null && begins !== null && from !== begins) totals = totals.unionAll(months(from, begins));
  if (until === year) return totals;
  const soFar = closedOf(db, 'rollup_consume_person_so_far', sql`u.until = ${until}::date`);
  return totals.unionAll(until === open ? soFar : months(year, until));
}

/**
 * Totals by person and meal; a person may have several rows of a meal. A sub-select for a list. `open` is what `openFrom` answered: the
 * closed months of a time that cuts none of them are read out of their totals.
 */
export function personMeals(db: Db, search: Search, open: string | undefined) {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]).map(dayOf) as [
    string | null,
    string | null,
  ];
  const within: RawBuilder<unknown>[] = [];
  if (from) within.push(sql`t.business_date >= ${from}::date`);
  if (to) within.push(sql`t.business_date <= ${to}::date`);
  if (open === undefined || open === '-infinity' || (from !== null && from >= open)) return tradeTotals(db, within);
  const reachesOpen = to === null || to >= open;
  const begins = from === null || from.endsWith('-01');
  if (!begins || !(reachesOpen || addDays(to, 1).endsWith('-01'))) return tradeTotals(db, within);
  // Of closed months alone there are no such trades, and the planner sees it.
  return tradeTotals(db, [...within, sql`t.business_date >= ${open}::date`]).unionAll(
    closedTotals(db, from, reachesOpen ? open : addDays(to, 1), open),
  );
}
