/** What one head eats at a meal: of a set meal all of it, where people choose the average of what is planned. Pure. */
import type { KeptLine } from '../tables.ts';
import { type Amounts, add, nothing, scale, sum } from './amounts.ts';
import type { Food, Served } from './judge-nutrition.ts';
import { mealShare } from './targets.ts';

/** Classes of dishes of which everybody takes one. */
const stapleTypes: readonly string[] = ['主食', '粥', '面点'];
export const isStaple = (typeName: string): boolean => stapleTypes.includes(typeName);

export interface ServedItem {
  dishId: number;
  planQty: number;
  amounts: Amounts;
  lines: readonly Pick<KeptLine, 'name' | 'net' | 'foodClass' | 'mark'>[];
  /** Is it a staple, which everybody takes one of? */
  staple: boolean;
}

export interface ServedMeal {
  date: string;
  restaurantId: number;
  mealPeriodId: number;
  mealName: string;
  /** Do people choose among the dishes? */
  choice: boolean;
  items: readonly ServedItem[];
}

export interface Eaten {
  amounts: Amounts;
  food: Food[];
}

/** Weights of the items for one head: 1 each of a set meal; where people choose, portions planned by the heads expected. */
export function weightsOf({ choice, items }: ServedMeal): number[] {
  const planned = items.reduce((n, item) => n + item.planQty, 0);
  if (!choice || planned === 0) return items.map(() => 1);
  // Everybody takes one staple: the staples planned are the heads. Without staples the dish planned most is.
  const staples = items.filter((item) => item.staple).reduce((n, item) => n + item.planQty, 0);
  const heads = staples > 0 ? staples : Math.max(...items.map((item) => item.planQty));
  return items.map((item) => item.planQty / heads);
}

export function addFood(lists: readonly (readonly Food[])[]): Food[] {
  const found = new Map<string, Food>();
  for (const one of lists.flat()) {
    const known = found.get(one.name);
    if (known) known.grams += one.grams;
    else found.set(one.name, { ...one });
  }
  return [...found.values()];
}

export const scaleFood = (food: readonly Food[], factor: number): Food[] =>
  food.map((one) => ({ ...one, grams: one.grams * factor }));

/** One head at one meal. */
export function eatenAt(meal: ServedMeal): Eaten {
  const weights = weightsOf(meal);
  return {
    amounts: sum(meal.items.map((item, i) => scale(item.amounts, weights[i]!))),
    food: addFood(
      meal.items.map((item, i) =>
        item.lines.map((line) => ({
          name: line.name,
          foodClass: line.foodClass,
          mark: line.mark,
          grams: line.net * weights[i]!,
        })),
      ),
    ),
  };
}

/** The mean of several: of restaurants one eats at one of, of days one lives through. */
export function meanOf(list: readonly Eaten[]): Eaten {
  if (list.length === 0) return { amounts: nothing, food: [] };
  return {
    amounts: scale(sum(list.map((one) => one.amounts)), 1 / list.length),
    food: scaleFood(addFood(list.map((one) => one.food)), 1 / list.length),
  };
}

/** One head on one day: its meals, each at one of the restaurants that serve it. */
export function eatenOn(meals: readonly ServedMeal[]): Eaten {
  const byMeal = Map.groupBy(meals, (meal) => meal.mealPeriodId);
  const each = [...byMeal.values()].map((same) => meanOf(same.map(eatenAt)));
  return {
    amounts: each.reduce((total, one) => add(total, one.amounts), nothing),
    food: addFood(each.map((one) => one.food)),
  };
}

/** Meals of some days as one head has them on an average day. */
export function servedOn(meals: readonly ServedMeal[]): Served {
  const days = [...Map.groupBy(meals, (meal) => meal.date).values()];
  const each = days.map((list): Eaten & { share: number; main: number } => {
    const names = new Set(list.map((meal) => meal.mealName));
    return {
      ...eatenOn(list),
      share: [...names].reduce((sum, name) => sum + mealShare(name), 0),
      main: [...names].filter((name) => name === '午餐' || name === '晚餐').length,
    };
  });
  const mean = (of: (one: (typeof each)[number]) => number) =>
    each.length === 0 ? 0 : each.reduce((sum, one) => sum + of(one), 0) / each.length;
  return { ...meanOf(each), share: mean((one) => one.share), mainMeals: mean((one) => one.main), days: days.length };
}
