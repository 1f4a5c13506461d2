/** The next meals of a unit: what is reported and ordered for them, what is foretold, and how long there is to say so. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { nextMeals } from '../../headcount/public.server.ts';
import { lastWaste, shortWaste } from '../../menu/public.server.ts';
import { ordersAhead } from '../../ordering/public.server.ts';
import type { ComingMeal } from './home-figures.ts';

/** As many as fit beside the meals of today. */
const shown = 4;
const minuteMs = 60_000;

/** The soonest first; none where the unit neither reports nor orders. */
export async function comingMeals(ctx: Ctx): Promise<ComingMeal[]> {
  const nowMs = ctx.clock.now();
  const [reports, orders] = await Promise.all([nextMeals(ctx), ordersAhead(ctx)]);
  const byKey = new Map<string, ComingMeal & { startsAt: number }>();
  const leftOf = (closesAt: number) => Math.max(0, Math.floor((closesAt - nowMs) / minuteMs));
  for (const {
    diningDate,
    mealPeriodId,
    mealName,
    startsAt,
    closesAt,
    portions,
    byDefault,
    counted,
    ...told
  } of reports)
    byKey.set(`${diningDate}/${mealPeriodId}`, {
      diningDate,
      mealPeriodId,
      mealName,
      startsAt,
      reported: { portions, byDefault, counted, leftMinutes: leftOf(closesAt) },
      ordered: null,
      wasted: '',
      ...told,
    });
  for (const { diningDate, mealPeriodId, mealName, startsAt, closesAt, portions } of orders) {
    const key = `${diningDate}/${mealPeriodId}`;
    const before = byKey.get(key) ?? { reported: null, guests: 0, forecast: null, forecastRange: '', wasted: '' };
    const ordered = { portions, leftMinutes: leftOf(closesAt) };
    byKey.set(key, { diningDate, mealPeriodId, mealName, startsAt, ...before, ordered });
  }
  const meals = [...byKey.values()].sort((a, b) => a.startsAt - b.startsAt).slice(0, shown);
  const last = await lastWaste(ctx, {
    date: dateAt(nowMs),
    mealPeriodIds: meals.map((meal) => meal.mealPeriodId),
  });
  return meals.map(({ startsAt: _startsAt, ...meal }) => {
    const waste = last.get(meal.mealPeriodId);
    return waste ? { ...meal, wasted: `${waste.date.slice(5)} ${shortWaste(waste)}` } : meal;
  });
}
