/** Orders out of a sheet: the rows of a person make one order, placed as the form places it; the same list again orders nothing twice. */
import type { Field } from '../../../kit/define/field.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { readerOf, type SheetRow, sheetRows } from '../../../kit/server/sheet/sheet-rows.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { type ShelfGoods, shelfAt } from '../shelf/prices.ts';
import type { WantedOrder } from './judge-order.ts';
import type { Hand } from './order-store.ts';
import { placeOrder } from './place-order.ts';
import { personByJobNumber } from './read-person.ts';

/** Rows of one list at most. */
export const mostRows = 1_000;
/** Rows that are told one by one. */
const mostTold = 100;

export interface OrderList {
  organizationId: number;
  deliveryDate: string;
  deliveryWay: 'PICKUP' | 'DELIVERY';
  address: string;
  table: string;
  /** The form's: sent again it is the same list. */
  requestKey: string;
}

interface Line {
  jobNumber: string;
  goodsId: number;
  quantity: number;
}

/** The shelf's goods by whatever the sheet calls them: barcode, code, PLU or name. */
function byCalled(shelf: readonly ShelfGoods[]): ReadonlyMap<string, number> {
  const called = new Map<string, number>();
  for (const { goodsId, name, code, plu, barcodes } of shelf.toReversed())
    for (const word of [name, code, plu, ...barcodes]) if (word !== null) called.set(String(word), goodsId);
  return called;
}

function readLine(row: SheetRow, called: ReadonlyMap<string, number>): Line | string {
  if (row.wrong) return row.wrong;
  const goodsId = called.get(String(row.values.goods).trim());
  if (goodsId === undefined) return `货架上没有「${row.values.goods}」`;
  const quantity = Number(row.values.quantity);
  if (!(quantity > 0)) return '数量须大于 0';
  return { jobNumber: String(row.values.jobNumber).trim(), goodsId, quantity };
}

/** Lines of the same goods of one person are added up. */
function added(lines: readonly Line[]): { goodsId: number; quantity: number }[] {
  const sums = new Map<number, number>();
  for (const { goodsId, quantity } of lines)
    sums.set(goodsId, Math.round(((sums.get(goodsId) ?? 0) + quantity) * 1_000) / 1_000);
  return [...sums].map(([goodsId, quantity]) => ({ goodsId, quantity }));
}

export async function orderByList(
  ctx: Ctx,
  field: Field,
  asked: OrderList,
  by: (personId: number) => Hand,
): Promise<{ id: number } | Refusal> {
  const read = await sheetRows(readerOf(ctx), field, asked.table);
  if (isRefusal(read)) return read;
  if (read.rows.length > mostRows)
    return refuse(saleRefusals.ORDER_LIST_LONG, { rows: read.rows.length, most: mostRows });
  const { organizationId, deliveryDate, deliveryWay: way } = asked;
  const contractorId = ownContractor(ctx);
  const db = sqlOf(ctx.db);
  const called = byCalled(await shelfAt(db, { contractorId, organizationId }, isoAt(ctx.clock.now())));
  const told: { lineNo: number; why: string }[] = [];
  const lines = read.rows.flatMap((row) => {
    const line = readLine(row, called);
    if (typeof line !== 'string') return [{ lineNo: row.lineNo, ...line }];
    told.push({ lineNo: row.lineNo, why: line });
    return [];
  });
  let [orders, amountFen] = [0, 0];
  for (const [jobNumber, own] of Map.groupBy(lines, (line) => line.jobNumber)) {
    const personId = await personByJobNumber(db, organizationId, jobNumber);
    const placed = isRefusal(personId)
      ? personId
      : await placeOrder(
          ctx.services,
          {
            ...{ contractorId, organizationId, personId, deliveryDate, way },
            ...{ address: asked.address, remark: '', lines: added(own) },
          } satisfies WantedOrder,
          { by: by(personId), source: 'STAFF', requestKey: `list:${asked.requestKey}:${personId}` },
        );
    if (isRefusal(placed)) {
      for (const { lineNo } of own) told.push({ lineNo, why: refusalMessage(placed) });
      continue;
    }
    orders += 1;
    amountFen += placed.amount_fen;
  }
  const id = await ctx.ids.next();
  told.sort((a, b) => a.lineNo - b.lineNo);
  await ctx.db
    .insertInto('shop_order_sheet')
    .values({
      contractor_id: contractorId,
      id,
      organization_id: organizationId,
      delivery_date: deliveryDate,
      filename: read.filename,
      row_count: read.rows.length,
      order_count: orders,
      failed_count: told.length,
      amount_fen: amountFen,
      said: told
        .slice(0, mostTold)
        .map(({ lineNo, why }) => `第 ${lineNo} 行：${why}`)
        .join('\n'),
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({ action: '名单下单', targetId: id, targetName: `${read.filename} ${orders} 单` });
  return { id };
}
