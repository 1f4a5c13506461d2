/** 查看被拒绝的通行: who looked at refused passages, and when. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';

/** Notes the first look; a later one changes nothing. */
export async function notePassagesSeen(ctx: Ctx, { ids, rows }: ActionInput): Promise<null> {
  await ctx.db
    .updateTable('passage')
    .set({ seen_at: isoAt(ctx.clock.now()), seen_name: ctx.session.name })
    .where('id', 'in', ids)
    // Their times lead to their partitions.
    .where(
      'at',
      'in',
      rows.map((row) => row.at as string),
    )
    .where('seen_at', 'is', null)
    .execute();
  await ctx.audit({ action: '查看被拒绝的通行', targetName: `${ids.length} 条` });
  return null;
}
