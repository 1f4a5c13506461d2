/**
 * Who ate at meals that are reported, out of the trades: once by the trades that stand, person by person and whether they
 * had reported, by name or by the number of their department; and once as consumption counts its diners. Meals whose reporting is not closed yet are left out.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { businessDayEnd } from '../../wallet/public.server.ts';
import { type Asked, within } from './asked.ts';
import { countedSql, dinerSorts, standsSql } from './report-figures.ts';

/** A meal of a day of a unit. */
export interface MealKey {
  organizationId: number;
  diningDate: string;
  mealPeriodId: number;
}

export const keyOfMeal = ({ organizationId, diningDate, mealPeriodId }: MealKey): string =>
  `${organizationId}/${diningDate}/${mealPeriodId}`;

/** Of a trade `t`: guests of a department, who have no person; as meals of guests are booked. */
export const guestsSql = `(t.person_id = 0 and t.attendance = 'ORDERED_EATEN')`;

/** Of a trade `t` and what was taken back of it (`v`): something of it stands. */
const stands = sql.raw<boolean>(standsSql);

/** The day a trade `t` was eaten on; of what is taken back, that of the original `o`. */
export const diningDay = sql<string>`coalesce(o.occurred_date, t.occurred_date)`;

/**
 * Trades `t` that can tell of meals of these days: the time tells the index, the booking day the partitions, which no trade lies
 * before. What is taken back happens later than the meal.
 */
export function happened({ from, to }: Pick<Asked, 'from' | 'to'>): RawBuilder<boolean> {
  const found: RawBuilder<unknown>[] = [sql`true`];
  if (from)
    found.push(sql`t.business_date >= ${from}::date and t.occurred_at >= ${isoAt(businessDayEnd(addDays(from, -1)))}`);
  if (to) found.push(sql`(t.kind = 'REVERSE' or t.occurred_at < ${isoAt(businessDayEnd(to))})`);
  return sql<boolean>`${sql.join(found, sql` and `)}`;
}

/**
 * One row per diner and meal that stands: the person, whether they had reported or were counted by their department, and how many heads it is (1; of walk-ins
 * without a card, and of guests, as many as were booked). Per restaurant where the search sees restaurants.
 */
export function standingEaters(db: Db, asked: Asked, some: RawBuilder<boolean> = sql<boolean>`true`) {
  const heads = sql.ref(asked.perRestaurant ? 't.restaurant_heads' : 't.heads');
  const eaters = db
    .selectFrom('trade as t')
    .innerJoin('meal_settlement as s', (on) =>
      on
        .onRef('s.organization_id', '=', 't.organization_id')
        .onRef('s.dining_date', '=', 't.occurred_date')
        .onRef('s.meal_period_id', '=', 't.meal_period_id'),
    )
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 't.organization_id').onRef('v.posting_id', '=', 't.id'),
    )
    .leftJoin('meal_report as r', (on) =>
      on
        .onRef('r.organization_id', '=', 't.organization_id')
        .onRef('r.dining_date', '=', 't.occurred_date')
        .onRef('r.meal_period_id', '=', 't.meal_period_id')
        .onRef('r.person_id', '=', 't.person_id')
        .on('r.status', '=', 'REPORTED'),
    )
    .where('t.kind', '=', 'CONSUME')
    .where('t.attendance', '<>', 'ORDERED_ABSENT')
    .where(happened(asked))
    .where(within(asked, { table: 't', day: sql.ref('t.occurred_date') }))
    .where(stands)
    .where(some)
    .groupBy(['t.organization_id', 't.occurred_date', 't.meal_period_id', 't.person_id', sql.raw(guestsSql)])
    .select([
      't.organization_id as organizationId',
      't.occurred_date as diningDate',
      't.meal_period_id as mealPeriodId',
      't.person_id as personId',
      sql<boolean>`bool_or(r.id is not null)`.as('reported'),
      sql<boolean>`bool_or(r.id is null and ${sql.raw(countedSql())})`.as('counted'),
      sql.raw<boolean>(guestsSql).as('guests'),
      sql<number>`case when t.person_id = 0 then coalesce(sum(${heads}), 0) else 1 end`.as('heads'),
    ]);
  return asked.perRestaurant ? eaters.groupBy('t.restaurant_id') : eaters;
}

export interface Eaten extends MealKey {
  reportedHeads: number;
  countedHeads: number;
  unreportedHeads: number;
  guestHeads: number;
}

/** Diners per meal: those who had reported, those their departments had counted, those who had said nothing, and guests. */
export async function eatenByMeal(db: Db, asked: Asked): Promise<Eaten[]> {
  return db
    .selectFrom(standingEaters(db, asked).as('e'))
    .groupBy(['e.organizationId', 'e.diningDate', 'e.mealPeriodId'])
    .select([
      'e.organizationId',
      'e.diningDate',
      'e.mealPeriodId',
      ...(Object.keys(dinerSorts) as (keyof typeof dinerSorts)[]).map((key) =>
        sql<number>`coalesce(sum(e.heads) filter (where ${sql.raw(dinerSorts[key])}), 0)::bigint`.as(
          `${key}Heads` as const,
        ),
      ),
    ])
    .execute();
}

export interface Counted extends MealKey {
  /** 人次 of consumption on that day of booking. */
  consumeHeads: number;
}

/** Diners per meal as 消费汇总 has them, by the day they were booked. */
export async function headsBooked(db: Db, asked: Asked): Promise<Counted[]> {
  const heads = sql.ref(asked.perRestaurant ? 'u.restaurant_heads' : 'u.heads');
  return db
    .selectFrom('consumed_by_people as u')
    .innerJoin('meal_settlement as s', (on) =>
      on
        .onRef('s.organization_id', '=', 'u.organization_id')
        .onRef('s.dining_date', '=', 'u.business_date')
        .onRef('s.meal_period_id', '=', 'u.meal_period_id'),
    )
    .where(within(asked, { table: 'u', day: sql.ref('u.business_date') }))
    .groupBy(['u.organization_id', 'u.business_date', 'u.meal_period_id'])
    .select([
      'u.organization_id as organizationId',
      'u.business_date as diningDate',
      'u.meal_period_id as mealPeriodId',
      sql<number>`sum(${heads})::bigint`.as('consumeHeads'),
    ])
    .execute();
}

export interface Moved {
  organizationId: number;
  mealPeriodId: number;
  bookedOn: string;
  diningDate: string;
  heads: number;
}

/** Diners booked or taken back on another day than the one of their meal: late records, corrections of past days. */
export async function headsMoved(db: Db, asked: Asked): Promise<Moved[]> {
  const heads = asked.perRestaurant ? 't.restaurant_heads' : 't.heads';
  return (
    db
      .selectFrom('trade as t')
      .leftJoin('trade as o', (on) =>
        on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
      )
      // Booked within the days or after them, eaten before or within.
      .where(within({ ...asked, to: null }, { table: 't', day: sql.ref('t.business_date') }))
      .where(
        sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0) and (t.kind = 'REVERSE' or t.occurred_date <> t.business_date)`,
      )
      .where(sql<boolean>`${diningDay} <> t.business_date`)
      .groupBy(['t.organization_id', 't.meal_period_id', 't.business_date', diningDay])
      .select([
        't.organization_id as organizationId',
        't.meal_period_id as mealPeriodId',
        't.business_date as bookedOn',
        diningDay.as('diningDate'),
        sql<number>`sum(${sql.ref(heads)})::bigint`.as('heads'),
      ])
      .execute()
  );
}
