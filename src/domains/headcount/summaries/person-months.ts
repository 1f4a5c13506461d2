/** What the meals of a month cost each person: sub-selects for 餐费扣款（月）. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { type Asked, within } from './asked.ts';
import { deducted } from './deductions.ts';

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

const eaten = (condition: string) =>
  sql`count(*) filter (where t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT' and ${sql.raw(condition)})`;

/** One row per person and month, numbered; of people who neither ate nor missed a meal there is none. */
export function personMonths(db: Db, asked: Asked, personIds: readonly number[]) {
  const who = (table: string) =>
    personIds.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`${sql.ref(`${table}.person_id`)} = any(${personIds}::bigint[])`;
  const trades = db
    .selectFrom('trade as t')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
    )
    .where(within(asked, { table: 't', day: sql.ref('t.business_date') }))
    .where(who('t'))
    .groupBy(['t.organization_id', 't.person_id', monthOf('t.business_date')])
    .select(['t.organization_id', 't.person_id', monthOf('t.business_date').as('month')])
    .select(
      summed({
        breakfast: eaten(`m.name = '早餐'`),
        lunch: eaten(`m.name = '午餐'`),
        dinner: eaten(`m.name = '晚餐'`),
        other: eaten(`m.name not in ('早餐', '午餐', '晚餐')`),
        subsidy_fen: sql`sum(${deducted.subsidyFen})`,
        personal_fen: sql`sum(${deducted.personalFen})`,
        payroll_fen: sql`sum(${deducted.payrollFen})`,
        unit_fen: sql`sum(${deducted.unitFen})`,
      }),
    );
  const missed = db
    .selectFrom('meal_report as r')
    .where(sql<boolean>`r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`)
    .where(within(asked, { table: 'r' }))
    .where(who('r'))
    .groupBy(['r.organization_id', 'r.person_id', monthOf('r.dining_date')])
    .select(['r.organization_id', 'r.person_id', monthOf('r.dining_date').as('month')])
    .select(
      summed({
        missed_times: sql`count(*)`,
        waived_times: sql`count(*) filter (where r.fate in ('EXEMPT', 'EXCUSED'))`,
      }),
    );
  return db
    .selectFrom(trades.unionAll(missed).as('l'))
    .groupBy(['l.organization_id', 'l.person_id', 'l.month'])
    .select(['l.organization_id', 'l.person_id', 'l.month'])
    .select(sql<number>`row_number() over (order by l.month, l.person_id)`.as('id'))
    .select(figures.map((key) => sql<number>`sum(${sql.ref(`l.${key}`)})::bigint`.as(key)));
}
