/** What the meals of a month cost each person: sub-selects for 餐费扣款（月）. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { type Asked, earlier, later, within } from './asked.ts';
import { deducted, eatenTrade } from './deductions.ts';
import type { PersonDigest } from './person-meals.ts';

const figures = [
  'breakfast',
  'lunch',
  'dinner',
  'other',
  'missed_times',
  'waived_times',
  'subsidy_fen',
  'personal_fen',
  'payroll_fen',
  'unit_fen',
] as const;
type Figure = (typeof figures)[number];
type Sums = Readonly<Partial<Record<Figure, RawBuilder<unknown>>>>;

const summed = (sums: Sums) => figures.map((key) => sql<number>`(${sums[key] ?? sql`0`})::bigint`.as(key));
/** The month of a day, by its first one. */
const monthOf = (column: string) => sql<string>`date_trunc('month', ${sql.ref(column)})::date`;

/** The meals a column counts each. */
const mealColumns = {
  breakfast: `m.name = '早餐'`,
  lunch: `m.name = '午餐'`,
  dinner: `m.name = '晚餐'`,
  other: `m.name not in ('早餐', '午餐', '晚餐')`,
};
/** The ids are asked for once, so that the lines are read alone and in their order. */
const perMeal = (db: Db, count: (condition: RawBuilder<boolean>) => RawBuilder<unknown>): Sums =>
  Object.fromEntries(
    Object.entries(mealColumns).map(([column, named]) => {
      const meals = db
        .selectFrom('meal_period as m')
        .where(sql<boolean>`${sql.raw(named)}`)
        .select('m.id');
      return [column, count(sql<boolean>`t.meal_period_id = any(array(${meals}))`)];
    }),
  );

/** How far meals are added up, and the day it is. */
export interface AddedUp {
  digest: PersonDigest | undefined;
  today: string;
}

const missedFate = sql<boolean>`r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`;

/** Missed meals out of the reports themselves. */
function missedAsTheyLie(db: Db, asked: Asked, more: RawBuilder<boolean> = sql<boolean>`true`) {
  return db
    .selectFrom('meal_report as r')
    .where(missedFate)
    .where(within(asked, { table: 'r' }))
    .where(more)
    .groupBy(['r.organization_id', 'r.person_id', monthOf('r.dining_date')])
    .select(['r.organization_id', 'r.person_id', monthOf('r.dining_date').as('month')])
    .select(
      summed({
        missed_times: sql`count(*)`,
        waived_times: sql`count(*) filter (where r.fate in ('EXEMPT', 'EXCUSED'))`,
      }),
    );
}

/** Missed meals of whole months out of what was added up at night: few people miss any, and only their lines are read. */
function missedAddedUp(db: Db, asked: Asked, { coveredTo, stale }: PersonDigest, today: string) {
  const { from, to } = asked;
  const people = stale
    .filter(({ day }) => (from === null || day >= from) && (to === null || day <= to))
    .map((one) => one.personId);
  const someOf = (column: string) => sql<boolean>`${sql.ref(column)} = any(${people}::bigint[])`;
  let lines = db
    .selectFrom('rollup_diner_month as u')
    .where('u.missed_times', '<>', sql.lit(0))
    .where(within(asked, { table: 'u', day: sql.ref('u.month') }))
    .where(sql<boolean>`not ${someOf('u.person_id')}`)
    .groupBy(['u.organization_id', 'u.person_id', 'u.month'])
    .select(['u.organization_id', 'u.person_id', 'u.month as month'])
    .select(summed({ missed_times: sql`sum(u.missed_times)`, waived_times: sql`sum(u.waived_times)` }));
  // Nobody has missed a meal of a day to come.
  const rest = { from: later(from, addDays(coveredTo, 1)), to: earlier(to, today) };
  if (rest.from <= rest.to) lines = lines.unionAll(missedAsTheyLie(db, { ...asked, ...rest }));
  if (people.length > 0)
    lines = lines.unionAll(missedAsTheyLie(db, { ...asked, to: earlier(to, coveredTo) }, someOf('r.person_id')));
  return lines;
}

/** Nothing but whole months is asked for. */
const wholeMonths = ({ from, to }: Asked) =>
  (from === null || from.endsWith('-01')) && (to === null || addDays(to, 1).endsWith('-01'));

/** Rows are then numbered by their persons, and need not be sorted to be numbered. */
const oneMonth = ({ from, to }: Asked) => from !== null && to !== null && from.slice(0, 7) === to.slice(0, 7);

/** What meals cost, out of the trades themselves. */
function costsAsTheyLie(db: Db, asked: Asked, more: RawBuilder<boolean>) {
  return db
    .selectFrom('trade as t')
    .where('t.meal_period_id', '<>', 0)
    .where(within(asked, { table: 't', day: sql.ref('t.business_date') }))
    .where(more)
    .groupBy(['t.organization_id', 't.person_id', monthOf('t.business_date')])
    .select(['t.organization_id', 't.person_id', monthOf('t.business_date').as('month')])
    .select(
      summed({
        ...perMeal(db, (condition) => sql`count(*) filter (where ${eatenTrade} and ${condition})`),
        subsidy_fen: sql`sum(${deducted.subsidyFen})`,
        personal_fen: sql`sum(${deducted.personalFen})`,
        payroll_fen: sql`sum(${deducted.payrollFen})`,
        unit_fen: sql`sum(${deducted.unitFen})`,
      }),
    );
}

/** What meals cost, out of what was added up at night: grouped as the lines are kept, nothing is sorted or hashed. */
function costsAddedUp(db: Db, asked: Asked) {
  return db
    .selectFrom('rollup_cost_month as t')
    .where(within(asked, { table: 't', day: sql.ref('t.month') }))
    .groupBy(['t.organization_id', 't.month', 't.person_id'])
    .select(['t.organization_id', 't.person_id', 't.month as month'])
    .select(
      summed({
        ...perMeal(db, (condition) => sql`coalesce(sum(t.times) filter (where ${condition}), 0)`),
        subsidy_fen: sql`sum(t.subsidy_fen)`,
        personal_fen: sql`sum(t.personal_fen)`,
        payroll_fen: sql`sum(t.payroll_fen)`,
        unit_fen: sql`sum(t.unit_fen)`,
      }),
    );
}

/** The costs of everybody, and what is to be added to them. */
function costsAndMore(db: Db, asked: Asked, personIds: readonly number[], added: AddedUp) {
  const { digest } = added;
  const missing = missed(db, asked, personIds, added);
  if (personIds.length > 0)
    return [costsAsTheyLie(db, asked, sql<boolean>`t.person_id = any(${personIds}::bigint[])`), missing] as const;
  if (!digest?.costsSeenAt || !wholeMonths(asked))
    return [costsAsTheyLie(db, asked, sql<boolean>`true`), missing] as const;
  const since = costsAsTheyLie(db, asked, sql<boolean>`t.recorded_at > ${digest.costsSeenAt}::timestamptz`);
  return [costsAddedUp(db, asked), since.unionAll(missing)] as const;
}

function missed(db: Db, asked: Asked, personIds: readonly number[], { digest, today }: AddedUp) {
  if (personIds.length > 0) return missedAsTheyLie(db, asked, sql<boolean>`r.person_id = any(${personIds}::bigint[])`);
  return digest && wholeMonths(asked) ? missedAddedUp(db, asked, digest, today) : missedAsTheyLie(db, asked);
}

/** One row per person and month, numbered; of people who neither ate nor missed a meal there is none. */
export function personMonths(db: Db, asked: Asked, personIds: readonly number[], added: AddedUp) {
  const [costs, more] = costsAndMore(db, asked, personIds, added);
  const rest = db
    .selectFrom(more.as('l'))
    .groupBy(['l.organization_id', 'l.person_id', 'l.month'])
    .select(['l.organization_id', 'l.person_id', 'l.month'])
    .select(figures.map((key) => sql<number>`sum(${sql.ref(`l.${key}`)})::bigint`.as(key)));
  const either = (column: string) => sql`coalesce(${sql.ref(`c.${column}`)}, ${sql.ref(`x.${column}`)})`;
  return db
    .selectFrom(costs.as('c'))
    .fullJoin(rest.as('x'), (on) =>
      on
        .onRef('x.organization_id', '=', 'c.organization_id')
        .onRef('x.person_id', '=', 'c.person_id')
        .onRef('x.month', '=', 'c.month'),
    )
    .select([
      either('organization_id').$castTo<number>().as('organization_id'),
      either('person_id').$castTo<number>().as('person_id'),
      sql<string>`to_char(${either('month')}, 'YYYY-MM')`.as('month'),
      sql<number>`${oneMonth(asked) ? either('person_id') : sql`row_number() over (order by ${either('month')}, ${either('person_id')})`}`.as(
        'id',
      ),
    ])
    .select(
      figures.map((key) =>
        sql<number>`(coalesce(${sql.ref(`c.${key}`)}, 0) + coalesce(${sql.ref(`x.${key}`)}, 0))`.as(key),
      ),
    );
}
