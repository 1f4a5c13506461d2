/** What is foretold of coming meals, as menus are planned by it: portions of each restaurant, and what share of them takes a dish. */
import { sql } from 'kysely';
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { plannedBy } from '../kitchen/portions.ts';
import { addDays } from './days.ts';
import { type Cell, cellKey } from './save-cells.ts';

export interface PlaceForecast {
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  portions: number;
  /** What else it stands on, in words. */
  note: string;
}

/** So many days behind say where a meal's diners eat, and which dishes they take. */
const habitDays = 28;
const dishDays = 56;

/** What is foretold of each restaurant, guests among them; of meals foretold before restaurants were, its part of the unit's. */
export async function placeForecasts(ctx: Ctx, from: string, to: string): Promise<PlaceForecast[]> {
  if (ctx.scope.departments !== 'ALL') return [];
  const own = await ctx.db
    .selectFrom('meal_forecast_place as f')
    .leftJoin('meal_forecast as u', (on) =>
      on
        .onRef('u.organization_id', '=', 'f.organization_id')
        .onRef('u.dining_date', '=', 'f.dining_date')
        .onRef('u.meal_period_id', '=', 'f.meal_period_id'),
    )
    .where('f.dining_date', '>=', from)
    .where('f.dining_date', '<=', to)
    .orderBy('f.dining_date')
    .orderBy('f.restaurant_id')
    .select([
      'f.restaurant_id as restaurantId',
      'f.meal_period_id as mealPeriodId',
      'f.dining_date as date',
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end`.as('portions'),
      sql<string>`coalesce(u.note, '')`.as('note'),
    ])
    .execute();
  const known = new Set(own.map((one) => `${one.date}/${one.mealPeriodId}`));
  const parts = await partsOfUnit(ctx, from, to);
  return [...own, ...parts.filter((one) => !known.has(`${one.date}/${one.mealPeriodId}`))];
}

/** The unit's forecasts by who ate where lately. None to who sees a part of it. */
async function partsOfUnit(ctx: Ctx, from: string, to: string): Promise<PlaceForecast[]> {
  if (ctx.scope.restaurants !== 'ALL') return [];
  const told = await ctx.db
    .selectFrom('meal_forecast as f')
    .where('f.dining_date', '>=', from)
    .where('f.dining_date', '<=', to)
    .where('f.told', '<>', 'NONE')
    .orderBy('f.dining_date')
    .select([
      'f.dining_date as date',
      'f.meal_period_id as mealPeriodId',
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end + f.guests`.as('portions'),
      'f.note',
    ])
    .execute();
  if (told.length === 0) return [];
  const today = dateAt(ctx.clock.now());
  const ate = await ctx.db
    .selectFrom('consumed_by_place as u')
    .where('u.business_date', '>=', addDays(today, -habitDays))
    .where('u.business_date', '<', today)
    .where('u.meal_period_id', '<>', 0)
    .groupBy(['u.meal_period_id', 'u.restaurant_id'])
    .having(sql<boolean>`sum(u.heads) > 0`)
    .orderBy('u.restaurant_id')
    .select([
      'u.meal_period_id as mealPeriodId',
      'u.restaurant_id as restaurantId',
      sql<number>`sum(u.heads)::bigint`.as('heads'),
    ])
    .execute();
  return told.flatMap(({ date, mealPeriodId, portions, note }) => {
    const places = ate.filter((one) => one.mealPeriodId === mealPeriodId);
    const all = places.reduce((sum, one) => sum + one.heads, 0);
    return places.map(({ restaurantId, heads }) => ({
      restaurantId,
      mealPeriodId,
      date,
      portions: mulDivHalfUp(portions, heads, all),
      note,
    }));
  });
}

/** Of the portions planned for a meal's most planned dish, how many each dish had lately, 0–1. */
export async function dishShares(ctx: Ctx, before: string): Promise<Map<number, number>> {
  const lately = ctx.db
    .selectFrom('food_menu_item')
    .where('menu_date', '>=', addDays(before, -dishDays))
    .where('menu_date', '<', before);
  const rows = await lately
    .innerJoin(
      lately
        .groupBy('menu_id')
        .having(sql<boolean>`max(plan_qty) > 0`)
        .select(['menu_id', sql<number>`max(plan_qty)`.as('most')])
        .as('m'),
      'm.menu_id',
      'food_menu_item.menu_id',
    )
    .groupBy('food_menu_item.dish_id')
    .select([
      'food_menu_item.dish_id as dishId',
      sql<number>`(sum(food_menu_item.plan_qty)::float8 / sum(m.most))`.as('share'),
    ])
    .execute();
  return new Map(rows.filter((row) => row.share > 0).map((row) => [row.dishId, row.share]));
}

/** The cells with portions for dishes that have none, where the meal is foretold. */
export async function withForecasts(ctx: Ctx, cells: readonly Cell[]): Promise<Cell[]> {
  const open = cells.filter((cell) => cell.items.some((item) => item.planQty === 0));
  const days = open.map((cell) => cell.date).sort();
  if (days.length === 0) return [...cells];
  const told = await placeForecasts(ctx, days[0]!, days.at(-1)!);
  if (told.length === 0) return [...cells];
  const portions = new Map(told.map((one) => [cellKey(one), one.portions]));
  const shares = await dishShares(ctx, days[0]!);
  return cells.map((cell) => ({
    ...cell,
    items: cell.items.map((item) =>
      item.planQty > 0
        ? item
        : { ...item, planQty: plannedBy(portions.get(cellKey(cell)), shares.get(item.dishId) ?? null) },
    ),
  }));
}
