/** Writes what was planned: each table by one statement, however many lines a document has. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { dayGroups, inDay } from './entry-kinds.ts';
import { type Plan, type Planned, type StockState, stockKey } from './plan.ts';
import type { Parts } from './post.ts';

interface Writing {
  contractorId: number;
  billId: number;
  state: StockState;
  plan: Plan;
  /** The business day. */
  day: string;
  occurredAt: string;
  recordedAt: string;
}

const pairOf = (key: string) => key.split(':').map(Number) as [storehouseId: number, goodsId: number];

async function writeBalances(tx: Sql, { contractorId, state, recordedAt }: Writing): Promise<void> {
  const pools = [...state.pools].map(([key, pool]) => ({ pair: pairOf(key), pool }));
  await tx.query(
    `update stock_balance b set qty = n.qty, value_fen = n.value, reserved_qty = n.reserved, version = n.version, last_qty = n.last_qty,
       last_fen = n.last_fen, updated_at = $10
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
       as n (s, g, qty, value, reserved, version, last_qty, last_fen)
     where b.contractor_id = $1 and b.storehouse_id = n.s and b.goods_id = n.g`,
    [
      contractorId,
      pools.map(({ pair }) => pair[0]),
      pools.map(({ pair }) => pair[1]),
      pools.map(({ pool }) => pool.qty),
      pools.map(({ pool }) => pool.valueFen),
      pools.map(({ pool }) => pool.reserved),
      pools.map(({ pool }) => pool.version),
      pools.map(({ pool }) => pool.lastQty),
      pools.map(({ pool }) => pool.lastFen),
      recordedAt,
    ],
  );
}

async function writeLots(tx: Sql, { contractorId, state, plan }: Writing): Promise<void> {
  const touched = [
    ...new Map(plan.entries.flatMap((e) => (e.lotId === null ? [] : [[lotKey(e), e] as const]))).values(),
  ];
  await tx.query(
    `insert into stock_lot (contractor_id, storehouse_id, goods_id, lot_id, qty)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
     on conflict (contractor_id, storehouse_id, goods_id, lot_id) do update set qty = excluded.qty`,
    [
      contractorId,
      touched.map((e) => e.storehouseId),
      touched.map((e) => e.goodsId),
      touched.map((e) => e.lotId),
      touched.map(
        (e) => state.lots.get(stockKey(e.storehouseId, e.goodsId))!.find(({ lotId }) => lotId === e.lotId)!.qty,
      ),
    ],
  );
}

const lotKey = (e: Planned) => `${e.storehouseId}:${e.goodsId}:${e.lotId}`;

async function writeEntries(parts: Parts, tx: Sql, writing: Writing): Promise<void> {
  const { contractorId, billId, plan, day, occurredAt, recordedAt } = writing;
  const { entries } = plan;
  const ids = await parts.ids.take(entries.length);
  await tx.query(
    `insert into stock_entry (contractor_id, business_date, bill_id, occurred_at, recorded_at, id, storehouse_id, goods_id, version, kind,
       line_id, lot_id, qty, value_fen, qty_after, value_after_fen, of_entry_id)
     select $1, $2, $3, $4, $5, * from unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[],
       $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])`,
    [
      contractorId,
      day,
      billId,
      occurredAt,
      recordedAt,
      ids,
      entries.map((e) => e.storehouseId),
      entries.map((e) => e.goodsId),
      entries.map((e) => e.version),
      entries.map((e) => e.kind),
      entries.map((e) => e.lineId),
      entries.map((e) => e.lotId),
      entries.map((e) => e.qty),
      entries.map((e) => e.valueFen),
      entries.map((e) => e.qtyAfter),
      entries.map((e) => e.valueAfterFen),
      entries.map((e) => e.ofEntryId),
    ],
  );
}

const counted = dayGroups.flatMap((group) =>
  group === 'revalue' ? ['revalue_fen'] : [`${group}_qty`, `${group}_fen`],
);

async function writeDays(tx: Sql, { contractorId, plan, state, day }: Writing): Promise<void> {
  const totals = new Map<string, Record<string, number>>();
  for (const entry of plan.entries) {
    const key = stockKey(entry.storehouseId, entry.goodsId);
    const total = totals.get(key) ?? Object.fromEntries(counted.map((column) => [column, 0]));
    const { group, sign } = inDay[entry.kind];
    if (group !== 'revalue') total[`${group}_qty`]! += sign * entry.qty;
    total[`${group}_fen`]! += sign * entry.valueFen;
    totals.set(key, total);
  }
  const keys = [...totals.keys()];
  const columns = [...counted, 'qty_after', 'value_after_fen'];
  const values = [
    ...counted.map((column) => keys.map((key) => totals.get(key)![column])),
    keys.map((key) => state.pools.get(key)!.qty),
    keys.map((key) => state.pools.get(key)!.valueFen),
  ];
  await tx.query(
    `insert into stock_day as d (contractor_id, business_date, storehouse_id, goods_id, ${columns.join(', ')})
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], ${columns.map((_, i) => `$${i + 5}::bigint[]`).join(', ')})
     on conflict (contractor_id, storehouse_id, goods_id, business_date) do update set
       ${counted.map((column) => `${column} = d.${column} + excluded.${column}`).join(', ')},
       qty_after = excluded.qty_after, value_after_fen = excluded.value_after_fen`,
    [contractorId, day, keys.map((key) => pairOf(key)[0]), keys.map((key) => pairOf(key)[1]), ...values],
  );
}

async function writeVariances(parts: Parts, tx: Sql, writing: Writing): Promise<void> {
  const { contractorId, billId, day, recordedAt } = writing;
  const { variances } = writing.plan;
  if (variances.length === 0) return;
  const ids = await parts.ids.take(variances.length);
  await tx.query(
    `insert into price_variance (contractor_id, bill_id, business_date, recorded_at, id, storehouse_id, goods_id, line_id, lot_id, kind,
       amount_fen)
     select $1, $2, $3, $4, * from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[])`,
    [
      contractorId,
      billId,
      day,
      recordedAt,
      ids,
      variances.map((v) => v.storehouseId),
      variances.map((v) => v.goodsId),
      variances.map((v) => v.lineId),
      variances.map((v) => v.lotId),
      variances.map((v) => v.kind),
      variances.map((v) => v.amountFen),
    ],
  );
}

export async function writePlan(parts: Parts, tx: Sql, writing: Writing): Promise<void> {
  if (writing.plan.entries.length > 0) {
    await writeBalances(tx, writing);
    await writeLots(tx, writing);
    await writeEntries(parts, tx, writing);
    await writeDays(tx, writing);
  }
  await writeVariances(parts, tx, writing);
}
