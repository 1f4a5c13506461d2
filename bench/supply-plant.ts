/** Rows of a caterer of the size that is asked for: sites with menus and recipes, and a ledger of many entries that adds up. */
import type { Pool } from 'pg';
import { addDays } from '../src/kit/server/clock.ts';

export interface Caterer {
  pool: Pool;
  contractorId: number;
  /** The demo's school: what a site is a copy of. */
  organizationId: number;
  /** The day that is bought for, and the last of the ledger. */
  today: string;
}

export const dishesPerSite = 200;
export const linesPerDish = 15;
export const benchGoods = 5_000;
/** Days the ledger's entries spread over. */
export const ledgerDays = 360;
/** First ids of what is planted: sites, everything of a site, goods, the storehouse and the ledger. */
export const from = {
  site: 700_000_000,
  own: 20_000_000_000,
  goods: 710_000_000,
  house: 720_000_000,
  entry: 30_000_000_000,
};
export const ledgerHouse = from.house;
export const ofSite = 1_000_000;

/** Rows of a table like one that is there, `with_` told by an SQL object over `n` from 1. */
const copies = (table: string, where: string, with_: string) =>
  `insert into ${table} select r.* from (select * from ${table} where ${where} limit 1) o, generate_series(1, $2::int) n,
     lateral jsonb_populate_record(null::${table}, to_jsonb(o) || ${with_}) r`;

/** One connection that may take as long as it needs. */
export async function plainly(
  pool: Pool,
  work: (run: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>,
) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await work((text, values) => client.query(text, values));
  } finally {
    await client.query('reset statement_timeout');
    client.release();
  }
}

/** Sites with a store and one meal of 200 dishes, each of 15 food-stuffs that are mapped to goods. Answers the lines of their recipes. */
export async function plantSites(
  { pool, contractorId, organizationId, today }: Caterer,
  count: number,
): Promise<number> {
  const at = [organizationId, count];
  const id = `${from.site} + n`;
  const own = (nth: number) => `${from.own} + n * ${ofSite}::bigint + ${nth}`;
  await plainly(pool, async (run) => {
    await run(
      copies(
        'organization',
        'id = $1',
        `jsonb_build_object('id', ${id}, 'name', '压测单位' || n, 'code', 'BENCH' || n)`,
      ),
      at,
    );
    const place = `jsonb_build_object('organization_id', ${id}, 'id', ${own(1)})`;
    await run(
      copies('restaurant', `organization_id = $1 and kind = 'RESTAURANT' and contractor_id is not null`, place),
      at,
    );
    await run(
      copies('meal_period', 'organization_id = $1', `jsonb_build_object('organization_id', ${id}, 'id', ${own(2)})`),
      at,
    );
    await run(
      copies(
        'contract_restaurant',
        `organization_id = $1 and contractor_id = ${contractorId}`,
        `jsonb_build_object('organization_id', ${id}, 'id', ${own(3)}, 'restaurant_id', ${own(1)}, 'from_date', '2020-01-01', 'to_date', '2099-12-31')`,
      ),
      at,
    );
    await run(
      `insert into storehouse select r.* from (select * from storehouse where contractor_id = $3 and site_id is not null order by id limit 1) o,
         generate_series(1, $2::int) n, lateral jsonb_populate_record(null::storehouse, to_jsonb(o) || jsonb_build_object('id', ${own(5)},
           'name', '压测食堂仓' || n, 'site_id', ${id})) r where $1::bigint is not null`,
      [...at, contractorId],
    );
    await run(
      `insert into food_stuff (organization_id, id, name, lib_id, type_id, edible_ratio, created_at, updated_at)
       select ${id}, ${own(1_000)} + f.k, f.name, f.lib_id, f.type_id, f.edible_ratio, now(), now()
       from generate_series(1, $2::int) n, (select s.*, row_number() over (order by s.id) as k from food_stuff s
         where s.organization_id = $1 and exists (select 1 from bom_map b where b.contractor_id = $3 and b.lib_stuff_id = s.lib_id)) f`,
      [...at, contractorId],
    );
    await run(
      `insert into dish (organization_id, id, name, type_id, version_id, approved_id, status, price_fen, created_at, updated_at)
       select ${id}, ${own(10_000)} + d, '压测菜' || d, t.type_id, ${own(20_000)} + d, ${own(20_000)} + d, 'APPROVED', 800, now(), now()
       from generate_series(1, $2::int) n, generate_series(1, ${dishesPerSite}) d, (select type_id from dish where organization_id = $1 limit 1) t`,
      at,
    );
    await run(
      `insert into dish_version (organization_id, id, dish_id, no, made_at, made_name)
       select ${id}, ${own(20_000)} + d, ${own(10_000)} + d, 1, now(), '压测'
       from generate_series(1, $2::int) n, generate_series(1, ${dishesPerSite}) d where $1::bigint is not null`,
      at,
    );
    await run(
      `insert into recipe_line (organization_id, id, version_id, no, food_stuff_id, grams, basis, loss_ratio)
       select ${id}, ${own(100_000)} + d * 20 + l, ${own(20_000)} + d, l, ${own(1_000)} + 1 + (d * 7 + l) % s.stuffs, 20 + l, 'NET', 300
       from generate_series(1, $2::int) n, generate_series(1, ${dishesPerSite}) d, generate_series(1, ${linesPerDish}) l,
         (select count(*)::int as stuffs from food_stuff where organization_id = ${from.site} + 1 and $1::bigint is not null) s`,
      at,
    );
    await run(
      `insert into food_menu (organization_id, id, restaurant_id, menu_date, meal_period_id, status, created_at, updated_at)
       select ${id}, ${own(4)}, ${own(1)}, $3, ${own(2)}, 'PUBLISHED', now(), now() from generate_series(1, $2::int) n where $1::bigint is not null`,
      [...at, today],
    );
    await run(
      `insert into food_menu_item (organization_id, id, menu_id, restaurant_id, menu_date, meal_period_id, dish_id, dish_version_id, sort, plan_qty)
       select ${id}, ${own(30_000)} + d, ${own(4)}, ${own(1)}, $3, ${own(2)}, ${own(10_000)} + d, ${own(20_000)} + d, d, 50 + d % 100
       from generate_series(1, $2::int) n, generate_series(1, ${dishesPerSite}) d where $1::bigint is not null`,
      [...at, today],
    );
  });
  // Tables of years have been gone through by the database's own keeper; rows of this minute have not, and are joined as if there were few.
  const planted =
    'organization restaurant meal_period contract_restaurant storehouse food_stuff dish dish_version recipe_line food_menu food_menu_item';
  for (const table of planted.split(' ')) await pool.query(`vacuum (analyze) ${table}`);
  return count * dishesPerSite * linesPerDish;
}

/** `count` entries over a year in one storehouse with 5,000 goods: in the morning in, later out, so that balances and days add up. */
export async function plantLedger({ pool, contractorId, today }: Caterer, count: number): Promise<void> {
  const first = addDays(today, -ledgerDays);
  for (let day = first; day <= today; day = addDays(day, 25)) await pool.query('select stock_ensure_month($1)', [day]);
  await pool.query('select stock_ensure_month($1)', [today]);
  const perGoods = Math.max(2, Math.floor(count / benchGoods / 2) * 2);
  await plainly(pool, async (run) => {
    await run(
      `insert into goods select r.* from (select * from goods where contractor_id = $1 order by id limit 1) o, generate_series(1, ${benchGoods}) n,
         lateral jsonb_populate_record(null::goods, to_jsonb(o) || jsonb_build_object('id', ${from.goods} + n, 'code', 'BENCH' || n, 'name', '压测物料' || n,
           'barcode', null, 'min_stock', null)) r`,
      [contractorId],
    );
    await run(
      `insert into storehouse select r.* from (select * from storehouse where contractor_id = $1 and site_id is not null order by id limit 1) o,
         lateral jsonb_populate_record(null::storehouse, to_jsonb(o) || jsonb_build_object('id', ${from.house}, 'name', '压测仓')) r`,
      [contractorId],
    );
    await run(
      `insert into lot (contractor_id, id, goods_id, lot_no, received_at)
       select $1, ${from.goods} + n, ${from.goods} + n, 'B' || n, now() from generate_series(1, ${benchGoods}) n`,
      [contractorId],
    );
    await run(
      `insert into stock_bill (contractor_id, id, bill_no, kind, status, storehouse_id, occurred_at, created_at, updated_at)
       select $1, ${from.house} + k, 'BENCH' || k, case k when 1 then 'IN' else 'ISSUE' end, 'POSTED', ${from.house}, now(), now(), now()
       from generate_series(1, 2) k`,
      [contractorId],
    );
    // Odd entries bring ten base units worth twenty fen, even ones take them; the last pair leaves them there.
    for (let goods = 0; goods < benchGoods; goods += 250)
      await run(
        `insert into stock_entry (contractor_id, business_date, id, storehouse_id, goods_id, version, kind, bill_id, line_id, lot_id, qty,
           value_fen, qty_after, value_after_fen, occurred_at, recorded_at)
         select $1, e.day, ${from.entry} + n * ${perGoods}::bigint + v, ${from.house}, ${from.goods} + n, v, case v % 2 when 1 then 'IN' else 'ISSUE' end,
           ${from.house} + 2 - v % 2, v, ${from.goods} + n, case v % 2 when 1 then 10 else -9 end, case v % 2 when 1 then 20 else -18 end,
           (v + 1) / 2 * 10 - v / 2 * 9, ((v + 1) / 2 * 10 - v / 2 * 9) * 2, e.day + time '08:00', e.day + make_interval(secs => 28800 + v % 30000)
         from generate_series($2::int, $3::int) n, generate_series(1, ${perGoods}) v,
           lateral (select $4::date + ((v - 1) * ${ledgerDays}::bigint / ${perGoods})::int as day) e`,
        [contractorId, goods + 1, Math.min(goods + 250, benchGoods), first],
      );
    await run(
      `insert into stock_day (contractor_id, storehouse_id, goods_id, business_date, in_qty, in_fen, issue_qty, issue_fen, qty_after, value_after_fen)
       select e.contractor_id, e.storehouse_id, e.goods_id, e.business_date, coalesce(sum(e.qty) filter (where e.qty > 0), 0),
         coalesce(sum(e.value_fen) filter (where e.qty > 0), 0), coalesce(-sum(e.qty) filter (where e.qty < 0), 0),
         coalesce(-sum(e.value_fen) filter (where e.qty < 0), 0), (array_agg(e.qty_after order by e.version desc))[1],
         (array_agg(e.value_after_fen order by e.version desc))[1]
       from stock_entry e where e.contractor_id = $1 and e.storehouse_id = ${from.house} group by 1, 2, 3, 4`,
      [contractorId],
    );
    await run(
      `insert into stock_balance (contractor_id, storehouse_id, goods_id, qty, value_fen, version, last_qty, last_fen, updated_at)
       select $1, ${from.house}, ${from.goods} + n, ${perGoods / 2}, ${perGoods}, ${perGoods}, 10, 20, now() from generate_series(1, ${benchGoods}) n`,
      [contractorId],
    );
    await run(
      `insert into stock_lot (contractor_id, storehouse_id, goods_id, lot_id, qty)
       select $1, ${from.house}, ${from.goods} + n, ${from.goods} + n, ${perGoods / 2} from generate_series(1, ${benchGoods}) n`,
      [contractorId],
    );
  });
  await pool.query('analyze stock_entry; analyze stock_day; analyze stock_balance; analyze goods');
}

/** More storehouses that all moved ten goods last month and had them counted since, as its close asks. */
export async function plantHouses({ pool, contractorId, today }: Caterer, count: number, month: string): Promise<void> {
  const day = addDays(month, 9);
  await pool.query('select stock_ensure_month($1)', [day]);
  await plainly(pool, async (run) => {
    await run(
      `insert into storehouse select r.* from (select * from storehouse where contractor_id = $1 and site_id is not null order by id limit 1) o,
         generate_series(1, $2::int) n, lateral jsonb_populate_record(null::storehouse, to_jsonb(o) || jsonb_build_object('id', ${from.house} + 1000 + n, 'name', '压测分仓' || n)) r`,
      [contractorId, count],
    );
    const lines = `from generate_series(1, $2::int) n, generate_series(1, 10) g`;
    const key = `$1, ${from.house} + 1000 + n, ${from.goods} + g`;
    await run(
      `insert into stock_entry (contractor_id, storehouse_id, goods_id, business_date, id, version, kind, bill_id, line_id, lot_id, qty, value_fen,
         qty_after, value_after_fen, occurred_at, recorded_at)
       select ${key}, $3::date, ${from.entry} - n * 10::bigint - g, 1, 'IN', ${from.house} + 1, 1, ${from.goods} + g, 100, 200, 100, 200, now(), now() ${lines}`,
      [contractorId, count, day],
    );
    await run(
      `insert into stock_day (contractor_id, storehouse_id, goods_id, business_date, in_qty, in_fen, qty_after, value_after_fen)
       select ${key}, $3::date, 100, 200, 100, 200 ${lines}`,
      [contractorId, count, day],
    );
    // Days of the past that were folded already: their running totals come with them, the newest and those of the month's end.
    await run(
      `insert into stock_running select r.* from stock_day d, lateral jsonb_populate_record(null::stock_running, to_jsonb(d)) r
       where d.contractor_id = $1 and d.business_date = $3::date and d.storehouse_id between ${from.house} + 1001 and ${from.house} + 1000 + $2::int`,
      [contractorId, count, day],
    );
    await run(
      `insert into stock_running_end select e.* from stock_running r,
         unnest(array['infinity', (date_trunc('month', $3::date) + interval '1 month' - interval '1 day')::date]) ends,
         lateral jsonb_populate_record(null::stock_running_end, to_jsonb(r) || jsonb_build_object('ends', ends)) e
       where r.contractor_id = $1 and r.business_date = $3::date and r.storehouse_id between ${from.house} + 1001 and ${from.house} + 1000 + $2::int`,
      [contractorId, count, day],
    );
    await run(
      `insert into stock_balance (contractor_id, storehouse_id, goods_id, qty, value_fen, version, last_qty, last_fen, updated_at)
       select ${key}, 100, 200, 1, 100, 200, now() ${lines}`,
      [contractorId, count],
    );
    await run(
      `insert into stock_lot (contractor_id, storehouse_id, goods_id, lot_id, qty) select ${key}, ${from.goods} + g, 100 ${lines}`,
      [contractorId, count],
    );
    await run(
      `insert into stock_count (contractor_id, id, count_no, storehouse_id, scope, status, line_count, created_at, updated_at)
       select $1, ${from.house} + 5000 + n, 'BENCH' || n, ${from.house} + 1000 + n, 'ALL', 'POSTED', 10, $3::date, $3::date from generate_series(1, $2::int) n`,
      [contractorId, count, today],
    );
    await run(
      `insert into stock_count_line (contractor_id, count_id, id, goods_id, line_no, counted_qty, book_qty, book_version, book_fen, counted_at, counted_name)
       select $1, ${from.house} + 5000 + n, ${from.entry} - n * 10::bigint - g, ${from.goods} + g, g, 100, 100, 1, 200, $3::date, '压测' ${lines}`,
      [contractorId, count, today],
    );
    await run(
      `insert into stock_month (contractor_id, id, month, storehouse_id, status, created_at, updated_at)
       select $1, ${from.house} + 5000 + n, $3::date, ${from.house} + 1000 + n, 'RUNNING', $4::date, $4::date from generate_series(1, $2::int) n`,
      [contractorId, count, month, today],
    );
  });
  await pool.query(
    'analyze stock_entry; analyze stock_day; analyze stock_month; analyze stock_count; analyze stock_count_line',
  );
}
