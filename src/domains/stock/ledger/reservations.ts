/** Promises of stock: held in the balance, freed or kept by their document, cut where goods have left already. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { deadIn, type StockState, stockKey } from './plan.ts';

interface Held {
  id: number;
  storehouse_id: number;
  goods_id: number;
  qty: number;
}

/** Ends the promises of a document. The balances are locked; `state` is written with the plan, or by `saveReserved`. */
export async function freeReservations(
  tx: Sql,
  contractorId: number,
  { documentType, documentId }: { documentType: string; documentId: number },
  to: 'FREED' | 'USED',
  at: string,
  state: StockState,
): Promise<void> {
  const { rows } = await tx.query<Held>(
    `update stock_reservation set status = $4, closed_at = $5
     where contractor_id = $1 and document_type = $2 and document_id = $3 and status = 'HELD'
     returning id, storehouse_id, goods_id, qty`,
    [contractorId, documentType, documentId, to, at],
  );
  for (const held of rows) {
    const pool = state.pools.get(stockKey(held.storehouse_id, held.goods_id));
    if (!pool) throw new Error(`reservation ${held.id} of goods that are not locked`);
    pool.reserved -= held.qty;
  }
}

/** Promises to lines of orders that a sale keeps. The balances are locked. */
export async function freeLines(
  tx: Sql,
  contractorId: number,
  lineIds: readonly number[],
  at: string,
  state: StockState,
): Promise<void> {
  const { rows } = await tx.query<Held>(
    `update stock_reservation set status = 'USED', closed_at = $3
     where contractor_id = $1 and document_type = 'SHOP_ORDER' and line_id = any($2::bigint[]) and status = 'HELD'
     returning id, storehouse_id, goods_id, qty`,
    [contractorId, lineIds, at],
  );
  for (const held of rows) state.pools.get(stockKey(held.storehouse_id, held.goods_id))!.reserved -= held.qty;
}

/** What is gone, sealed or out of date wins over promises: the youngest are cut until the rest fits. */
export async function cutReservations(tx: Sql, contractorId: number, state: StockState, at: string): Promise<void> {
  for (const [key, pool] of state.pools) {
    const keepable = pool.qty - deadIn(state.lots.get(key) ?? [], state.today);
    if (pool.reserved <= keepable) continue;
    const [storehouseId, goodsId] = key.split(':');
    const { rows } = await tx.query<Held>(
      `select id, storehouse_id, goods_id, qty from stock_reservation
       where contractor_id = $1 and storehouse_id = $2 and goods_id = $3 and status = 'HELD' order by created_at desc, id desc`,
      [contractorId, storehouseId, goodsId],
    );
    const cut: number[] = [];
    for (const held of rows) {
      if (pool.reserved <= keepable) break;
      pool.reserved -= held.qty;
      cut.push(held.id);
    }
    await tx.query(
      `update stock_reservation set status = 'CUT', closed_at = $3 where contractor_id = $1 and id = any($2::bigint[])`,
      [contractorId, cut, at],
    );
  }
}
