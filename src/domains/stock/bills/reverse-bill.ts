/** Takes a posted document back by an opposite one that names it: cost goes back as it came. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { Move } from '../ledger/plan.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockBillRow, StockEntryRow } from '../tables.ts';
import { bookBill } from './post-bill.ts';
import { newBill } from './save-bill.ts';

/** Documents that others follow from are taken back there: an acceptance by a return, a sale by its refund. */
const bySource: readonly string[] = ['RECEIVE', 'RECEIVE_RETURN', 'SALE', 'SALE_RETURN', 'REVALUE', 'COUNT', 'MAKE'];

const gone = (bill: StockBillRow, why: string) => refuse(stockRefusals.BILL_GONE, { no: bill.bill_no, why });

const refusePast = (ctx: Ctx, bill: StockBillRow): Refusal | undefined =>
  bill.business_date!.slice(0, 7) === businessDay(ctx.clock.now()).slice(0, 7)
    ? undefined
    : gone(bill, '不是本月的单据，请用相反的单据更正');

export function refuseReversal(ctx: Ctx, bill: StockBillRow): Refusal | undefined {
  if (bill.reverses_id) return gone(bill, '它本身就是冲销');
  return bySource.includes(bill.kind) ? gone(bill, '由所属的单据退回') : refusePast(ctx, bill);
}

/** The entries of a document the other way round. What came in leaves at its own worth; a difference to the average is a variance. */
const opposite = (entry: StockEntryRow): Move => ({
  lineId: entry.line_id,
  storehouseId: entry.storehouse_id,
  goodsId: entry.goods_id,
  kind: entry.kind,
  qty: -entry.qty,
  valueFen: Math.abs(entry.value_fen),
  lotId: entry.lot_id!,
  ofEntryId: entry.id,
  ...(entry.qty > 0 ? { anyLot: true as const } : {}),
});

export async function reverseBill(ctx: Ctx, bill: StockBillRow, reason: string): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const { rows: entries } = await tx.query<StockEntryRow>(
    `select e.* from stock_entry e where e.contractor_id = $1 and e.bill_id = $2 order by e.business_date desc, e.id desc`,
    [bill.contractor_id, bill.id],
  );
  const { rows: back } = await tx.query(
    `select 1 from stock_entry e where e.contractor_id = $1 and e.of_entry_id = any($2::bigint[]) limit 1`,
    [bill.contractor_id, entries.map(({ id }) => id)],
  );
  if (back.length > 0) return gone(bill, '已有退料，请先冲销退料单');
  const now = isoAt(ctx.clock.now());
  const id = await ctx.ids.next();
  const made: StockBillRow = {
    ...bill,
    ...newBill(ctx, bill.kind, id, now),
    status: 'POSTED',
    reason: `冲销 ${bill.bill_no}：${reason}`,
    occurred_at: now,
    reverses_id: bill.id,
    checker_id: ctx.session.accountId,
    checker_name: ctx.session.name,
    checked_at: now,
    updated_at: now,
  };
  await ctx.db.insertInto('stock_bill').values(made).execute();
  const booked = await bookBill(ctx, made, entries.map(opposite));
  if (isRefusal(booked)) return booked;
  await ctx.db.updateTable('stock_bill').set({ reversed_by_id: id }).where('id', '=', bill.id).execute();
  return undefined;
}

/** Takes back what another domain's document had booked, when that document is: of this month, and as long as what came in is there. */
export async function takeBackHouse(ctx: Ctx, billId: number, reason: string): Promise<Refusal | undefined> {
  const bill = await ctx.db
    .selectFrom('stock_bill')
    .selectAll()
    .where('id', '=', billId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const no = refusePast(ctx, bill) ?? (await reverseBill(ctx, bill, reason));
  if (no) return no;
  await ctx.db
    .updateTable('stock_bill')
    .set((eb) => ({ status: 'REVERSED', version: eb('version', '+', 1) }))
    .where('id', '=', billId)
    .execute();
  return undefined;
}
