/** 批准单价 of lines whose price was typed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

/** Agrees to prices that another account typed; a line may then be ordered. */
export async function approveTyped(ctx: Ctx, { ids, rows }: ActionInput): Promise<Refusal | null> {
  const lines = await ctx.db
    .selectFrom('daily_purchase')
    .select(['id', 'status', 'typed_id', 'price_ok_by', 'price_fen'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const line of lines) {
    const { goodsName, purchaseDate } = rows.find(({ id }) => id === line.id)!;
    if (line.status !== 'DRAFT' || line.typed_id === null || line.price_ok_by !== null)
      return refuse('NOT_NOW', { why: `${goodsName} 没有待批的单价` });
    if (line.typed_id === ctx.session.accountId)
      return refuse(purchaseRefusals.PRICE_TYPED_SAME, { goods: String(goodsName) });
    await ctx.db
      .updateTable('daily_purchase')
      .set((eb) => ({
        price_ok_by: ctx.session.name,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', line.id)
      .execute();
    await ctx.audit({
      action: '批准单价',
      targetId: line.id,
      targetName: `${purchaseDate} ${goodsName}：${formatFenGrouped(line.price_fen!)} 元`,
    });
  }
  return null;
}
