/** The unit's figures of what cooking leaves, and the published ones it may begin with. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, type Db, ownOrganization } from '../../../kit/server/context.ts';
import { referenceRetention } from './reference-retention.ts';
import { type Cooking, cookingOf } from './retention.ts';
import '../tables.ts';

export async function readCooking(db: Db): Promise<(cooking: string | null) => Cooking> {
  const rows = await db
    .selectFrom('cooking_retention')
    .select(['cooking', 'food_class as foodClass', 'nutrient', 'ratio'])
    .execute();
  return cookingOf(rows);
}

/** Enters those published figures that the unit has none of its own for; how many. */
export async function fillRetention(ctx: Ctx): Promise<number> {
  const at = isoAt(ctx.clock.now());
  const all = referenceRetention.flatMap(({ cooking, foodClass, left, source }) =>
    Object.entries(left).map(([nutrient, percent]) => ({
      cooking,
      food_class: foodClass,
      nutrient,
      ratio: percent * 100,
      source,
    })),
  );
  const ids = await ctx.ids.take(all.length);
  const written = await ctx.db
    .insertInto('cooking_retention')
    .values(
      all.map((row, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        ...row,
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning(sql<number>`1`.as('one'))
    .execute();
  return written.length;
}
