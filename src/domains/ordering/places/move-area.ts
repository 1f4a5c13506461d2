/** 上移、下移: the order areas stand in, wherever they are listed, chosen and delivered to. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';

/** Swaps the area with its neighbour; refused at the end of the list. */
export const moveArea =
  (by: -1 | 1) =>
  async (ctx: Ctx, { ids, rows: chosen }: ActionInput): Promise<Refusal | null> => {
    const rows = await ctx.db
      .selectFrom('order_area')
      .where('organization_id', '=', ownOrganization(ctx))
      .orderBy('sort')
      .orderBy('id')
      .select(['id', 'sort'])
      .forUpdate()
      .execute();
    const at = rows.findIndex((row) => row.id === ids[0]);
    const other = rows[at + by];
    if (at < 0) return refuse('NOT_FOUND');
    if (!other) return refuse('NOT_NOW', { why: by < 0 ? '已经在最前' : '已经在最后' });
    const order = rows.map((row) => row.id);
    [order[at], order[at + by]] = [other.id, ids[0]!];
    for (const [i, id] of order.entries())
      if (rows.find((row) => row.id === id)!.sort !== i + 1)
        await ctx.db
          .updateTable('order_area')
          .set({ sort: i + 1, updated_at: isoAt(ctx.clock.now()) })
          .where('id', '=', id)
          .execute();
    await ctx.audit({
      action: by < 0 ? '上移' : '下移',
      targetId: ids[0]!,
      targetName: String(chosen[0]?.name ?? ''),
    });
    return null;
  };

/** Where a new area stands: behind all others. */
export async function lastSort(ctx: Ctx): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('order_area')
    .select(({ fn }) => fn.max('sort').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
