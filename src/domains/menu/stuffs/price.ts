/** Prices of a unit's food-stuffs: one per day it changes on, the newest word for a day stands. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import '../tables.ts';

export interface PriceSaid {
  foodStuffId: number;
  fromDate: string;
  /** Per kilogram. */
  priceFen: number;
  supplier: string | null;
}

/** Writes prices in one statement; a second word about the same day replaces the first. */
export async function setPrices(ctx: Ctx, prices: readonly PriceSaid[]): Promise<void> {
  if (prices.length === 0) return;
  const ids = await ctx.ids.take(prices.length);
  await ctx.db
    .insertInto('food_stuff_price')
    .values(
      prices.map((price, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        food_stuff_id: price.foodStuffId,
        from_date: price.fromDate,
        price_fen: price.priceFen,
        supplier: price.supplier,
        created_at: isoAt(ctx.clock.now()),
        created_name: ctx.session.name,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'food_stuff_id', 'from_date']).doUpdateSet({
        price_fen: sql`excluded.price_fen`,
        supplier: sql`coalesce(excluded.supplier, food_stuff_price.supplier)`,
        created_at: sql`excluded.created_at`,
        created_name: sql`excluded.created_name`,
      }),
    )
    .execute();
}
