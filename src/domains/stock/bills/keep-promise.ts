/** Promises of orders outside this domain: kept by a sale, made smaller, ended; the order says what it still wants. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { stockKey } from '../ledger/plan.ts';
import { lockStock, type Parts } from '../ledger/post.ts';
import { saveReserved } from './promise.ts';

interface Held {
  id: number;
  storehouseId: number;
  goodsId: number;
  lineId: number;
  qty: number;
}

/**
 * Brings what is held for a document's lines down to what they want (0 ends it) and, once, makes the rest stand until it is ended.
 * What is not held any more is answered: somebody else had it meanwhile.
 */
export async function alignPromise(
  tx: Sql,
  parts: Parts,
  contractorId: number,
  document: { type: string; id: number },
  wanted: ReadonlyMap<number, number>,
): Promise<number[]> {
  const places = await tx.query<Held>(
    `select id, storehouse_id as "storehouseId", goods_id as "goodsId", line_id as "lineId", qty from stock_reservation
     where contractor_id = $1 and document_type = $2 and document_id = $3 and status = 'HELD'`,
    [contractorId, document.type, document.id],
  );
  const at = isoAt(parts.clock.now());
  if (places.rows.length > 0) {
    const state = await lockStock(tx, contractorId, places.rows, businessDay(parts.clock.now()), at);
    // Locked now: nobody cuts or frees them any more.
    const { rows } = await tx.query<Held>(
      `select id, storehouse_id as "storehouseId", goods_id as "goodsId", line_id as "lineId", qty from stock_reservation
       where contractor_id = $1 and document_type = $2 and document_id = $3 and status = 'HELD' order by id for update`,
      [contractorId, document.type, document.id],
    );
    for (const held of rows) {
      const qty = Math.min(held.qty, wanted.get(held.lineId) ?? 0);
      state.pools.get(stockKey(held.storehouseId, held.goodsId))!.reserved -= held.qty - qty;
      await tx.query(
        qty === 0
          ? `update stock_reservation set status = 'FREED', closed_at = $4, expires_at = null where contractor_id = $1 and id = $2 and $3::bigint = 0`
          : `update stock_reservation set qty = $3, expires_at = null where contractor_id = $1 and id = $2 and $4::timestamptz is not null`,
        [contractorId, held.id, qty, at],
      );
    }
    await saveReserved(tx, contractorId, state.pools);
  }
  const { rows: still } = await tx.query<{ lineId: number }>(
    `select line_id as "lineId" from stock_reservation where contractor_id = $1 and document_type = $2 and document_id = $3 and status = 'HELD'`,
    [contractorId, document.type, document.id],
  );
  const has = new Set(still.map(({ lineId }) => lineId));
  return [...wanted].filter(([lineId, qty]) => qty > 0 && !has.has(lineId)).map(([lineId]) => lineId);
}
