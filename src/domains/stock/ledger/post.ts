/**
 * The one door of stock. It runs in the caller's transaction: locks balances and lots in one order for everybody, plans, writes
 * balances, lots, entries, variances and day totals. What does not fit is refused; the caller rolls back.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { stockRefusals } from '../refusals.ts';
import { type LotAt, type Move, type Planned, planMoves, type Short, type StockState, stockKey } from './plan.ts';
import { cutReservations, freeLines, freeReservations } from './reservations.ts';
import { writePlan } from './write-plan.ts';

export type Parts = Pick<Services, 'clock' | 'ids'>;

export interface Posting {
  contractorId: number;
  billId: number;
  moves: readonly Move[];
  /** Epoch ms: when it happened; now unless said. */
  occurredAtMs?: number;
  /** Promises that this document keeps: freed before it takes. */
  keeps?: { documentType: string; documentId: number };
  /** The same, by the lines it was promised to. */
  keepsLines?: readonly number[];
}

interface PoolRow {
  storehouse_id: number;
  goods_id: number;
  qty: number;
  value_fen: number;
  reserved_qty: number;
  version: number;
  last_qty: number;
  last_fen: number;
}

/** Opens balances that are not there yet, then locks all of them and their lots, both in one order. */
export async function lockStock(
  tx: Sql,
  contractorId: number,
  places: readonly { storehouseId: number; goodsId: number }[],
  today: string,
  at: string,
): Promise<StockState> {
  const pairs = [...new Map(places.map((one) => [stockKey(one.storehouseId, one.goodsId), one])).values()].sort(
    (a, b) => a.storehouseId - b.storehouseId || a.goodsId - b.goodsId,
  );
  const columns = [pairs.map((one) => one.storehouseId), pairs.map((one) => one.goodsId)];
  await tx.query(
    `insert into stock_balance (contractor_id, storehouse_id, goods_id, updated_at)
     select $1, s, g, $4 from unnest($2::bigint[], $3::bigint[]) with ordinality as p (s, g, n) order by n on conflict do nothing`,
    [contractorId, ...columns, at],
  );
  const { rows } = await tx.query<PoolRow>(
    `select b.storehouse_id, b.goods_id, b.qty, b.value_fen, b.reserved_qty, b.version, b.last_qty, b.last_fen from stock_balance b
     where b.contractor_id = $1 and (b.storehouse_id, b.goods_id) in (select * from unnest($2::bigint[], $3::bigint[]))
     order by b.storehouse_id, b.goods_id for update of b`,
    [contractorId, ...columns],
  );
  const { rows: lots } = await tx.query<LotAt & { storehouseId: number; goodsId: number }>(
    `select s.storehouse_id as "storehouseId", s.goods_id as "goodsId", s.lot_id as "lotId", s.qty, l.status, l.expires_on as "expiresOn"
     from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
     where s.contractor_id = $1 and s.qty > 0 and (s.storehouse_id, s.goods_id) in (select * from unnest($2::bigint[], $3::bigint[]))
     order by s.storehouse_id, s.goods_id, l.expires_on nulls last, l.received_at, l.id`,
    [contractorId, ...columns],
  );
  const state: StockState = { pools: new Map(), lots: new Map(), today };
  for (const row of rows)
    state.pools.set(stockKey(row.storehouse_id, row.goods_id), {
      qty: row.qty,
      valueFen: row.value_fen,
      reserved: row.reserved_qty,
      version: row.version,
      lastQty: row.last_qty,
      lastFen: row.last_fen,
    });
  for (const { storehouseId, goodsId, ...lot } of lots) {
    const key = stockKey(storehouseId, goodsId);
    state.lots.set(key, [...(state.lots.get(key) ?? []), lot]);
  }
  return state;
}

/** Words of a line that takes more than there is: how much is left, and who took some last. */
async function refuseShort(tx: Sql, { contractorId, billId }: Posting, short: Short): Promise<Refusal> {
  const { storehouseId, goodsId, lineId, lotId, qty } = short.move;
  const { rows } = await tx.query<
    Record<'goods' | 'house' | 'left' | 'want' | 'line' | 'lot' | 'state' | 'taken', string>
  >(
    `select g.name as goods, h.name as house, stock_qty($5, g.base_unit) as left, stock_qty($6, g.base_unit) as want,
       coalesce((select l.line_no from stock_bill_line l where l.contractor_id = $1 and l.id = $4), 1) as line,
       (select coalesce(nullif(l.lot_no, ''), l.id::text) from lot l where l.contractor_id = $1 and l.id = $7) as lot,
       (select l.status from lot l where l.contractor_id = $1 and l.id = $7) as state,
       (select '，' || b.maker_name || ' ' || to_char(e.recorded_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' 取走 '
          || stock_qty(-e.qty, g.base_unit)
        from stock_entry e join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
        where e.contractor_id = $1 and e.storehouse_id = $2 and e.goods_id = $3 and e.qty < 0 and e.bill_id <> $8
        order by e.business_date desc, e.version desc limit 1) as taken
     from goods g join storehouse h on h.contractor_id = g.contractor_id and h.id = $2
     where g.contractor_id = $1 and g.id = $3`,
    [contractorId, storehouseId, goodsId, lineId, Math.max(0, short.left), Math.abs(qty), lotId ?? null, billId],
  );
  const { goods = '', house = '', left = '', want = '', line = 1, lot = '', state = '', taken = '' } = rows[0] ?? {};
  if (short.why === 'LOT_STATE')
    return refuse(stockRefusals.LOT_HELD, {
      line,
      goods,
      lot: lot ?? '',
      why: state === 'SEALED' ? '已封存' : '已过期',
    });
  if (short.why === 'VALUE')
    return refuse(stockRefusals.STOCK_VALUE, { line, goods, value: formatFenGrouped(Math.max(0, short.left)) });
  return refuse(stockRefusals.STOCK_SHORT, { line, goods, house, left, want, taken: taken ?? '' });
}

/** An entry as it was written. */
export interface BookedEntry extends Planned {
  businessDate: string;
}

/**
 * The business day that moves of locked balances are booked on: today, by the house's clock and cut-over, but never before what is booked
 * of them already, nor on a day whose totals are folded. The clocks of two nodes differ by seconds, and around the cut-over by a day:
 * entries that follow each other have to stand on days that do. Read after the locks, as a statement of its own: one that waits for a
 * lock goes on with what it saw before.
 */
async function bookingDay(tx: Sql, contractorId: number, state: StockState, today: string): Promise<string> {
  const pairs = [...state.pools.keys()].map((key) => key.split(':').map(Number) as [number, number]);
  const { rows } = await tx.query<{ day: string }>(
    `select greatest($4::date, (select f.folded_to + 1 from stock_folded f where f.contractor_id = $1), max(d.day))::text as day
     from unnest($2::bigint[], $3::bigint[]) as p (s, g) left join lateral (select d.business_date as day from stock_day d
       where d.contractor_id = $1 and d.storehouse_id = p.s and d.goods_id = p.g order by d.business_date desc limit 1) d on true`,
    [contractorId, pairs.map(([house]) => house), pairs.map(([, goods]) => goods), today],
  );
  return rows[0]!.day;
}

/** Posts the moves of a document; answers its entries in their order. */
export async function postStock(parts: Parts, tx: Sql, asked: Posting): Promise<BookedEntry[] | Refusal> {
  const now = parts.clock.now();
  const at = isoAt(now);
  const today = businessDay(now);
  const { contractorId } = asked;
  await tx.query('select stock_ensure_month($1::date)', [today]);
  const state = await lockStock(tx, contractorId, asked.moves, today, at);
  if (asked.keeps) await freeReservations(tx, contractorId, asked.keeps, 'USED', at, state);
  if (asked.keepsLines?.length) await freeLines(tx, contractorId, asked.keepsLines, at, state);
  const plan = planMoves(state, asked.moves);
  if ('why' in plan) return refuseShort(tx, asked, plan);
  await cutReservations(tx, contractorId, state, at);
  const day = await bookingDay(tx, contractorId, state, today);
  if (day !== today) await tx.query('select stock_ensure_month($1::date)', [day]);
  await writePlan(parts, tx, {
    contractorId,
    billId: asked.billId,
    state,
    plan,
    day,
    occurredAt: isoAt(asked.occurredAtMs ?? now),
    recordedAt: at,
  });
  return plan.entries.map((entry) => ({ ...entry, businessDate: day }));
}
