/** What each person reported, ate and left standing in a time: sub-selects for the list of 个人报餐汇总. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type Asked, within } from './asked.ts';
import { diningDay, happened, standingEaters } from './eaten.ts';
import { timesOfReports } from './report-figures.ts';
import { staleSql } from './stale.ts';

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
  'unreported_heads',
] as const;
type Figure = (typeof personFigures)[number];
type Sums = Readonly<Partial<Record<Figure, RawBuilder<unknown>>>>;

const ofReports: Sums = Object.fromEntries(Object.entries(timesOfReports).map(([key, text]) => [key, sql.raw(text)]));
const ofEaters: Sums = {
  reported_heads: sql`coalesce(sum(e.heads) filter (where e.reported), 0)`,
  unreported_heads: sql`coalesce(sum(e.heads) filter (where not e.reported), 0)`,
};

const figures = (of: Sums) => personFigures.map((key) => sql<number>`(${of[key] ?? sql`0`})::bigint`.as(key));

/** What is read as it lies: these days, and of these people or all. */
interface Piece {
  asked: Asked;
  /** Further conditions on reports `r`, and on trades `t` of the day they were eaten on. */
  reports?: RawBuilder<boolean>;
  trades?: (day: RawBuilder<unknown>) => RawBuilder<boolean>;
}

const all = sql<boolean>`true`;
const everyTrade = () => all;

/** Diners as consumption counts them, by the day of the meal. */
function counted(db: Db, { asked, trades = everyTrade }: Piece) {
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
    .where(trades(diningDay))
    .groupBy(['t.organization_id', 't.person_id'])
    .select(['t.organization_id', 't.person_id', ...figures({ heads: sql`coalesce(sum(${heads}), 0)` })]);
}

/** Rows per person, to be added up; the lines of one person may be three. */
function read(db: Db, piece: Piece) {
  const { asked, reports: some = all, trades = everyTrade } = piece;
  const reports = db
    .selectFrom('meal_report as r')
    .where(within(asked, { table: 'r' }))
    .where(some)
    .groupBy(['r.organization_id', 'r.person_id'])
    .select(['r.organization_id', 'r.person_id', ...figures(ofReports)]);
  const eaters = db
    .selectFrom(standingEaters(db, asked, trades(sql.ref('t.occurred_date'))).as('e'))
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

/** The months as they were added up last night, and what was written of their days or for later ones since. */
function digested(db: Db, asked: Asked, { first, last }: Months, unit: number) {
  const heads = (key: string) => sql.ref(`u.${asked.perRestaurant ? key.replace('heads', 'restaurant_heads') : key}`);
  const stale = sql`array(select l.person from (${sql.raw(staleSql(String(unit)))}) l)`;
  const covered = sql`(select g.covered_to from meal_digest g where g.organization_id = ${unit})`;
  const ends = sql`(select g.covered_until from meal_digest g where g.organization_id = ${unit})`;
  const since = first ? sql<boolean>`u.month >= ${first}::date` : all;
  const until = last ? sql<boolean>`u.month <= ${last}::date` : all;
  const sums = personFigures.map((key) => [key, sql`sum(${key.endsWith('heads') ? heads(key) : sql.ref(`u.${key}`)})`]);
  const kept = db
    .selectFrom('rollup_diner_month as u')
    .where(within({ ...asked, from: null, to: null }, { table: 'u' }))
    .where(since)
    .where(until)
    .where(sql<boolean>`u.person_id <> all(${stale})`)
    .groupBy(['u.organization_id', 'u.person_id'])
    .select(['u.organization_id', 'u.person_id', ...figures(Object.fromEntries(sums))]);
  const bounds: Asked = { ...asked, from: first, to: asked.to };
  const later = read(db, {
    asked: bounds,
    reports: sql<boolean>`r.dining_date > coalesce(${covered}, '-infinity')`,
    trades: (
      day,
    ) => sql`t.business_date > coalesce(${covered}, '-infinity') and ${day} > coalesce(${covered}, '-infinity')
      and t.occurred_at >= coalesce(${ends}, '-infinity')`,
  });
  const anew = read(db, {
    asked: bounds,
    reports: sql<boolean>`r.dining_date <= ${covered} and r.person_id = any(${stale})`,
    trades: (day) => sql`${day} <= ${covered} and t.person_id = any(${stale})`,
  });
  return kept.unionAll(later).unionAll(anew);
}

/** Rows per person, to be added up. */
export function personMeals(ctx: Pick<Ctx, 'scope' | 'clock'>, db: Db, asked: Asked) {
  const { organizations, departments } = ctx.scope;
  const [unit, ...others] = organizations === 'ALL' ? [] : organizations;
  const months = monthsOf(asked, businessDay(ctx.clock.now()));
  // Who sees some departments sees people where they are now, not where they were.
  if (unit === undefined || others.length > 0 || departments !== 'ALL' || !months) return read(db, { asked });
  const { before, after, last } = months;
  const within = { ...asked, to: after === null ? asked.to : addDays(after.from!, -1) };
  let lines = digested(db, within, { ...months, last }, unit);
  for (const piece of [before, after]) if (piece) lines = lines.unionAll(read(db, { asked: piece }));
  return lines;
}
