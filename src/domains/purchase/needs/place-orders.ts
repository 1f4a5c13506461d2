/** Lines become orders: one per supplier, day and storehouse; suppliers who may not deliver then are refused by name. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import { refuseSupplier } from '../suppliers/supplier-state.ts';
import type { DailyPurchaseRow } from '../tables.ts';
import { aboveLimit } from './order-limit.ts';
import { purchaseFlow } from './purchase-states.ts';

/** Every line has a supplier and a price: his list's of the day, or one typed and agreed to by another. */
async function refuseUnpriced(ctx: Ctx, lines: readonly DailyPurchaseRow[]): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; goods: string; listFen: number | null }>(
    `select p.id, g.name as goods, x.price_fen as "listFen" from daily_purchase p
     join goods g on g.contractor_id = p.contractor_id and g.id = p.goods_id
     left join supply_price x on x.contractor_id = p.contractor_id and x.supplier_id = p.supplier_id and x.goods_id = p.goods_id
       and p.purchase_date between x.from_date and x.to_date and x.unit_id is not distinct from p.unit_id
     where p.contractor_id = $1 and p.id = any($2::bigint[]) order by p.id`,
    [ownContractor(ctx), lines.map(({ id }) => id)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const line of lines) {
    const { goods, listFen } = known.get(line.id)!;
    if (line.supplier_id === null || line.price_fen === null || line.buy_qty === 0)
      return refuse(purchaseRefusals.SUPPLIER_NONE, { goods });
    const price = formatFenGrouped(line.price_fen);
    if (line.typed_id === null && line.price_fen !== listFen)
      return refuse(purchaseRefusals.PRICE_MOVED, {
        goods,
        price,
        now: listFen === null ? '没有这一天的价格' : `${formatFenGrouped(listFen)} 元`,
      });
    if (line.typed_id !== null && line.price_ok_by === null)
      return refuse(purchaseRefusals.PRICE_WAITS, { goods, price, name: line.typed_by ?? '' });
  }
  return undefined;
}

export interface PlacedOrder {
  id: number;
  orderNo: string;
  /** Above the buyer's limit: another agrees first. */
  waits: boolean;
  lineIds: readonly number[];
}

/** Writes the orders of lines that wait; refuses what cannot be ordered, and by whom. Those above the buyer's limit wait, with their lines. */
export async function placeOrders(ctx: Ctx, lines: readonly DailyPurchaseRow[]): Promise<PlacedOrder[] | Refusal> {
  const unpriced = await refuseUnpriced(ctx, lines);
  if (unpriced) return unpriced;
  const placed: PlacedOrder[] = [];
  const groups = Map.groupBy(lines, (line) => `${line.supplier_id}|${line.purchase_date}|${line.storehouse_id}`);
  for (const group of groups.values()) {
    const order = await placeOrder(ctx, group);
    if (isRefusal(order)) return order;
    placed.push(order);
  }
  return placed;
}

async function placeOrder(ctx: Ctx, group: readonly DailyPurchaseRow[]): Promise<PlacedOrder | Refusal> {
  const [first] = group as readonly [DailyPurchaseRow];
  const supplierId = first.supplier_id!;
  const amountFen = group.reduce((sum, line) => sum + line.amount_fen, 0);
  const no = await refuseSupplier(ctx, supplierId, first.purchase_date);
  if (no) return no;
  const waits = await aboveLimit(ctx, { supplierId, day: first.purchase_date, amountFen });
  const id = await ctx.ids.next();
  const orderNo = `CG${id}`;
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('supply_order')
    .values({
      contractor_id: ownContractor(ctx),
      id,
      order_no: orderNo,
      supplier_id: supplierId,
      delivery_date: first.purchase_date,
      storehouse_id: first.storehouse_id,
      line_count: group.length,
      amount_fen: amountFen,
      status: waits ? 'WAITING' : 'ORDERED',
      close_reason: '',
      confirmed_at: null,
      ...madeBy(ctx.session),
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
  const lineIds = group.map((line) => line.id);
  await ctx.db
    .updateTable('daily_purchase')
    .set((eb) => ({
      order_id: id,
      ...(waits ? { status: 'WAITING' as const, updated_at: now, version: eb('version', '+', 1) } : {}),
    }))
    .where('id', 'in', lineIds)
    .execute();
  if (waits)
    await ctx.audit({
      action: purchaseFlow.moves.ask.label,
      targetId: id,
      targetName: `${orderNo}：${formatFenGrouped(amountFen)} 元`,
    });
  return { id, orderNo, waits, lineIds };
}

/** An order's state follows its lines. */
export async function followLines(ctx: Ctx, orderIds: readonly number[]): Promise<void> {
  for (const id of new Set(orderIds)) {
    const lines = await ctx.db.selectFrom('daily_purchase').select('status').where('order_id', '=', id).execute();
    const is = (...some: string[]) => lines.every(({ status }) => some.includes(status));
    const status = is('RECEIVED')
      ? 'RECEIVED'
      : is('RECEIVED', 'CLOSED')
        ? 'CLOSED'
        : is('ORDERED')
          ? 'ORDERED'
          : 'PART_RECEIVED';
    await ctx.db
      .updateTable('supply_order')
      .set({ status, updated_at: isoAt(ctx.clock.now()) })
      .where('id', '=', id)
      .execute();
  }
}
