/** Meals that were served, as far as anybody knows: those with a published menu. */
import type { Ctx } from '../../../kit/server/context.ts';

/** Menus `m` of these days with their meal `p` and restaurant `r`, in the order of the day; who asks narrows and selects. */
export const servedMeals = (ctx: Pick<Ctx, 'db'>, fromDay: string, toDay: string) =>
  ctx.db
    .selectFrom('food_menu as m')
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'm.organization_id').onRef('p.id', '=', 'm.meal_period_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'm.organization_id').onRef('r.id', '=', 'm.restaurant_id'),
    )
    .where('m.status', 'in', ['PUBLISHED', 'CLOSED'])
    .where('m.menu_date', '>=', fromDay)
    .where('m.menu_date', '<=', toDay)
    .orderBy('m.menu_date')
    .orderBy('p.start_time')
    .orderBy('r.name');
