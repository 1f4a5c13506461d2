/** What buying and a shop have written in a year: deliveries accepted line by line, lines sold over the till, orders. All of it adds up. */
import { addDays } from '../src/kit/server/clock.ts';
import { benchGoods, type Caterer, from, ledgerDays, plainly } from './supply-plant.ts';

/** First numbers, beside those of the ledger. */
const book = { house: from.house + 1, bill: from.house + 80_000_000, row: 35_000_000_000, trade: 36_000_000_000 };
/** Goods of one receipt, of one order. */
const [perReceipt, perOrder] = [10, 5];

/** `count` lines of receipts and as many sales of them, in a storehouse of its own with the ledger's goods. Called after `plantLedger`. */
export async function plantBooks(
  { pool, contractorId, organizationId, today }: Caterer,
  count: number,
): Promise<number> {
  const first = addDays(today, -ledgerDays);
  const times = Math.max(1, Math.floor(count / benchGoods));
  const line = `${book.row} + n * ${times}::bigint + v`;
  // Each time somewhere in the year, in the morning in and at noon out.
  const every = `generate_series(1, ${benchGoods}) n cross join generate_series(1, ${times}) v
    cross join lateral (select $2::date + ((v - 1) * ${ledgerDays}::bigint / ${times})::int as day) d
    cross join lateral (select (d.day + time '08:00') at time zone 'Asia/Shanghai' as morning, (d.day + time '12:00') at time zone 'Asia/Shanghai' as noon) t`;
  const at = [contractorId, first];
  const receipt = `${book.row} + v * ${benchGoods}::bigint + (n - 1) / ${perReceipt}`;
  await plainly(pool, async (run) => {
    await run(
      `insert into storehouse select r.* from (select * from storehouse where contractor_id = $1 and id = ${from.house}) o,
         lateral jsonb_populate_record(null::storehouse, to_jsonb(o) || jsonb_build_object('id', ${book.house}, 'name', '压测商店仓')) r`,
      [contractorId],
    );
    await run(
      `insert into stock_bill (contractor_id, id, bill_no, kind, status, storehouse_id, occurred_at, business_date, created_at, updated_at)
       select $1, ${book.bill} + k, 'BENCHBOOK' || k, case k % 2 when 1 then 'RECEIVE' else 'SALE' end, 'POSTED', ${book.house}, d.day, d.day, d.day, d.day
       from generate_series(1, ${times * 2}) k, lateral (select $2::date + ((k - 1) / 2 * ${ledgerDays}::bigint / ${times})::int as day) d`,
      at,
    );
    await run(
      `insert into receipt (contractor_id, id, receipt_no, supplier_id, supplier_name, storehouse_id, inspector_id, inspector_name, second_id,
         second_name, amount_fen, line_count, held_count, accepted_at, status, created_at, updated_at)
       select distinct on (${receipt}) $1, ${receipt}, 'BENCHBOOK' || v || '-' || (n - 1) / ${perReceipt}, s.id, s.name, ${book.house}, 1, '压测', 2, '压测', 0,
         ${perReceipt}, 0, t.morning, 'DONE', t.morning, t.morning from ${every} cross join (select id, name from supplier order by id limit 1) s`,
      at,
    );
    await run(
      `insert into daily_purchase (contractor_id, id, purchase_date, goods_id, storehouse_id, need_qty, stock_qty, transit_qty, ordered_qty, least_qty,
         suggest_qty, buy_qty, received_qty, status, created_at, updated_at)
       select $1, ${line}, d.day, ${from.goods} + n, ${book.house}, 10, 0, 0, 0, 0, 10, 10, 10, 'RECEIVED', t.morning, t.morning from ${every}
       on conflict do nothing`,
      at,
    );
    await run(
      `insert into receipt_line (contractor_id, id, receipt_id, line_no, purchase_id, goods_id, typed_milli, qty, price_fen, amount_fen, lot_id, look, verdict, status)
       select $1, ${line}, ${receipt}, 1 + (n - 1) % ${perReceipt}, p.id, ${from.goods} + n, 10000, 10, 2, 20, ${line}, 'GOOD', 'TAKE', 'POSTED'
       from ${every} join daily_purchase p on p.contractor_id = $1 and p.id = ${line}`,
      at,
    );
    await run(
      `insert into lot (contractor_id, id, goods_id, lot_no, received_at, receipt_line_id)
       select $1, ${line}, ${from.goods} + n, 'B' || n || '-' || v, t.morning, ${line} from ${every}`,
      at,
    );
    for (const [k, kind, qty, fen, instant] of [
      [1, 'RECEIVE', 10, 20, 'morning'],
      [2, 'SALE', -9, -18, 'noon'],
    ] as const)
      await run(
        `insert into stock_entry (contractor_id, business_date, id, storehouse_id, goods_id, version, kind, bill_id, line_id, lot_id, qty, value_fen,
           qty_after, value_after_fen, occurred_at, recorded_at)
         select $1, d.day, ${book.row} + (n * ${times}::bigint + v) * 2 + ${k}, ${book.house}, ${from.goods} + n, v * 2 - 2 + ${k}, '${kind}',
           ${book.bill} + v * 2 - 2 + ${k}, ${line}, ${line}, ${qty}, ${fen}, v + ${k === 1 ? 9 : 0}, (v + ${k === 1 ? 9 : 0}) * 2, t.${instant}, t.${instant}
         from ${every}`,
        at,
      );
    await run(
      `insert into stock_day (contractor_id, storehouse_id, goods_id, business_date, in_qty, in_fen, sale_qty, sale_fen, qty_after, value_after_fen)
       select $1, ${book.house}, ${from.goods} + n, d.day, count(*) * 10, count(*) * 20, count(*) * 9, count(*) * 18, max(v), max(v) * 2
       from ${every} group by n, d.day`,
      at,
    );
    await run(
      `insert into stock_balance (contractor_id, storehouse_id, goods_id, qty, value_fen, version, last_qty, last_fen, updated_at)
       select $1, ${book.house}, ${from.goods} + n, ${times}, ${times * 2}, ${times * 2}, 10, 20, now() from generate_series(1, ${benchGoods}) n`,
      [contractorId],
    );
    await run(
      `insert into stock_lot (contractor_id, storehouse_id, goods_id, lot_id, qty) select $1, ${book.house}, ${from.goods} + n, ${line}, 1 from ${every}`,
      at,
    );
    const sale = `${book.trade} + v * ${benchGoods}::bigint + n`;
    await run(
      `insert into trade_item (organization_id, id, kind, trade_id, line_no, business_date, meal_period_id, restaurant_id, device_id, person_id, name,
         quantity, unit_price_fen, amount_fen, status, occurred_at, goods_id, unit_size)
       select $3, ${line}, 'GOODS', ${sale}, 1, d.day, 0, 0, 0, 0, '压测物料', 9, 3, 27, 'SETTLED', t.noon, ${from.goods} + n, 1 from ${every}
       where $1::bigint is not null`,
      [...at, organizationId],
    );
    await run(
      `insert into stock_due (contractor_id, id, organization_id, trade_id, line_no, kind, storehouse_id, goods_id, qty, booked_qty, status, sold_at,
         created_at, booked_at)
       select $1, ${line}, $3, ${sale}, 1, 'SALE', ${book.house}, ${from.goods} + n, 9, 9, 'BOOKED', t.noon, t.noon, t.noon from ${every}`,
      [...at, organizationId],
    );
    await run(
      `insert into stock_due_part (contractor_id, due_id, bill_id, qty) select $1, ${line}, ${book.bill} + v * 2, 9 from ${every}`,
      at,
    );
    const order = `${book.trade} + v * ${benchGoods}::bigint + (n - 1) / ${perOrder}`;
    await run(
      `insert into shop_order select distinct on (${order}) r.* from ${every} cross join (select * from shop_order where contractor_id = $1 and organization_id = $3
           and pay_way <> 'THIRD' order by id limit 1) o cross join lateral jsonb_populate_record(null::shop_order, to_jsonb(o) || jsonb_build_object('id', ${order},
           'order_no', 'BENCH' || v || '-' || (n - 1) / ${perOrder}, 'request_key', null, 'amount_fen', ${27 * perOrder}, 'delivery_fee_fen', 0,
           'refunded_fen', 0, 'hold_id', null, 'trade_id', null, 'pick_code', null, 'status', 'FINISHED', 'delivery_date', d.day, 'created_at', t.morning,
           'finished_at', t.noon, 'updated_at', t.noon, 'wave_id', null)) r`,
      [...at, organizationId],
    );
    await run(
      `insert into shop_order_item (organization_id, id, order_id, contractor_id, line_no, goods_id, name, by_weight, unit_name, unit_size, unit_price_fen, qty,
         picked_qty, amount_fen)
       select $3, ${line}, ${order}, $1, 1 + (n - 1) % ${perOrder}, ${from.goods} + n, '压测物料', false, '个', 1, 3, 9, 9, 27 from ${every}`,
      [...at, organizationId],
    );
  });
  const planted =
    'stock_bill receipt receipt_line daily_purchase lot stock_entry stock_day stock_balance stock_lot trade_item stock_due stock_due_part shop_order shop_order_item';
  for (const table of planted.split(' ')) await pool.query(`vacuum (analyze) ${table}`);
  return times * benchGoods;
}
