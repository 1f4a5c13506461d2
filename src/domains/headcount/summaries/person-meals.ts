/** What each person reported, ate and left standing in a time: sub-selects for the list of 个人报餐汇总. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import { type Asked, earlier, later, within } from './asked.ts';
import { diningDay, happened, standingEaters } from './eaten.ts';
import { dinerSorts, timesOfReports } from './report-figures.ts';
import { digestAndStale } from './stale.ts';

/** Reports by what became of them, and diners by the two ways they are counted. */
export const personFigures = [
  'times',
  'portions',
  'cancelled_times',
  'eaten_times',
  'missed_times',
  'unclear_times',
  'waiting_times',
  'waived_times',
  'charged_times',
  'charge_fen',
  'charged_fen',
  'heads',
  'reported_heads',
  'counted_heads',
  'unreported_heads',
  'guest_heads',
] as const;
type Figure = (typeof personFigures)[number];
type Sums = Readonly<Partial<Record<Figure, RawBuilder<unknown>>>>;

const ofReports: Sums = Object.fromEntries(Object.entries(timesOfReports).map(([key, text]) => [key, sql.raw(text)]));
const eatersOf = (sort: keyof typeof dinerSorts) =>
  sql`coalesce(sum(e.heads) filter (where ${sql.raw(dinerSorts[sort])}), 0)`;
const ofEaters: Sums = {
  reported_heads: eatersOf('reported'),
  counted_heads: eatersOf('counted'),
  unreported_heads: eatersOf('unreported'),
  guest_heads: eatersOf('guest'),
};

const figures = (of: Sums) => personFigures.map((key) => sql<number>`(${of[key] ?? sql`0`})::bigint`.as(key));

/** What is read as it lies: these days, and of these people or all. */
interface Piece {
  asked: Asked;
  /** Further conditions on reports `r` and trades `t`. */
  reports?: RawBuilder<boolean>;
  trades?: RawBuilder<boolean>;
}

const all = sql<boolean>`true`;

/** Diners as consumption counts them, by the day of the meal. */
function counted(db: Db, { asked, trades = all }: Piece) {
  const heads = sql.ref(asked.perRestaurant ? 't.restaurant_heads' : 't.heads');
  return db
    .selectFrom('trade as t')
    .leftJoin('trade as o', (on) =>
      on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
    )
    .innerJoin('meal_settlement as s', (on) =>
      on
        .onRef('s.organization_id', '=', 't.organization_id')
        .on('s.dining_date', '=', diningDay)
        .onRef('s.meal_period_id', '=', 't.meal_period_id'),
    )
    .where(sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0)`)
    .where(happened(asked))
    .where(within(asked, { table: 't', day: diningDay }))
    .where(trades)
    .groupBy(['t.organization_id', 't.person_id'])
    .select(['t.organization_id', 't.person_id', ...figures({ heads: sql`coalesce(sum(${heads}), 0)` })]);
}

/** Rows per person, to be added up; the lines of one person may be three. */
function read(db: Db, piece: Piece) {
  const { asked, reports: some = all, trades = all } = piece;
  const reports = db
    .selectFrom('meal_report as r')
    .where(within(asked, { table: 'r' }))
    .where(some)
    .groupBy(['r.organization_id', 'r.person_id'])
    .select(['r.organization_id', 'r.person_id', ...figures(ofReports)]);
  const eaters = db
    .selectFrom(standingEaters(db, asked, trades).as('e'))
    .groupBy(['e.organizationId', 'e.personId'])
    .select(['e.organizationId as organization_id', 'e.personId as person_id', ...figures(ofEaters)]);
  return reports.unionAll(eaters).unionAll(counted(db, piece));
}

/** The whole months of what is asked for that may be added up already, and the days around them. */
interface Months {
  /** First days of the first and of the last month; null has no bound. */
  first: string | null;
  last: string | null;
  /** Days before and after them. */
  before: Asked | null;
  after: Asked | null;
}

function monthsOf(asked: Asked, today: string): Months | undefined {
  const { from, to } = asked;
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
  const following = (day: string) => monthOf(addDays(monthOf(day), 31));
  const first = from === null || from.endsWith('-01') ? from : following(from);
  // No day from today on is added up.
  const whole = to === null || to >= today || addDays(to, 1).endsWith('-01');
  const last = to === null || whole ? to && monthOf(to) : monthOf(addDays(monthOf(to), -1));
  if (first !== null && last !== null && last < first) return undefined;
  return {
    first,
    last,
    before: first === from ? null : { ...asked, to: addDays(first!, -1) },
    after: whole ? null : { ...asked, from: monthOf(to) },
  };
}

/** The months as they were added up last night; what was written of their days since, and later days, as they lie. */
function digested(db: Db, asked: Asked, { first, last }: Months, { coveredTo, stale }: PersonDigest) {
  const heads = (key: string) => sql.ref(`u.${asked.perRestaurant ? key.replace('heads', 'restaurant_heads') : key}`);
  const sums = personFigures.map((key) => [key, sql`sum(${key.endsWith('heads') ? heads(key) : sql.ref(`u.${key}`)})`]);
  const bounds = { ...asked, from: first };
  const people = stale
    .filter(({ day }) => (first === null || day >= first) && (asked.to === null || day <= asked.to))
    .map((one) => one.personId);
  const own = (table: string) => sql<boolean>`${sql.ref(`${table}.person_id`)} = any(${people}::bigint[])`;
  let lines = db
    .selectFrom('rollup_diner_month as u')
    .where(within({ ...asked, from: null, to: null }, { table: 'u' }))
    .where(first ? sql<boolean>`u.month >= ${first}::date` : all)
    .where(last ? sql<boolean>`u.month <= ${last}::date` : all)
    .where(sql<boolean>`not ${own('u')}`)
    .groupBy(['u.organization_id', 'u.person_id'])
    .select(['u.organization_id', 'u.person_id', ...figures(Object.fromEntries(sums))]);
  if (asked.to === null || asked.to > coveredTo)
    lines = lines.unionAll(read(db, { asked: { ...asked, from: later(first, addDays(coveredTo, 1)) } }));
  if (people.length > 0)
    lines = lines.unionAll(
      read(db, { asked: { ...bounds, to: earlier(asked.to, coveredTo) }, reports: own('r'), trades: own('t') }),
    );
  return lines;
}

export type PersonDigest = NonNullable<Awaited<ReturnType<typeof digestAndStale>>>;

/** What `personMeals` is made with: of one unit whose departments are all seen, how far its meals are added up. */
export async function personDigest(ctx: Ctx): Promise<PersonDigest | undefined> {
  const { organizations, departments } = ctx.scope;
  const [unit, ...others] = organizations === 'ALL' ? [] : organizations;
  // Who sees some departments sees people where they are now, not where they were.
  if (unit === undefined || others.length > 0 || departments !== 'ALL') return undefined;
  return digestAndStale(ctx, unit);
}

/** Rows per person, to be added up. */
export function personMeals(db: Db, asked: Asked, today: string, digest: PersonDigest | undefined) {
  const months = digest && monthsOf(asked, today);
  if (!months) return read(db, { asked });
  const { before, after } = months;
  const whole = { ...asked, to: after === null ? asked.to : addDays(after.from!, -1) };
  let lines = digested(db, whole, months, digest);
  for (const piece of [before, after]) if (piece) lines = lines.unionAll(read(db, { asked: piece }));
  return lines;
}
