/** Dishes of the next days that no cabinet is meant for. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import '../tables.ts';
import { nearness } from './link-for.ts';

export interface Unlinked {
  restaurantId: number;
  place: string;
  meal: string;
  dish: string;
}

export async function unlinkedDishes(ctx: Ctx): Promise<Unlinked[]> {
  const today = dateAt(ctx.clock.now());
  const waiting = await ctx.db
    .selectFrom('sample as s')
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 's.organization_id').onRef('r.id', '=', 's.restaurant_id'),
    )
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .select([
      's.restaurant_id as restaurantId',
      'r.name as place',
      's.meal_period_id as mealId',
      'm.name as meal',
      's.dish_name as dish',
      's.dish_type_id as typeId',
    ])
    .where('s.dining_date', '>=', today)
    .where('s.dining_date', '<=', addDays(today, 2))
    .where('s.status', '=', 'TO_SAMPLE')
    .orderBy('s.dining_date')
    .orderBy('s.id')
    .execute();
  const links = await ctx.db
    .selectFrom('sample_link')
    .select(['restaurant_id', 'meal_period_ids', 'dish_type_ids'])
    .where('status', '=', 'NORMAL')
    .execute();
  return waiting.filter(
    (one) =>
      !links.some((link) => link.restaurant_id === one.restaurantId && nearness(link, one.mealId, one.typeId) >= 0),
  );
}
