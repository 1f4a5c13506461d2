/** What each person reported, ate and left standing in a time: sub-selects for the list of 个人报餐汇总. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { type Asked, within } from './asked.ts';
import { diningDay, happened, standingEaters } from './eaten.ts';

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

const times = (condition: string) => sql`count(*) filter (where ${sql.raw(condition)})`;

const ofReports: Readonly<Partial<Record<Figure, ReturnType<typeof times>>>> = {
  times: times(`r.status = 'REPORTED'`),
  portions: sql`coalesce(sum(r.portions) filter (where r.status = 'REPORTED'), 0)`,
  cancelled_times: times(`r.status = 'CANCELLED'`),
  eaten_times: times(`r.fate = 'EATEN'`),
  missed_times: times(`r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`),
  unclear_times: times(`r.fate = 'UNCLEAR'`),
  waiting_times: times(`r.fate = '' and r.status = 'REPORTED'`),
  waived_times: times(`r.fate in ('EXEMPT', 'EXCUSED')`),
  charged_times: times(`r.fate in ('WARNED', 'CHARGE')`),
  charge_fen: sql`sum(r.charge_fen)`,
  charged_fen: sql`sum(r.charged_fen)`,
};
const ofEaters: Readonly<Partial<Record<Figure, ReturnType<typeof times>>>> = {
  reported_heads: sql`coalesce(sum(e.heads) filter (where e.reported), 0)`,
  unreported_heads: sql`coalesce(sum(e.heads) filter (where not e.reported), 0)`,
};

const figures = (of: Readonly<Partial<Record<Figure, ReturnType<typeof times>>>>) =>
  personFigures.map((key) => sql<number>`(${of[key] ?? sql`0`})::bigint`.as(key));

/** Diners as consumption counts them, by the day of the meal. */
function counted(db: Db, asked: Asked) {
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
    .groupBy(['t.organization_id', 't.person_id'])
    .select(['t.organization_id', 't.person_id', ...figures({ heads: sql`coalesce(sum(${heads}), 0)` })]);
}

/** Rows per person, to be added up; the lines of one person may be three. */
export function personMeals(db: Db, asked: Asked) {
  const reports = db
    .selectFrom('meal_report as r')
    .where(within(asked, { table: 'r' }))
    .groupBy(['r.organization_id', 'r.person_id'])
    .select(['r.organization_id', 'r.person_id', ...figures(ofReports)]);
  const eaters = db
    .selectFrom(standingEaters(db, asked).as('e'))
    .groupBy(['e.organizationId', 'e.personId'])
    .select(['e.organizationId as organization_id', 'e.personId as person_id', ...figures(ofEaters)]);
  return reports.unionAll(eaters).unionAll(counted(db, asked));
}
