/** A quantity, or a supplier, set by hand, with its reason kept beside what was computed. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import { refuseSupplier } from '../suppliers/supplier-state.ts';

export async function changeLine(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const { qty, supplierId, reason } = values as { qty: number; supplierId: number | null; reason: string };
  for (const line of await ctx.db
    .selectFrom('daily_purchase')
    .selectAll()
    .where('id', 'in', ids)
    .forUpdate()
    .execute()) {
    const row = rows.find(({ id }) => id === line.id)!;
    if (line.status !== 'DRAFT') return refuse('NOT_NOW', { why: `${row.goodsName} 已下单，不能改量` });
    let offer = {
      supplier_id: line.supplier_id,
      unit_id: line.unit_id,
      unit_size: line.unit_size,
      price_fen: line.price_fen,
    };
    if (supplierId && supplierId !== line.supplier_id) {
      const no = await refuseSupplier(ctx, supplierId, line.purchase_date);
      if (no) return no;
      const price = await ctx.db
        .selectFrom('supply_price')
        .select(['supplier_id', 'unit_id', 'unit_size', 'price_fen'])
        .where('supplier_id', '=', supplierId)
        .where('goods_id', '=', line.goods_id)
        .where('from_date', '<=', line.purchase_date)
        .where('to_date', '>=', line.purchase_date)
        .executeTakeFirst();
      if (!price)
        return refuse(
          purchaseRefusals.SUPPLIER_NONE,
          { goods: String(row.goodsName) },
          { supplierId: '没有这一天的价格' },
        );
      offer = price;
    }
    const buy = Math.round(qty * offer.unit_size);
    await ctx.db
      .updateTable('daily_purchase')
      .set((eb) => ({
        ...offer,
        buy_qty: buy,
        amount_fen: offer.price_fen === null ? 0 : mulDivHalfUp(buy, offer.price_fen, offer.unit_size),
        edit_reason: reason,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', line.id)
      .execute();
    await ctx.audit({
      action: '改量',
      targetId: line.id,
      targetName: `${row.purchaseDate} ${row.goodsName}`,
      changes: [{ key: 'buy', label: '采购', before: row.buy as string, after: `${qty}（${reason}）` }],
    });
  }
  return null;
}
