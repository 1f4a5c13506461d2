/** Drops drafts that nobody has handed in; what a transfer's draft was promised is free again. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { releaseLines } from './promise.ts';

export async function discardDraft(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done | Refusal> {
  const bills = await ctx.db
    .selectFrom('stock_bill')
    .select(['id', 'status', 'maker_id'])
    .where('id', 'in', ids)
    .forUpdate()
    .execute();
  for (const bill of bills) {
    const name = String(rows.find(({ id }) => id === bill.id)?.billNo ?? bill.id);
    if (bill.status !== 'DRAFT' || bill.maker_id !== ctx.session.accountId)
      return refuse('NOT_NOW', { why: `${name} 只能由制单人在草稿时删除` });
    const bound = await ctx.services.transferFollower?.changes(ctx, bill.id);
    if (bound) return bound;
    await releaseLines(ctx, 'TRANSFER', bill.id);
    await ctx.db.deleteFrom('stock_bill').where('id', '=', bill.id).execute();
    await ctx.audit({ action: '删除', targetId: bill.id, targetName: name });
  }
  return null;
}
