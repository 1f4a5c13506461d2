/** Where a class stands in the tree: four levels at most, never below itself; what lies in it goes along. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { marketRefusals } from '../refusals.ts';

const most = 4;

/** Everything above it at its new place, or why it cannot stand there. */
export async function aboveAt(
  ctx: Ctx,
  name: string,
  parentId: number | null,
  id: number | null,
): Promise<number[] | Refusal> {
  if (parentId === null) return [];
  const parent = await ctx.db
    .selectFrom('base_catalog')
    .select(['name', 'above'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
  const above = [...parent.above, parentId];
  if (id !== null && above.includes(id))
    return refuse(marketRefusals.CATALOG_ROUND, { name, above: parent.name }, { parentId: '不能是自己或自己的下级' });
  const levels = above.length + 1 + (id === null ? 0 : await levelsBelow(ctx, id));
  return levels <= most
    ? above
    : refuse(marketRefusals.CATALOG_DEEP, { name, above: parent.name, levels }, { parentId: `最多 ${most} 级` });
}

/** Levels that hang below a class. */
async function levelsBelow(ctx: Ctx, id: number): Promise<number> {
  const { rows } = await sql<{
    levels: number;
  }>`select coalesce(max(cardinality(c.above) - cardinality(t.above)), 0)::int as levels
    from base_catalog t join base_catalog c on c.above @> array[t.id] where t.id = ${id}`.execute(ctx.db);
  return rows[0]?.levels ?? 0;
}

/** Puts a class under `above`, and everything below it with it. */
export async function rehang(ctx: Ctx, id: number, above: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('base_catalog')
    .set({ above: [...above] })
    .where('id', '=', id)
    .execute();
  await sql`update base_catalog c set above = ${[...above]}::bigint[] || c.above[array_position(c.above, ${id}::bigint):]
    where c.above @> array[${id}::bigint]`.execute(ctx.db);
}
