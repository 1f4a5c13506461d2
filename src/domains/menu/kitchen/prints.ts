/** Prints of a kitchen's sheet: who printed when, and what stood on it. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { CookedMeal } from '../services.ts';
import { figuresOf, type SheetFigure } from './changes.ts';
import type { Basis } from './portions.ts';
import type { KitchenSheet } from './read-kitchen.ts';

/** So many are told of; older ones stay in the books. */
const shownPrints = 10;

export interface KitchenPrint {
  id: number;
  at: string;
  by: string;
  basis: Basis;
  heads: number;
}

export interface Prints {
  /** How often the meal's sheet was printed. */
  count: number;
  /** The newest first. */
  list: KitchenPrint[];
  /** What stood on the newest; null: it was never printed. */
  last: SheetFigure[] | null;
}

const ofMeal = (ctx: Ctx, { date, restaurantId, mealPeriodId }: CookedMeal) =>
  ctx.db
    .selectFrom('kitchen_print')
    .where('dining_date', '=', date)
    .where('restaurant_id', '=', restaurantId)
    .where('meal_period_id', '=', mealPeriodId);

export async function printsOf(ctx: Ctx, meal: CookedMeal): Promise<Prints> {
  const { count } = await ofMeal(ctx, meal)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofMeal(ctx, meal)
    .orderBy('printed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownPrints)
    .select(['id', 'printed_at', 'printed_name', 'basis', 'heads', 'figures'])
    .execute();
  return {
    count: Number(count),
    list: rows.map((row) => ({
      id: row.id,
      at: row.printed_at,
      by: row.printed_name,
      basis: row.basis,
      heads: row.heads,
    })),
    last: rows[0]?.figures ?? null,
  };
}

/** Keeps what is printed now. */
export async function keepPrint(ctx: Ctx, sheet: KitchenSheet): Promise<KitchenPrint> {
  const { accountId, name } = ctx.session;
  const at = isoAt(ctx.clock.now());
  const id = await ctx.services.ids.next();
  await ctx.db
    .insertInto('kitchen_print')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      dining_date: sheet.date,
      restaurant_id: sheet.restaurantId,
      meal_period_id: sheet.mealPeriodId,
      basis: sheet.basis,
      heads: sheet.total,
      figures: JSON.stringify(figuresOf(sheet)),
      printed_at: at,
      printed_by: accountId,
      printed_name: name,
    })
    .execute();
  return { id, at, by: name, basis: sheet.basis, heads: sheet.total };
}
