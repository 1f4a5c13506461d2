/** 就餐实况: the figures of the home's meal by themselves, and where they hang on a wall. */
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { screensShowing } from '../../display/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { comingMeals } from './coming-meals.ts';
import type { LunchNow } from './home-figures.ts';
import { mealsOf } from './meals-of-day.ts';
import { nextMeal, serving } from './serving.ts';
import { layoutPath } from './serving-blocks.ts';

/** All of it in one answer. */
export async function lunchNow(ctx: Ctx): Promise<LunchNow> {
  const date = businessDay(ctx.clock.now());
  const layout = ctx.services.registry.at(layoutPath);
  const lays = layout !== undefined && may(ctx.session, layout.page, layout.path, 'query');
  const [now, next, { meals }, screens] = await Promise.all([
    comingMeals(ctx).then((coming) => serving(ctx, coming)),
    nextMeal(ctx),
    mealsOf(ctx, date),
    lays ? screensShowing(ctx, 'LUNCH') : null,
  ]);
  return { date, serving: now, next, meals, screens };
}
