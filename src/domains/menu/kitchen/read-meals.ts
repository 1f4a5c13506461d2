/** Meals a kitchen cooks on a day: those with dishes, and those somebody asked for without any. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { CookedMeal } from '../services.ts';

export interface MealOnSheet {
  restaurantId: number;
  mealPeriodId: number;
  label: string;
  /** It has ended. */
  over: boolean;
}

/** The meal as the sheet names it. */
export interface NamedMeal extends CookedMeal {
  /** Null: no menu was made. */
  menuId: number | null;
  /** Empty without a menu. */
  status: string;
  place: string;
  meal: string;
}

/** Restaurants with the meals of a day that have dishes, reports, orders or guests. */
export async function mealsOf(ctx: Ctx, day: string): Promise<MealOnSheet[]> {
  const { db } = ctx;
  const cooked = db
    .selectFrom('food_menu as m')
    .innerJoin('food_menu_item as i', (on) =>
      on.onRef('i.organization_id', '=', 'm.organization_id').onRef('i.menu_id', '=', 'm.id'),
    )
    .where('m.menu_date', '=', day)
    .where('m.status', '<>', 'WITHDRAWN')
    .select(['m.restaurant_id as place', 'm.meal_period_id as meal'])
    .union(
      db
        .selectFrom('meal_report')
        .where('dining_date', '=', day)
        .where('status', '=', 'REPORTED')
        .select(['restaurant_id as place', 'meal_period_id as meal']),
    )
    .union(
      db
        .selectFrom('meal_count')
        .where('dining_date', '=', day)
        .where('status', '=', 'REPORTED')
        .select(['restaurant_id as place', 'meal_period_id as meal']),
    )
    .union(
      db
        .selectFrom('meal_order')
        .where('dining_date', '=', day)
        .where('status', 'not in', ['CANCELLED', 'EXPIRED', 'UNPAID'])
        .where('restaurant_id', 'is not', null)
        .select(['restaurant_id as place', 'meal_period_id as meal'])
        .$narrowType<{ place: number }>(),
    )
    .union(
      db
        .selectFrom('guest_meal')
        .where('dining_date', '=', day)
        .where('status', 'in', ['APPROVED', 'SERVED', 'CHARGED'])
        .select(['restaurant_id as place', 'meal_period_id as meal']),
    );
  const rows = await db
    .selectFrom(cooked.as('c'))
    .innerJoin('restaurant as r', 'r.id', 'c.place')
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'c.meal'),
    )
    .orderBy('p.start_time')
    .orderBy('r.id')
    .select(['r.id as restaurantId', 'p.id as mealPeriodId', 'r.name as place', 'p.name as meal', 'p.end_time as ends'])
    .execute();
  const now = isoAt(ctx.clock.now());
  return rows.map(({ restaurantId, mealPeriodId, place, meal, ends }) => ({
    restaurantId,
    mealPeriodId,
    label: `${meal} · ${place}`,
    over: `${day} ${ends}` <= now.slice(0, 16).replace('T', ' '),
  }));
}

/** The day a first look shows: today, or the next one with a menu, or the last. */
export async function dayToShow(ctx: Ctx): Promise<string> {
  const today = dateAt(ctx.clock.now());
  const { next, last } = await ctx.db
    .selectFrom('food_menu')
    .where('status', '<>', 'WITHDRAWN')
    .select([
      sql<string | null>`min(menu_date) filter (where menu_date >= ${today}::date)`.as('next'),
      sql<string | null>`max(menu_date)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  return next ?? last ?? today;
}

/** By its menu, or as a meal of a restaurant on a day. */
export type AskedMeal = { menuId: number } | CookedMeal;

/** Undefined for a menu, restaurant or meal that is not the unit's. */
export async function namedMeal(ctx: Ctx, asked: AskedMeal): Promise<NamedMeal | undefined> {
  const menu = await ctx.db
    .selectFrom('food_menu as m')
    .$call((query) =>
      'menuId' in asked
        ? query.where('m.id', '=', asked.menuId)
        : query
            .where('m.menu_date', '=', asked.date)
            .where('m.restaurant_id', '=', asked.restaurantId)
            .where('m.meal_period_id', '=', asked.mealPeriodId)
            .where('m.status', '<>', 'WITHDRAWN'),
    )
    .select([
      'm.id',
      'm.status',
      'm.menu_date as date',
      'm.restaurant_id as restaurantId',
      'm.meal_period_id as mealPeriodId',
    ])
    .executeTakeFirst();
  const cooked = menu ?? ('menuId' in asked ? undefined : asked);
  if (!cooked) return undefined;
  const { date, restaurantId, mealPeriodId } = cooked;
  const named = await ctx.db
    .selectFrom('restaurant as r')
    .innerJoin('meal_period as p', 'p.organization_id', 'r.organization_id')
    .where('r.id', '=', restaurantId)
    .where('p.id', '=', mealPeriodId)
    .select(['r.name as place', 'p.name as meal'])
    .executeTakeFirst();
  return named && { date, restaurantId, mealPeriodId, menuId: menu?.id ?? null, status: menu?.status ?? '', ...named };
}
