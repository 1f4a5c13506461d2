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
const monthOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM')`;

/** The meals a column counts each. */
const mealColumns = {
  breakfast: `m.name = '早餐'`,
  lunch: `m.name = '午餐'`,
  dinner: `m.name = '晚餐'`,
  other: `m.name not in ('早餐', '午餐', '晚餐')`,
};
const perMeal = (count: (condition: RawBuilder<unknown>) => RawBuilder<unknown>): Sums =>
  Object.fromEntries(Object.entries(mealColumns).map(([column, condition]) => [column, count(sql.raw(condition))]));

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
    .select(['u.organization_id', 'u.person_id', monthOf('u.month').as('month')])
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

/** What meals cost, out of the trades themselves. */
function costsAsTheyLie(db: Db, asked: Asked, more: RawBuilder<boolean>) {
  return db
    .selectFrom('trade as t')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
    )
    .where(within(asked, { table: 't', day: sql.ref('t.business_date') }))
    .where(more)
    .groupBy(['t.organization_id', 't.person_id', monthOf('t.business_date')])
    .select(['t.organization_id', 't.person_id', monthOf('t.business_date').as('month')])
    .select(
      summed({
        ...perMeal((condition) => sql`count(*) filter (where ${eatenTrade} and ${condition})`),
        subsidy_fen: sql`sum(${deducted.subsidyFen})`,
        personal_fen: sql`sum(${deducted.personalFen})`,
        payroll_fen: sql`sum(${deducted.payrollFen})`,
        unit_fen: sql`sum(${deducted.unitFen})`,
      }),
    );
}

/** What meals cost, out of what was added up at night. */
function costsAddedUp(db: Db, asked: Asked) {
  return db
    .selectFrom('rollup_cost_month as t')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
    )
    .where(within(asked, { table: 't', day: sql.ref('t.month') }))
    .groupBy(['t.organization_id', 't.person_id', 't.month'])
    .select(['t.organization_id', 't.person_id', monthOf('t.month').as('month')])
    .select(
      summed({
        ...perMeal((condition) => sql`coalesce(sum(t.times) filter (where ${condition}), 0)`),
        subsidy_fen: sql`sum(t.subsidy_fen)`,
        personal_fen: sql`sum(t.personal_fen)`,
        payroll_fen: sql`sum(t.payroll_fen)`,
        unit_fen: sql`sum(t.unit_fen)`,
      }),
    );
}

/** Months as they were added up last night, with what was recorded since; anything else as it lies. */
function costs(db: Db, asked: Asked, personIds: readonly number[], { digest }: AddedUp) {
  if (personIds.length > 0) return costsAsTheyLie(db, asked, sql<boolean>`t.person_id = any(${personIds}::bigint[])`);
  if (!digest?.costsSeenAt || !wholeMonths(asked)) return costsAsTheyLie(db, asked, sql<boolean>`true`);
  return costsAddedUp(db, asked).unionAll(
    costsAsTheyLie(db, asked, sql<boolean>`t.recorded_at > ${digest.costsSeenAt}::timestamptz`),
  );
}

function missed(db: Db, asked: Asked, personIds: readonly number[], { digest, today }: AddedUp) {
  if (personIds.length > 0) return missedAsTheyLie(db, asked, sql<boolean>`r.person_id = any(${personIds}::bigint[])`);
  return digest && wholeMonths(asked) ? missedAddedUp(db, asked, digest, today) : missedAsTheyLie(db, asked);
}

/** One row per person and month, numbered; of people who neither ate nor missed a meal there is none. */
export function personMonths(db: Db, asked: Asked, personIds: readonly number[], added: AddedUp) {
  return db
    .selectFrom(
      costs(db, asked, personIds, added)
        .unionAll(missed(db, asked, personIds, added))
        .as('l'),
    )
    .groupBy(['l.organization_id', 'l.person_id', 'l.month'])
    .select(['l.organization_id', 'l.person_id', 'l.month'])
    .select(sql<number>`row_number() over (order by l.month, l.person_id)`.as('id'))
    .select(figures.map((key) => sql<number>`sum(${sql.ref(`l.${key}`)})::bigint`.as(key)));
}
