/** What goes out to the planted sites: a lot that every one of them cooked with, and a day's waves with their transfers. */
import { type Caterer, from, ledgerHouse, ofSite, plainly } from './supply-plant.ts';

export const usedLot = from.house;
export const goodsPerWave = 30;
/** Numbers of documents beside those of the ledger and of the months. */
const bill = { issue: from.house + 20_000, transfer: from.house + 40_000, wave: from.house + 60_000 };

/** A lot of `goodsId` that was issued to the meal of each site. */
export async function plantUse({ pool, contractorId, today }: Caterer, sites: number, goodsId: number): Promise<void> {
  const each = 10_000;
  await plainly(pool, async (run) => {
    await run(
      `insert into lot (contractor_id, id, goods_id, lot_no, received_at) values ($1, ${usedLot}, $2, 'BENCH-USED', now())`,
      [contractorId, goodsId],
    );
    await run(
      `insert into stock_bill (contractor_id, id, bill_no, kind, status, storehouse_id, site_id, dining_date, meal_period_id, occurred_at,
         created_at, updated_at)
       select $1, ${bill.issue} + n, 'BENCHUSE' || n, 'ISSUE', 'POSTED', ${ledgerHouse}, ${from.site} + n, $3::date,
         ${from.own} + n * ${ofSite}::bigint + 2, now(), now(), now() from generate_series(1, $2::int) n`,
      [contractorId, sites, today],
    );
    await run(
      `insert into stock_entry (contractor_id, business_date, id, storehouse_id, goods_id, version, kind, bill_id, line_id, lot_id, qty,
         value_fen, qty_after, value_after_fen, occurred_at, recorded_at)
       select $1, $4::date, ${from.entry} - 500000000 + n, ${ledgerHouse}, $3, n + 1, case n when 0 then 'IN' else 'ISSUE' end, ${bill.issue} + n, 1,
         ${usedLot}, case n when 0 then $2 * ${each}::bigint else -${each} end, 0, ($2 - n) * ${each}::bigint, 0, now(), now()
       from generate_series(0, $2::int) n`,
      [contractorId, sites, goodsId, today],
    );
  });
  await pool.query('analyze stock_bill; analyze stock_entry');
}

/** A wave to each site with one transfer of thirty goods. */
export async function plantWaves({ pool, contractorId, today }: Caterer, sites: number): Promise<void> {
  const at = [contractorId, sites];
  const lines = `from generate_series(1, $2::int) n, generate_series(1, ${goodsPerWave}) g`;
  await plainly(pool, async (run) => {
    await run(
      `insert into stock_bill (contractor_id, id, bill_no, kind, status, storehouse_id, to_storehouse_id, occurred_at, created_at, updated_at)
       select $1, ${bill.transfer} + n, 'BENCHMOVE' || n, 'TRANSFER', 'SENT', ${ledgerHouse}, ${from.own} + n * ${ofSite}::bigint + 5, now(), now(),
         now() from generate_series(1, $2::int) n`,
      at,
    );
    await run(
      `insert into stock_bill_line (contractor_id, id, bill_id, line_no, goods_id, typed_milli, qty)
       select $1, ${from.entry} - 600000000 + n * 100 + g, ${bill.transfer} + n, g, ${from.goods} + g, 5000000, 5000 ${lines}`,
      at,
    );
    await run(
      `insert into shop_wave (contractor_id, id, wave_no, kind, organization_id, delivery_date, address, status, created_at, updated_at)
       select $1, ${bill.wave} + n, 'BENCHWAVE' || n, 'MATERIAL', ${from.site} + n, $3::date, '中心仓 → 压测仓' || n, 'DELIVERING', now(), now()
       from generate_series(1, $2::int) n`,
      [...at, today],
    );
    await run(
      `insert into shop_wave_line (contractor_id, wave_id, bill_id, goods_id, wanted_qty)
       select $1, ${bill.wave} + n, ${bill.transfer} + n, ${from.goods} + g, 5000 ${lines}`,
      at,
    );
  });
  await pool.query('analyze stock_bill; analyze stock_bill_line; analyze shop_wave; analyze shop_wave_line');
}
