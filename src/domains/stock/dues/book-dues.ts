/**
 * Books what sales took, a batch of a storehouse at a time: one document, one balance update per goods. The goods are gone already,
 * so promises give way; what the balance lacks stays SHORT and is tried again when there is some.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { takenBy } from '../bills/return-moves.ts';
import { type LotAt, leaveable, type Move, partOf, stockKey } from '../ledger/plan.ts';
import { lockStock, postStock } from '../ledger/post.ts';
import { writeHouseBill } from './sale-bill.ts';

type Parts = Pick<Services, 'pool' | 'clock' | 'ids'>;

interface Due {
  id: number;
  goodsId: number;
  open: number;
  kind: 'SALE' | 'RETURN';
  tradeId: number;
  lineNo: number;
  orderLineId: number | null;
}

const batchOf = 500;

interface House {
  contractor_id: number;
  storehouse_id: number;
  site_id: number | null;
}

/** Storehouses with something to book: what waits, and what was short where there is some now. */
async function houses({ pool }: Parts): Promise<House[]> {
  const { rows } = await pool.query<House>(
    `select /* wall: the house books for every contractor */ d.contractor_id, d.storehouse_id, min(d.organization_id) as site_id
     from stock_due d left join stock_balance b on b.contractor_id = d.contractor_id and b.storehouse_id = d.storehouse_id
       and b.goods_id = d.goods_id
     where d.status = 'WAITING' or d.status = 'SHORT' and b.qty > 0 group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function takeDues(tx: Sql, { contractor_id, storehouse_id }: House): Promise<Due[]> {
  const { rows } = await tx.query<Due>(
    `select d.id, d.goods_id as "goodsId", d.qty - d.booked_qty as open, d.kind, d.trade_id as "tradeId", d.line_no as "lineNo",
       d.order_line_id as "orderLineId"
     from stock_due d where d.contractor_id = $1 and d.storehouse_id = $2
       and (d.kind = 'SALE' or exists (select 1 from stock_due s where s.contractor_id = d.contractor_id and s.trade_id = d.trade_id
         and s.line_no = d.line_no and s.kind = 'SALE' and s.booked_qty >= d.qty))
       and (d.status = 'WAITING' or d.status = 'SHORT'
       and exists (select 1 from stock_balance b where b.contractor_id = d.contractor_id and b.storehouse_id = d.storehouse_id
         and b.goods_id = d.goods_id and b.qty > 0))
     order by d.id limit ${batchOf} for update of d skip locked`,
    [contractor_id, storehouse_id],
  );
  return rows;
}

interface Booked {
  dueId: number;
  qty: number;
}

async function note(
  tx: Sql,
  contractorId: number,
  dues: readonly Due[],
  booked: readonly Booked[],
  billId: number,
  at: string,
) {
  const qtyOf = new Map(booked.map(({ dueId, qty }) => [dueId, qty]));
  await tx.query(
    `update stock_due d set booked_qty = d.booked_qty + n.qty, booked_at = case when n.qty > 0 then $4::timestamptz else d.booked_at end,
       status = case when d.booked_qty + n.qty = d.qty then 'BOOKED' else 'SHORT' end
     from unnest($2::bigint[], $3::bigint[]) as n (id, qty) where d.contractor_id = $1 and d.id = n.id`,
    [contractorId, dues.map(({ id }) => id), dues.map(({ id }) => qtyOf.get(id) ?? 0), at],
  );
  if (booked.length > 0)
    await tx.query(
      `insert into stock_due_part (contractor_id, bill_id, due_id, qty) select $1, $2, * from unnest($3::bigint[], $4::bigint[])`,
      [contractorId, billId, booked.map(({ dueId }) => dueId), booked.map(({ qty }) => qty)],
    );
}

/** Sales of a storehouse as one document. */
async function bookSales(parts: Parts, tx: Sql, house: House, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return;
  const { contractor_id: contractorId, storehouse_id: storehouseId } = house;
  const now = parts.clock.now();
  const at = isoAt(now);
  const today = businessDay(now);
  const goodsIds = [...new Set(dues.map(({ goodsId }) => goodsId))];
  const state = await lockStock(
    tx,
    contractorId,
    goodsIds.map((goodsId) => ({ storehouseId, goodsId })),
    today,
    at,
  );
  const left = new Map(goodsIds.map((goodsId) => [goodsId, state.pools.get(stockKey(storehouseId, goodsId))!.qty]));
  const booked: Booked[] = [];
  const taken = new Map<number, number>();
  for (const { id, goodsId, open } of dues) {
    const qty = Math.min(open, left.get(goodsId)!);
    if (qty === 0) continue;
    left.set(goodsId, left.get(goodsId)! - qty);
    taken.set(goodsId, (taken.get(goodsId) ?? 0) + qty);
    booked.push({ dueId: id, qty });
  }
  if (taken.size === 0) return note(tx, contractorId, dues, [], 0, at);
  const lines = [...taken].map(([goodsId, qty]) => ({ goodsId, qty }));
  const bill = await writeHouseBill(
    parts,
    tx,
    { kind: 'SALE', contractorId, storehouseId, siteId: house.site_id, reason: '商超销售' },
    lines,
  );
  const moves = lines.flatMap(({ goodsId, qty }, i): Move[] => {
    const at = { lineId: bill.lineIds[i]!, storehouseId, goodsId, kind: 'SALE' as const, physical: true as const };
    // What may leave goes first; where it has not been enough, what was held back has gone all the same.
    const free = Math.min(qty, leaveable(state.lots.get(stockKey(storehouseId, goodsId)) ?? ([] as LotAt[]), today));
    return [
      ...(free > 0 ? [{ ...at, qty: -free }] : []),
      ...(qty > free ? [{ ...at, qty: free - qty, anyLot: true as const }] : []),
    ];
  });
  const keepsLines = dues.flatMap(({ orderLineId }) => (orderLineId === null ? [] : [orderLineId]));
  const entries = await postStock(parts, tx, { contractorId, billId: bill.id, moves, keepsLines });
  if (isRefusal(entries)) throw new Error(`sales of ${storehouseId}: ${entries.code}`);
  await bill.worth(entries);
  await note(tx, contractorId, dues, booked, bill.id, at);
}

/** What came back goes to the lots it left, at what it left for; of what was still short nothing more is asked. */
async function bookReturn(parts: Parts, tx: Sql, house: House, due: Due): Promise<void> {
  const { contractor_id: contractorId, storehouse_id: storehouseId } = house;
  const at = isoAt(parts.clock.now());
  const { rows: parts_ } = await tx.query<{ billId: number; qty: number }>(
    `select p.bill_id as "billId", p.qty from stock_due d join stock_due_part p on p.contractor_id = d.contractor_id and p.due_id = d.id
     where d.contractor_id = $1 and d.trade_id = $2 and d.line_no = $3 and d.kind = 'SALE' order by p.bill_id desc`,
    [contractorId, due.tradeId, due.lineNo],
  );
  const moves: Move[] = [];
  const bill = await writeHouseBill(
    parts,
    tx,
    { kind: 'SALE_RETURN', contractorId, storehouseId, siteId: house.site_id, reason: '商超退货' },
    [{ goodsId: due.goodsId, qty: due.open }],
  );
  let open = due.open;
  for (const part of parts_) {
    let rest = Math.min(part.qty, open);
    open -= rest;
    for (const one of (await takenBy(tx, contractorId, part.billId)).filter(({ goodsId }) => goodsId === due.goodsId)) {
      const qty = Math.min(rest, one.qty);
      if (qty === 0) break;
      moves.push({
        lineId: bill.lineIds[0]!,
        storehouseId,
        goodsId: due.goodsId,
        kind: 'SALE_RETURN',
        qty,
        valueFen: partOf(one.fen, qty, one.qty),
        lotId: one.lotId,
        ofEntryId: one.id,
      });
      rest -= qty;
    }
  }
  const entries = await postStock(parts, tx, { contractorId, billId: bill.id, moves });
  if (isRefusal(entries)) throw new Error(`return ${due.id}: ${entries.code}`);
  await bill.worth(entries);
  await note(tx, contractorId, [due], [{ dueId: due.id, qty: due.open }], bill.id, at);
}

/** Books everything that can be; killed amid it, what was not committed waits as before. */
export async function bookDues(parts: Parts, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const house of await houses(parts))
    for (let more = true; more && !signal?.aborted; ) {
      const n = await inTransaction(parts.pool, async (tx) => {
        const dues = await takeDues(tx, house);
        await bookSales(
          parts,
          tx,
          house,
          dues.filter(({ kind }) => kind === 'SALE'),
        );
        for (const due of dues.filter(({ kind }) => kind === 'RETURN')) await bookReturn(parts, tx, house, due);
        return dues.length;
      });
      count += n;
      more = n === batchOf;
    }
  return count;
}
