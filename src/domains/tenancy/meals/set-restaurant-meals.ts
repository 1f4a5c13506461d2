/** Which meals each restaurant serves, set for several restaurants at once; no meal named means all of them. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

export interface ServedMeals {
  restaurantId: number;
  /** Empty: every meal. */
  mealPeriodIds: readonly number[];
  /** As it was shown; another one is refused. */
  version: number;
}

const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id) => b.includes(id));

/** Sets them; refused when a restaurant or meal is not the unit's, or somebody changed a restaurant meanwhile. */
export async function setRestaurantMeals(ctx: Ctx, served: readonly ServedMeals[]): Promise<Refusal | undefined> {
  const [restaurants, meals] = await Promise.all([
    ctx.db.selectFrom('restaurant').select(['id', 'name', 'meal_period_ids', 'version']).execute(),
    ctx.db.selectFrom('meal_period').select(['id', 'name']).execute(),
  ]);
  const names = new Map(meals.map((m) => [m.id, m.name]));
  const words = (ids: readonly number[]) => (ids.length === 0 ? '全部餐次' : ids.map((id) => names.get(id)).join('、'));
  for (const { restaurantId, mealPeriodIds, version } of served) {
    const before = restaurants.find((r) => r.id === restaurantId);
    if (!before || mealPeriodIds.some((id) => !names.has(id))) return refuse('NOT_FOUND');
    if (before.version !== version) return refuse('STALE', { of: restaurantId });
    if (same(before.meal_period_ids, mealPeriodIds)) continue;
    await ctx.db
      .updateTable('restaurant')
      .set((eb) => ({
        meal_period_ids: [...mealPeriodIds],
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', restaurantId)
      .execute();
    await ctx.audit({
      action: '设置供应餐次',
      targetId: restaurantId,
      targetName: before.name,
      changes: [
        { key: 'mealPeriodIds', label: '供应餐次', before: words(before.meal_period_ids), after: words(mealPeriodIds) },
      ],
    });
  }
  return undefined;
}
