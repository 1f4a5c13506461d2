/** Promises of a document's lines: stock that others cannot take while it waits. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { BaseUnit } from '../goods/goods-words.ts';
import { qtyWords } from '../goods/quantity.ts';
import { issuable, stockKey } from '../ledger/plan.ts';
import { lockStock, type Parts } from '../ledger/post.ts';
import { freeReservations } from '../ledger/reservations.ts';
import { stockRefusals } from '../refusals.ts';

export interface Wanted {
  lineId: number;
  lineNo: number;
  storehouseId: number;
  goodsId: number;
  goods: string;
  baseUnit: BaseUnit;
  house: string;
  qty: number;
}

/** Holds stock for lines, all or none; `expiresAt` where the promise ends by itself. */
export async function hold(
  tx: Sql,
  parts: Parts,
  contractorId: number,
  document: { type: string; id: number; expiresAt?: string },
  wanted: readonly Wanted[],
): Promise<Refusal | undefined> {
  if (wanted.length === 0) return undefined;
  const now = parts.clock.now();
  const at = isoAt(now);
  const today = businessDay(now);
  const state = await lockStock(tx, contractorId, wanted, today, at);
  for (const one of wanted) {
    const key = stockKey(one.storehouseId, one.goodsId);
    const pool = state.pools.get(key)!;
    const left = issuable(pool, state.lots.get(key) ?? [], today);
    if (one.qty > left)
      return refuse(stockRefusals.STOCK_SHORT, {
        line: one.lineNo,
        goods: one.goods,
        house: one.house,
        left: qtyWords(left, one.baseUnit),
        want: qtyWords(one.qty, one.baseUnit),
        taken: '',
      });
    pool.reserved += one.qty;
  }
  const ids = await parts.ids.take(wanted.length);
  await tx.query(
    `insert into stock_reservation (contractor_id, document_type, document_id, expires_at, created_at, id, storehouse_id, goods_id, qty, line_id)
     select $1, $2, $3, $4, $5, * from unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])`,
    [
      contractorId,
      document.type,
      document.id,
      document.expiresAt ?? null,
      at,
      ids,
      wanted.map((one) => one.storehouseId),
      wanted.map((one) => one.goodsId),
      wanted.map((one) => one.qty),
      wanted.map((one) => one.lineId),
    ],
  );
  await saveReserved(tx, contractorId, state.pools);
  return undefined;
}

export async function saveReserved(
  tx: Sql,
  contractorId: number,
  pools: ReadonlyMap<string, { reserved: number }>,
): Promise<void> {
  const keys = [...pools.keys()].map((key) => key.split(':').map(Number));
  await tx.query(
    `update stock_balance b set reserved_qty = n.reserved from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as n (s, g, reserved)
     where b.contractor_id = $1 and b.storehouse_id = n.s and b.goods_id = n.g`,
    [contractorId, keys.map(([s]) => s), keys.map(([, g]) => g), [...pools.values()].map(({ reserved }) => reserved)],
  );
}

/** Frees what a document was promised. */
export async function release(
  tx: Sql,
  parts: Parts,
  contractorId: number,
  type: string,
  documentId: number,
): Promise<void> {
  const { rows } = await tx.query<{ storehouseId: number; goodsId: number }>(
    `select distinct storehouse_id as "storehouseId", goods_id as "goodsId" from stock_reservation
     where contractor_id = $1 and document_type = $2 and document_id = $3 and status = 'HELD'`,
    [contractorId, type, documentId],
  );
  if (rows.length === 0) return;
  const now = parts.clock.now();
  const at = isoAt(now);
  const state = await lockStock(tx, contractorId, rows, businessDay(now), at);
  await freeReservations(tx, contractorId, { documentType: type, documentId }, 'FREED', at, state);
  await saveReserved(tx, contractorId, state.pools);
}

/** Holds what the lines of a stock document take. */
export async function holdLines(
  tx: Sql,
  parts: Parts,
  contractorId: number,
  type: string,
  billId: number,
): Promise<Refusal | undefined> {
  const { rows } = await tx.query<Wanted>(
    `select l.id as "lineId", l.line_no as "lineNo", b.storehouse_id as "storehouseId", l.goods_id as "goodsId", g.name as goods,
       g.base_unit as "baseUnit", h.name as house, l.qty
     from stock_bill b join stock_bill_line l on l.contractor_id = b.contractor_id and l.bill_id = b.id
     join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
     join storehouse h on h.contractor_id = b.contractor_id and h.id = b.storehouse_id
     where b.contractor_id = $1 and b.id = $2 order by l.line_no`,
    [contractorId, billId],
  );
  return hold(tx, parts, contractorId, { type, id: billId }, rows);
}

export const releaseLines = (ctx: Ctx, type: string, billId: number): Promise<void> =>
  release(sqlOf(ctx.db), ctx, ctx.session.unitId!, type, billId);
