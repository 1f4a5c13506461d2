/** What the diners of each day should have taken of the stores, by the recipes: kitchens of the demo cook about as much. */
import { theoryOf } from '../domains/purchase/public.server.ts';
import type { Actor } from './act.ts';

/** Grams, or pieces, by unit, day, goods, and in `ofMeal` by meal too. */
export interface Eaten {
  /** Goods and grams of a unit's day. */
  of(organizationId: number, day: string): ReadonlyMap<number, number>;
  ofMeal(organizationId: number, day: string, mealPeriodId: number): ReadonlyMap<number, number>;
}

export async function readEaten(keeper: Actor, from: string, to: string): Promise<Eaten> {
  const rows = await theoryOf<{ site: number; day: string; meal: number; goods: number; qty: number }>(
    keeper.ctx('/admin/contractor/report_form/food_margin'),
    { businessDate: [from, to] },
    `t.organization_id as site, t.day::text as day, t.meal_period_id as meal, t.goods_id as goods, sum(t.qty)::bigint as qty`,
    'where t.goods_id is not null and t.qty > 0 group by 1, 2, 3, 4 order by 1, 2, 3, 4',
  );
  const days = Map.groupBy(rows, ({ site, day }) => `${site}|${day}`);
  const added = (some: readonly { goods: number; qty: number }[]) => {
    const sums = new Map<number, number>();
    for (const { goods, qty } of some) sums.set(goods, (sums.get(goods) ?? 0) + qty);
    return sums;
  };
  return {
    of: (site, day) => added(days.get(`${site}|${day}`) ?? []),
    ofMeal: (site, day, meal) => added((days.get(`${site}|${day}`) ?? []).filter((row) => row.meal === meal)),
  };
}
