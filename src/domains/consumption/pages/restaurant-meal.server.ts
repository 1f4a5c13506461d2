/** 餐厅餐次. */
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { type ServedMeals, setRestaurantMeals } from '../../tenancy/set-restaurant-meals.ts';
import type { Serving } from '../restaurant-meals.ts';
import restaurantMeal from './restaurant-meal.page.ts';

async function serving(ctx: Ctx): Promise<Serving> {
  const [meals, restaurants] = await Promise.all([
    ctx.db
      .selectFrom('meal_period')
      .select(['id', 'name', 'start_time as startTime', 'end_time as endTime'])
      .where('status', '=', 'NORMAL')
      .orderBy('start_time')
      .execute(),
    ctx.db
      .selectFrom('restaurant')
      .select(['id as restaurantId', 'name as restaurantName', 'meal_period_ids as mealPeriodIds', 'version'])
      .where('status', '=', 'NORMAL')
      .orderBy('name')
      .execute(),
  ]);
  return { meals, restaurants };
}

const isId = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v > 0;

function readServed(sent: unknown): ServedMeals[] | undefined {
  const rows = (sent as { restaurants?: unknown } | null)?.restaurants;
  if (!Array.isArray(rows) || rows.length > 1_000) return undefined;
  const good = (rows as Partial<ServedMeals>[]).every(
    (r) =>
      isId(r?.restaurantId) &&
      isId(r.version) &&
      Array.isArray(r.mealPeriodIds) &&
      r.mealPeriodIds.length <= 100 &&
      r.mealPeriodIds.every(isId),
  );
  return good ? (rows as ServedMeals[]) : undefined;
}

export default bind(restaurantMeal, {
  get: async (ctx) => ({ serving: await serving(ctx) }),
  update: async (ctx, _id, values) => {
    const served = readServed(values.serving);
    if (!served) return refuse('MALFORMED', { detail: 'serving' });
    if (served.some((r) => new Set(r.mealPeriodIds).size !== r.mealPeriodIds.length))
      return refuseField('serving', '同一餐次只能选一次');
    return (await setRestaurantMeals(ctx, served)) ?? null;
  },
});
