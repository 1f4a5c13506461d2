/** 菜谱统计: how often each dish came, when last, what repeats, class balance, checks met week by week. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { amountOf, average, sum } from '../nutrition/amounts.ts';
import { askedOf } from '../nutrition/analyse.ts';
import { servedOn } from '../nutrition/eaten.ts';
import { judgeNutrition, metText } from '../nutrition/judge-nutrition.ts';
import { readMeals, readTarget } from '../nutrition/read-served.ts';
import { mondayOf } from './days.ts';
import { readSettings } from './rules.ts';

const dayMs = 86_400_000;

/** Pairs of days within the limit, in words: 11-16 与 11-18. */
export function repeatsOf(dates: readonly string[], limitDays: number): string[] {
  const days = [...new Set(dates)].sort();
  return days.flatMap((day, i) => {
    const before = days[i - 1];
    if (before === undefined || limitDays === 0) return [];
    const apart = Math.round((Date.parse(day) - Date.parse(before)) / dayMs);
    return apart <= limitDays ? [`${before.slice(5)} 与 ${day.slice(5)}`] : [];
  });
}

interface DishWords {
  name: string;
  typeId: number;
  typeName: string;
}

async function wordsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, DishWords>> {
  const rows = await ctx.db
    .selectFrom('dish as d')
    .innerJoin('food_type as t', 't.id', 'd.type_id')
    .select(['d.id', 'd.name', 'd.type_id as typeId', 't.name as typeName'])
    .where('d.id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows of the report; repeats are looked for restaurant by restaurant. */
export async function dishStatistics(ctx: Ctx, search: Search) {
  const asked = askedOf(ctx, search);
  const meals = await readMeals(ctx, asked);
  const { repeatDays } = await readSettings(ctx);
  const uses = meals.flatMap((meal) =>
    meal.items.map((item) => ({ ...item, date: meal.date, restaurantId: meal.restaurantId })),
  );
  const byDish = Map.groupBy(uses, (use) => use.dishId);
  const words = await wordsOf(ctx, [...byDish.keys()]);
  const ratings = await ctx.db
    .selectFrom('dish_rating')
    .select((eb) => ['dish_id', eb.fn.avg<string>('score').as('score')])
    .where('dish_id', 'in', [0, ...byDish.keys()])
    .groupBy('dish_id')
    .execute();
  const scoreOf = new Map(ratings.map((one) => [one.dish_id, Math.round(Number(one.score) * 10) / 10]));
  return [...byDish].map(([dishId, list]) => {
    const planned = list.filter((use) => use.planQty > 0);
    const repeats = [...Map.groupBy(list, (use) => use.restaurantId).values()].flatMap((own) =>
      repeatsOf(
        own.map((use) => use.date),
        repeatDays,
      ),
    );
    const amounts = average(sum(list.map((use) => use.amounts)));
    const energy = amountOf(amounts, 'energy');
    const protein = amountOf(amounts, 'protein');
    const sodium = amountOf(amounts, 'sodium');
    const round = (value: number | undefined, digits: number) =>
      value === undefined ? null : Number(value.toFixed(digits));
    return {
      id: dishId,
      dishId,
      dishName: words.get(dishId)?.name ?? '',
      typeId: words.get(dishId)?.typeId ?? null,
      typeName: words.get(dishId)?.typeName ?? '',
      times: list.length,
      lastDate: list.reduce((latest, use) => (use.date > latest ? use.date : latest), ''),
      averageQty: planned.length > 0 ? Math.round(planned.reduce((n, use) => n + use.planQty, 0) / planned.length) : 0,
      score: scoreOf.get(dishId) ?? null,
      repeatCount: repeats.length,
      repeatText: repeats.slice(0, 3).join('；') + (repeats.length > 3 ? ' 等' : ''),
      energy: round(energy, 0),
      protein: round(protein, 1),
      sodium: round(sodium, 0),
    };
  });
}

export interface MenuBalance {
  types: { name: string; times: number }[];
  weeks: { week: string; dishes: number; met: string }[];
}

/** Classes and weeks of the same span. */
export async function menuBalance(ctx: Ctx, search: Search): Promise<MenuBalance> {
  const asked = askedOf(ctx, search);
  const meals = await readMeals(ctx, asked);
  const target = await readTarget(ctx, null, asked.to);
  const words = await wordsOf(ctx, [...new Set(meals.flatMap((meal) => meal.items.map((item) => item.dishId)))]);
  const types = new Map<string, number>();
  for (const meal of meals)
    for (const item of meal.items) {
      const name = words.get(item.dishId)?.typeName ?? '';
      types.set(name, (types.get(name) ?? 0) + 1);
    }
  return {
    types: [...types].map(([name, times]) => ({ name, times })).sort((a, b) => b.times - a.times),
    weeks: [...Map.groupBy(meals, (meal) => mondayOf(meal.date))].map(([week, list]) => ({
      week,
      dishes: new Set(list.flatMap((meal) => meal.items.map((item) => item.dishId))).size,
      met: metText(judgeNutrition(servedOn(list), target)),
    })),
  };
}
