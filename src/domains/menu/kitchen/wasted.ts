/** What a kitchen made of a meal and nobody ate, for its sheet: of this meal once it is over, before it of the last one of its kind. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { lastWaste, wasteOfMeals } from '../sales/waste.ts';
import { shortWaste } from '../sales/waste-words.ts';
import type { NamedMeal } from './read-meals.ts';

/** In words; empty where nothing is known. */
export async function wastedOf(ctx: Ctx, { menuId, date, mealPeriodId, restaurantId }: NamedMeal): Promise<string> {
  const [own] = menuId === null ? [] : await wasteOfMeals(ctx, sql<boolean>`m.id = ${menuId}`);
  if (own) return shortWaste(own);
  const last = (await lastWaste(ctx, { date, mealPeriodIds: [mealPeriodId], restaurantId })).get(mealPeriodId);
  return last ? `${shortWaste(last)}（上次 ${last.date.slice(5)}）` : '';
}
