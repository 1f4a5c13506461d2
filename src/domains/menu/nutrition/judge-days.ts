/** What whole days of menus hold against what the unit's people need: said while they are planned and before they are published. Pure. */
import type { GridCell } from '../menus/grid-state.ts';
import type { Week, WeekDish } from '../menus/week.ts';
import { isStaple, type ServedMeal, servedOn } from './eaten.ts';
import { adviceOf, judgeNutrition, metText } from './judge-nutrition.ts';
import type { Target } from './targets.ts';

export interface DayVerdict {
  date: string;
  /** 符合 12 / 18 项. */
  met: string;
  /** What is short and what is too much, worst first; empty where nothing is. */
  advice: string;
}

/** Days in their order; none where nobody's needs are known. */
export function judgeDays(meals: readonly ServedMeal[], target: Target): DayVerdict[] {
  if (target.heads === 0) return [];
  return [...Map.groupBy(meals, (meal) => meal.date)].map(([date, list]) => {
    const checks = judgeNutrition(servedOn(list), target);
    return { date, met: metText(checks), advice: adviceOf(checks) };
  });
}

/** Cells of the grid as they would be served: published dishes as they were kept, others as they are now. */
export function mealsOfCells(
  cells: Iterable<GridCell>,
  { places, meals }: Pick<Week, 'places' | 'meals'>,
  dishes: ReadonlyMap<number, WeekDish>,
): ServedMeal[] {
  return [...cells]
    .filter((cell) => cell.items.length > 0 && cell.status !== 'WITHDRAWN')
    .map(({ date, restaurantId, mealPeriodId, items }) => ({
      date,
      restaurantId,
      mealPeriodId,
      mealName: meals.find((meal) => meal.id === mealPeriodId)?.name ?? '',
      choice: places.find((place) => place.id === restaurantId)?.choice ?? false,
      items: items.flatMap(({ dishId, planQty, kept }) => {
        const dish = dishes.get(dishId);
        if (!dish) return [];
        const { amounts, lines } = kept ?? dish;
        return [{ dishId, planQty, amounts, lines, staple: isStaple(dish.typeName) }];
      }),
    }));
}
