/** 餐厅餐次. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { setRestaurantMeals } from '../../../tenancy/public.server.ts';
import restaurantMeal from './restaurant-meal.page.ts';

export default bind(restaurantMeal, {
  get: async (ctx) => ({
    serving: await ctx.db
      .selectFrom('restaurant')
      .select(['id as restaurantId', 'name as restaurantName', 'meal_period_ids as mealPeriodIds', 'version'])
      .where('status', '=', 'NORMAL')
      .orderBy('name')
      .execute(),
  }),
  update: async (ctx, _id, { serving }) => {
    const served = (serving ?? []).map(({ restaurantId, mealPeriodIds, version }) => ({
      restaurantId: restaurantId!,
      mealPeriodIds: [...new Set(mealPeriodIds ?? [])],
      version: version!,
    }));
    return (await setRestaurantMeals(ctx, served)) ?? null;
  },
});
