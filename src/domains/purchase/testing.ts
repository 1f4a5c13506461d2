/** Menus and diners of a caterer, for tests of buying and of what follows from it. */
import { isoAt } from '../../kit/server/clock.ts';
import { erp, type StockBench } from '../stock/testing.ts';
import { units } from '../tenancy/testing.ts';
import { writeMap } from './bom/map-stuff.ts';

export interface PlantedDish {
  dishId: number;
  restaurantId: number;
  mealPeriodId: number;
  libStuffId: number;
}

/** Puts a row with these values into a table, 0 where it must have one and none is said. */
export async function plantRow(
  stock: StockBench,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { pool } = stock.bench.database;
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_nullable = 'NO' and column_default is null
     order by ordinal_position`,
    [table],
  );
  const columns = [...new Set([...rows.map(({ name }) => name), ...Object.keys(values)])];
  await pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    columns.map((column) => values[column] ?? 0),
  );
}

/** So many ate a meal and paid for it, none of them a dish by its name. */
export async function plantMeal(
  stock: StockBench,
  day: string,
  { restaurantId, mealPeriodId }: PlantedDish,
  { heads, fen }: { heads: number; fen: number },
): Promise<void> {
  const at = isoAt(stock.bench.clock.now());
  const meal = {
    organization_id: units.organization,
    business_date: day,
    meal_period_id: mealPeriodId,
    restaurant_id: restaurantId,
    consume_count: heads,
    heads,
    restaurant_heads: heads,
    origin_fen: fen,
    amount_fen: fen,
    main_fen: fen,
    first_at: at,
    last_at: at,
  };
  for (const table of ['rollup_consume_place', 'rollup_consume_people']) await plantRow(stock, table, meal);
}

/** Plants a food-stuff, its goods, and a dish of the school with so many grams of it. */
export async function plantDish(
  stock: StockBench,
  day: string,
  { name, goodsId, grams, planQty }: { name: string; goodsId: number; grams: number; planQty: number },
): Promise<PlantedDish> {
  const { pool } = stock.bench.database;
  const { ids } = stock.bench.services;
  const [stuff = 0, lib = 0, dish = 0, version = 0, menuId = 0, item = 0, line = 0] = await ids.take(7);
  const at = isoAt(stock.bench.clock.now());
  await pool.query(
    `insert into food_stuff_type (id, code, name, food_class, created_at, updated_at) values ($1, $2, $2, 'CEREAL', $3, $3)`,
    [lib, `T${lib}`, at],
  );
  await pool.query(`insert into food_type (id, name, created_at, updated_at) values ($1, $2, $3, $3)`, [
    lib,
    `类${lib}`,
    at,
  ]);
  await plantRow(stock, 'lib_food_stuff', {
    id: lib,
    code: `L${lib}`,
    name,
    type_id: lib,
    source: '测试',
    edible_ratio: 10_000,
    created_at: at,
    updated_at: at,
  });
  await pool.query(
    `insert into food_stuff (organization_id, id, name, lib_id, type_id, edible_ratio, created_at, updated_at) values ($1, $2, $3, $4, $4, 8000, $5, $5)`,
    [units.organization, stuff, name, lib, at],
  );
  await pool.query(
    `insert into dish (organization_id, id, name, type_id, version_id, approved_id, status, price_fen, created_at, updated_at) values ($1, $2, $3, $4, $5, $5, 'APPROVED', 500, $6, $6)`,
    [units.organization, dish, `${name}菜`, lib, version, at],
  );
  await pool.query(
    `insert into dish_version (organization_id, id, dish_id, no, made_at, made_name) values ($1, $2, $3, 1, $4, '厨师')`,
    [units.organization, version, dish, at],
  );
  await pool.query(
    `insert into recipe_line (organization_id, id, version_id, no, food_stuff_id, grams, basis, loss_ratio) values ($1, $2, $3, 1, $4, $5, 'NET', 500)`,
    [units.organization, line, version, stuff, grams],
  );
  const restaurant = await pool.query<{ id: number }>(
    `select id from restaurant where organization_id = $1 order by id limit 1`,
    [units.organization],
  );
  let place = restaurant.rows[0]?.id;
  if (!place) {
    place = await ids.next();
    await pool.query(
      `insert into restaurant (organization_id, id, name, kind, contractor_id, status, created_at, updated_at) values ($1, $2, '一食堂', 'RESTAURANT', $3, 'NORMAL', $4, $4)`,
      [units.organization, place, units.contractor, at],
    );
    await pool.query(
      `insert into meal_period (organization_id, id, name, start_time, end_time, created_at, updated_at) values ($1, $2, '午餐', '11:00', '13:00', $3, $3)`,
      [units.organization, place + 1, at],
    );
    await pool.query(
      `insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
       values ($1, $2, 1, $2, $3, '2026-01-01', '2027-12-31')`,
      [units.organization, place, units.contractor],
    );
  }
  await pool.query(
    `insert into food_menu (organization_id, id, restaurant_id, menu_date, meal_period_id, status, created_at, updated_at) values ($1, $2, $3, $4, $5, 'PUBLISHED', $6, $6) on conflict do nothing`,
    [units.organization, menuId, place, day, place + 1, at],
  );
  const made = await pool.query<{ id: number }>(
    `select id from food_menu where organization_id = $1 and menu_date = $2`,
    [units.organization, day],
  );
  await pool.query(
    `insert into food_menu_item (organization_id, id, menu_id, restaurant_id, menu_date, meal_period_id, dish_id, dish_version_id, sort, plan_qty) values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9)`,
    [units.organization, item, made.rows[0]!.id, place, day, place + 1, dish, version, planQty],
  );
  await writeMap(stock.keeper.ctx(erp), [{ libStuffId: lib, goodsId, perBaseMg: 1_000, fromDate: '2026-11-01' }]);
  return { dishId: dish, restaurantId: place, mealPeriodId: place + 1, libStuffId: lib };
}
