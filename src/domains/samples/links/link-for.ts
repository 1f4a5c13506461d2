/** Which cabinet the samples of a restaurant, meal and class of dishes go to: the nearest link in use. */
import type { Db } from '../../../kit/server/context.ts';
import '../tables.ts';

export interface Link {
  cabinetId: number;
  scaleId: number | null;
}

/** How near a link is; −1 when it is for others. */
export function nearness(
  link: { meal_period_ids: readonly number[]; dish_type_ids: readonly number[] },
  mealPeriodId: number,
  dishTypeId: number | null,
): number {
  const meal = link.meal_period_ids.length === 0 ? 0 : link.meal_period_ids.includes(mealPeriodId) ? 1 : -9;
  const type =
    link.dish_type_ids.length === 0 ? 0 : dishTypeId !== null && link.dish_type_ids.includes(dishTypeId) ? 2 : -9;
  return Math.max(-1, meal + type);
}

export async function linkFor(
  db: Db,
  restaurantId: number,
  mealPeriodId: number,
  dishTypeId: number | null,
): Promise<Link | undefined> {
  const links = await db
    .selectFrom('sample_link')
    .select(['cabinet_id', 'scale_id', 'meal_period_ids', 'dish_type_ids'])
    .where('restaurant_id', '=', restaurantId)
    .where('status', '=', 'NORMAL')
    .orderBy('id')
    .execute();
  let best: (typeof links)[number] | undefined;
  let most = -1;
  for (const link of links) {
    const near = nearness(link, mealPeriodId, dishTypeId);
    if (near > most) [best, most] = [link, near];
  }
  return best && { cabinetId: best.cabinet_id, scaleId: best.scale_id };
}
