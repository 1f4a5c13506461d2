/** What was typed of a delivery stays at the server from one look at the totals to the next: a tablet may lose its network, or its battery. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';

export type DraftLine = Readonly<Record<string, unknown>> & { purchaseId?: number | null };

export async function keepDraft(ctx: Ctx, orderId: number, lines: readonly DraftLine[]): Promise<void> {
  const kept = { lines: JSON.stringify(lines), saved_name: ctx.session.name, saved_at: isoAt(ctx.clock.now()) };
  await ctx.db
    .insertInto('receipt_draft')
    .values({ contractor_id: ownContractor(ctx), order_id: orderId, ...kept } as never)
    .onConflict((conflict) => conflict.columns(['contractor_id', 'order_id']).doUpdateSet(kept as never))
    .execute();
}

export interface KeptDraft {
  savedName: string;
  savedAt: string;
  /** By the line of the order. */
  lines: ReadonlyMap<number, DraftLine>;
}

export async function readDraft(ctx: Ctx, orderId: number): Promise<KeptDraft | undefined> {
  const kept = await ctx.db.selectFrom('receipt_draft').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!kept) return undefined;
  return {
    savedName: kept.saved_name,
    savedAt: kept.saved_at,
    lines: new Map((kept.lines as DraftLine[]).map((line) => [line.purchaseId ?? 0, line])),
  };
}

export const dropDraft = async (ctx: Ctx, orderId: number): Promise<void> => {
  await ctx.db.deleteFrom('receipt_draft').where('order_id', '=', orderId).execute();
};
