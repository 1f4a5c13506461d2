/** What each person ate in a time: closed months out of their totals, the rest out of the trades. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { businessDay, monthOf } from '../../wallet/public.server.ts';

/**
 * Several months, all whole in the time: it begins with one, and ends with one or in the present, which no closed month
 * reaches. The trades of a single month are quickly added up, and the planner knows how many they are.
 */
function wholeMonths(from: string | null, to: string | null, today: string): boolean {
  const ends = to === null || to >= monthOf(today) || addDays(to, 1).endsWith('-01');
  const begins = from === null || (from.endsWith('-01') && from < monthOf(to ?? today));
  return begins && ends;
}

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

const ofKind = (kind: string, amount: string) =>
  sql`coalesce(sum(${sql.ref(`t.${amount}`)}) filter (where t.kind = ${kind}), 0)`;
const fromTrades: Readonly<Partial<Record<PersonSum, RawBuilder<unknown>>>> = {
  consume_count: sql`count(*) filter (where t.kind = 'CONSUME')`,
  reversed_fen: ofKind('REVERSE', 'amount_fen'),
  supplement_fen: ofKind('SUPPLEMENT', 'amount_fen'),
};

function tradeTotals(db: Db, conditions: readonly RawBuilder<unknown>[]) {
  let query = db
    .selectFrom('trade as t')
    .select(['t.organization_id', 't.person_id', 't.meal_period_id'])
    .select(personSums.map((key) => sql<number>`(${fromTrades[key] ?? ofKind('CONSUME', key)})::bigint`.as(key)))
    .groupBy(['t.organization_id', 't.person_id', 't.meal_period_id']);
  for (const condition of conditions) query = query.where(condition as RawBuilder<boolean>);
  return query;
}

/** Totals by person and meal; a person may have two rows of a meal. A sub-select for a list. */
export function personMeals(db: Db, ctx: Ctx, search: Search) {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]).map((day) =>
    typeof day === 'string' && day ? day.slice(0, 10) : null,
  ) as [string | null, string | null];
  const within: RawBuilder<unknown>[] = [];
  if (from) within.push(sql`t.business_date >= ${from}::date`);
  if (to) within.push(sql`t.business_date <= ${to}::date`);
  const own = seesAll(ctx);
  if (own === undefined || !wholeMonths(from, to, businessDay(ctx.clock.now()))) return tradeTotals(db, within);
  // Months close in order: what lies before the first open day is closed.
  const open = sql`coalesce((select max(c.month) + interval '1 month' from period c where c.organization_id = ${own})::date, '-infinity')`;
  let closed = db
    .selectFrom('rollup_consume_person_month as u')
    .select(['u.organization_id', 'u.person_id', 'u.meal_period_id'])
    .select(personSums.map((key) => sql<number>`sum(${sql.ref(`u.${key}`)})::bigint`.as(key)))
    .groupBy(['u.organization_id', 'u.person_id', 'u.meal_period_id']);
  if (from) closed = closed.where('u.month', '>=', from);
  if (to) closed = closed.where('u.month', '<=', to);
  return tradeTotals(db, [...within, sql`t.business_date >= ${open}`]).unionAll(closed);
}
