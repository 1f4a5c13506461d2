/** What came back and cannot be sold again leaves as a loss, out of the lots it came back to. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { bookHouse } from '../bills/house-bill.ts';

export async function spoilReturn(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const due = await ctx.db.selectFrom('stock_due').selectAll().where('id', '=', ids[0]!).forUpdate().executeTakeFirst();
  if (!due) return refuse('NOT_FOUND');
  if (due.kind !== 'RETURN' || due.status !== 'BOOKED' || due.spoilt_bill_id !== null)
    return refuse('NOT_NOW', { why: '只有已退回入库、还没有报损的商品可以报损' });
  const entries = await ctx.db
    .selectFrom('stock_entry as e')
    .innerJoin('stock_due_part as p', (on) =>
      on.onRef('p.contractor_id', '=', 'e.contractor_id').onRef('p.bill_id', '=', 'e.bill_id'),
    )
    .select(['e.lot_id', 'e.qty', 'e.value_fen'])
    .where('p.due_id', '=', due.id)
    .where('e.goods_id', '=', due.goods_id)
    .orderBy('e.id')
    .execute();
  const billId = await bookHouse(ctx, {
    kind: 'LOSS',
    storehouseId: due.storehouse_id,
    reason: `退货报损：${String(values.reason)}`,
    source: { type: 'STOCK_DUE', id: due.id },
    lines: entries.map(({ lot_id, qty, value_fen }) => ({
      goodsId: due.goods_id,
      unitId: null,
      typedMilli: qty * 1_000,
      qty,
      amountFen: value_fen,
      move: { kind: 'LOSS' as const, qty: -qty, lotId: lot_id!, anyLot: true as const, physical: true as const },
    })),
  });
  if (isRefusal(billId)) return billId;
  await ctx.db.updateTable('stock_due').set({ spoilt_bill_id: billId }).where('id', '=', due.id).execute();
  await ctx.audit({ action: '退货报损', targetId: due.id, targetName: String(values.reason) });
  return null;
}
