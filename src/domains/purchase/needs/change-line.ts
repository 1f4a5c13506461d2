/** A quantity, a supplier or a price set by hand, with its reason kept beside what was computed. */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import { purchaseRefusals } from '../refusals.ts';
import { firstDelivery } from '../suppliers/first-delivery.ts';
import { refuseSupplier } from '../suppliers/supplier-state.ts';
import type { DailyPurchaseRow } from '../tables.ts';

interface Asked {
  qty: number;
  supplierId: number | null;
  priceFen?: number | null;
  reason: string;
}

type Offer = Pick<
  DailyPurchaseRow,
  'supplier_id' | 'unit_id' | 'unit_size' | 'price_fen' | 'late' | 'typed_id' | 'typed_by' | 'price_ok_by'
>;
const asListed = { typed_id: null, typed_by: null, price_ok_by: null } as const;

/** The supplier's price of the day, with whether he still can; none: undefined. */
async function listed(ctx: Ctx, line: DailyPurchaseRow, supplierId: number) {
  const price = await ctx.db
    .selectFrom('supply_price as x')
    .innerJoin('supplier as s', 's.id', 'x.supplier_id')
    .select(['x.supplier_id', 'x.unit_id', 'x.unit_size', 'x.price_fen', 'x.lead_days', 's.order_until'])
    .where('x.supplier_id', '=', supplierId)
    .where('x.goods_id', '=', line.goods_id)
    .where('x.from_date', '<=', line.purchase_date)
    .where('x.to_date', '>=', line.purchase_date)
    .executeTakeFirst();
  if (!price) return undefined;
  const { lead_days, order_until, ...offer } = price;
  return { ...offer, late: line.purchase_date < firstDelivery(ctx.clock.now(), lead_days, order_until), ...asListed };
}

/** Whom it is bought from and at what price; one that is not the list's waits for another than who typed it. */
async function offerOf(
  ctx: Ctx,
  line: DailyPurchaseRow,
  { supplierId, priceFen }: Asked,
  goods: string,
): Promise<Offer | Refusal> {
  const other = supplierId !== null && supplierId !== undefined && supplierId !== line.supplier_id;
  const seller = other ? supplierId : line.supplier_id;
  const typed = priceFen !== null && priceFen !== undefined;
  if (seller === null)
    return typed
      ? refuse(purchaseRefusals.SUPPLIER_NONE, { goods }, { supplierId: '手填单价须选供应商' })
      : { ...line };
  if (other) {
    const no = await refuseSupplier(ctx, seller, line.purchase_date);
    if (no) return no;
  }
  const list = await listed(ctx, line, seller);
  if (typed) {
    if (list?.price_fen === priceFen) return list;
    return {
      supplier_id: seller,
      unit_id: list?.unit_id ?? line.unit_id,
      unit_size: list?.unit_size ?? line.unit_size,
      price_fen: priceFen,
      late: list?.late ?? false,
      typed_id: ctx.session.accountId,
      typed_by: ctx.session.name,
      price_ok_by: null,
    };
  }
  if (!other && line.typed_id !== null) return { ...line };
  if (list) return list;
  return other
    ? refuse(purchaseRefusals.SUPPLIER_NONE, { goods }, { supplierId: '没有这一天的价格，可以填单价，由另一人批准' })
    : { ...line };
}

/** Writes what was set of lines that are not ordered yet; refuses a supplier who may not deliver then, or has no price and none is typed. */
export async function changeLine(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const asked = values as unknown as Asked;
  for (const line of await ctx.db
    .selectFrom('daily_purchase')
    .selectAll()
    .where('id', 'in', ids)
    .forUpdate()
    .execute()) {
    const row = rows.find(({ id }) => id === line.id)!;
    if (line.status !== 'DRAFT') return refuse('NOT_NOW', { why: `${row.goodsName} 已下单，不能改量` });
    const found = await offerOf(ctx, line, asked, String(row.goodsName));
    if (isRefusal(found)) return found;
    const { supplier_id, unit_id, unit_size, price_fen, late, typed_id, typed_by, price_ok_by } = found;
    const buy = wholeUnits(asked.qty, unit_size);
    if (buy === undefined) return refuseField('qty', `「${row.goodsName}」${notWhole}`);
    await ctx.db
      .updateTable('daily_purchase')
      .set((eb) => ({
        supplier_id,
        unit_id,
        unit_size,
        price_fen,
        late,
        typed_id,
        typed_by,
        price_ok_by,
        buy_qty: buy,
        amount_fen: price_fen === null ? 0 : mulDivHalfUp(buy, price_fen, unit_size),
        edit_reason: asked.reason,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', line.id)
      .execute();
    const price = price_fen !== line.price_fen && price_fen !== null ? `，单价 ${formatFenGrouped(price_fen)}` : '';
    await ctx.audit({
      action: '改量',
      targetId: line.id,
      targetName: `${row.purchaseDate} ${row.goodsName}`,
      changes: [
        { key: 'buy', label: '采购', before: row.buy as string, after: `${asked.qty}${price}（${asked.reason}）` },
      ],
    });
  }
  return null;
}
