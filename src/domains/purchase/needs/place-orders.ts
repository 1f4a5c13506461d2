/** Lines become orders: one per supplier, day and storehouse; suppliers who may not deliver then are refused by name. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import { refuseSupplier } from '../suppliers/supplier-state.ts';
import type { DailyPurchaseRow } from '../tables.ts';

export async function placeOrders(ctx: Ctx, lines: readonly DailyPurchaseRow[]): Promise<Refusal | undefined> {
  for (const line of lines)
    if (line.supplier_id === null || line.price_fen === null || line.buy_qty === 0) {
      const goods = await ctx.db
        .selectFrom('goods')
        .select('name')
        .where('id', '=', line.goods_id)
        .executeTakeFirstOrThrow();
      return refuse(purchaseRefusals.SUPPLIER_NONE, { goods: goods.name });
    }
  const groups = Map.groupBy(lines, (line) => `${line.supplier_id}|${line.purchase_date}|${line.storehouse_id}`);
  const now = isoAt(ctx.clock.now());
  for (const group of groups.values()) {
    const [first] = group as [DailyPurchaseRow];
    const no = await refuseSupplier(ctx, first.supplier_id!, first.purchase_date);
    if (no) return no;
    const id = await ctx.ids.next();
    await ctx.db
      .insertInto('supply_order')
      .values({
        contractor_id: ownContractor(ctx),
        id,
        order_no: `CG${id}`,
        supplier_id: first.supplier_id!,
        delivery_date: first.purchase_date,
        storehouse_id: first.storehouse_id,
        line_count: group.length,
        amount_fen: group.reduce((sum, line) => sum + line.amount_fen, 0),
        status: 'ORDERED',
        close_reason: '',
        confirmed_at: null,
        maker_id: ctx.session.accountId,
        maker_name: ctx.session.name,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
    await ctx.db
      .updateTable('daily_purchase')
      .set({ order_id: id })
      .where(
        'id',
        'in',
        group.map((line) => line.id),
      )
      .execute();
  }
  return undefined;
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
