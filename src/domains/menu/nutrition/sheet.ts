/** 带量食谱: each day's meals with their dishes and the grams of every food-stuff for one head, as it is handed in and hung up. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { askedOf } from './analyse.ts';
import { readMeals } from './read-served.ts';

export interface RecipeSheet {
  from: string;
  to: string;
  days: {
    date: string;
    meals: { name: string; place: string; dishes: { name: string; foods: string }[] }[];
  }[];
}

const gramsText = (grams: number) => `${Math.round(grams * 10) / 10}g`;

export async function recipeSheet(ctx: Ctx, search: Search): Promise<RecipeSheet> {
  const asked = askedOf(ctx, search);
  const meals = await readMeals(ctx, asked);
  const places = await ctx.db.selectFrom('restaurant').select(['id', 'name']).execute();
  const dishes = await ctx.db
    .selectFrom('dish')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...new Set(meals.flatMap((meal) => meal.items.map((item) => item.dishId)))])
    .execute();
  const placeOf = new Map(places.map((one) => [one.id, one.name]));
  const nameOf = new Map(dishes.map((one) => [one.id, one.name]));
  return {
    from: asked.from,
    to: asked.to,
    days: [...Map.groupBy(meals, (meal) => meal.date)].map(([date, list]) => ({
      date,
      meals: list.map((meal) => ({
        name: meal.mealName,
        place: placeOf.get(meal.restaurantId) ?? '',
        dishes: meal.items.map((item) => ({
          name: nameOf.get(item.dishId) ?? '',
          foods: item.lines.map((line) => `${line.name} ${gramsText(line.net)}`).join('、') || '没有配料',
        })),
      })),
    })),
  };
}
