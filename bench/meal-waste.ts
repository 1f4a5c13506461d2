/**
 * What was made and not eaten, over a month of lunches whose dishes were keyed at the tills: two lines for each of twenty thousand trades
 * a day. What each page asks of it as it opens, beside how many rows of those lines that reads.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { lastOfMonth } from '../src/kit/define/month.ts';
import { addDays } from '../src/kit/server/clock.ts';
import { type Kitchen, type MealFigure, reporters, seconds, timed } from './meal-kitchen.ts';
import { plainly } from './supply-plant.ts';

const dishesPerMeal = 20;
/** Ids of what is planted: far from those the house gives out. */
const menuIds = -1_000_000;

/** Columns of a day's totals by place that are added up. */
async function totalsOf({ services }: Kitchen): Promise<string[]> {
  const { rows } = await services.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'rollup_consume_place' and data_type = 'bigint'
       and column_name not in ('organization_id', 'meal_period_id', 'restaurant_id', 'deploy_site_id', 'device_id')`,
  );
  return rows.map(({ name }) => name);
}

/** Closed menus on the days of the planted month, the dishes their trades were made of, and how many ate. Answers how many lines. */
async function plantDishes(kitchen: Kitchen, settled: string, days: readonly string[]): Promise<number> {
  const { services, organizationId, lunchId, restaurantId } = kitchen;
  const sums = await totalsOf(kitchen);
  let lines = 0;
  await plainly(services.pool, async (run) => {
    const at = `jsonb_build_object('menu_date', d.day, 'restaurant_id', $3::bigint, 'meal_period_id', $4::bigint`;
    const of = `unnest($2::date[]) with ordinality d (day, n)`;
    const values = [organizationId, days, restaurantId, lunchId];
    await run(
      `insert into food_menu select r.* from (select * from food_menu where organization_id = $1
         and status in ('PUBLISHED', 'CLOSED') order by id limit 1) o cross join ${of}
       cross join lateral jsonb_populate_record(null::food_menu, to_jsonb(o)
         || ${at}, 'id', ${menuIds} - d.n, 'status', 'CLOSED')) r`,
      values,
    );
    await run(
      `insert into food_menu_item select r.* from (select i.*, row_number() over (order by dish_id) as nth from (
           select distinct on (dish_id) * from food_menu_item where organization_id = $1 and dish_name is not null
             and jsonb_array_length(recipe) > 0 order by dish_id, id limit ${dishesPerMeal}) i) o
       cross join ${of} cross join lateral jsonb_populate_record(null::food_menu_item, to_jsonb(o)
         || ${at}, 'id', ${menuIds} - d.n * 100 - o.nth, 'menu_id', ${menuIds} - d.n, 'plan_qty', 100000, 'made_qty', null)) r`,
      values,
    );
    await run(
      `insert into trade_item (organization_id, id, kind, trade_id, line_no, business_date, meal_period_id, restaurant_id,
         device_id, person_id, dish_id, name, quantity, unit_price_fen, amount_fen, status, occurred_at)
       select t.organization_id, -(t.id * 2 + k), 'DISH', t.id, k + 1, t.business_date, t.meal_period_id, t.restaurant_id,
         t.device_id, t.person_id, i.dish_id, i.dish_name, 1, 0, 0, 'SETTLED', t.occurred_at
       from trade t cross join generate_series(0, 1) k
       join food_menu_item i on i.organization_id = t.organization_id
         and i.id = ${menuIds} - 100 - 1 - (t.id + k * 7) % ${dishesPerMeal}
       where t.organization_id = $1 and t.business_date = any($2::date[]) and t.restaurant_id = $3 and t.meal_period_id = $4
         and t.id % $5 = 0`,
      [...values, Math.max(1, Math.round(kitchen.people.length / reporters))],
    );
    await run(
      `insert into rollup_consume_place (organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id,
         lane, ${sums.join(', ')})
       select $1, d.day, meal_period_id, restaurant_id, deploy_site_id, device_id, 0, ${sums.map((name) => `sum(${name})`).join(', ')}
       from consumed_by_place, ${of}
       where organization_id = $1 and business_date = $5 and restaurant_id = $3 and meal_period_id = $4
       group by d.day, meal_period_id, restaurant_id, deploy_site_id, device_id`,
      [...values, settled],
    );
    await run('analyze');
    const counted = (await run(
      'select count(*)::int as n from trade_item where organization_id = $1 and business_date = any($2::date[])',
      [organizationId, days],
    )) as { rows: { n: number }[] };
    lines = counted.rows[0]!.n;
  });
  return lines;
}

/** Rows read of lines of tills so far, by an index or not. */
async function linesRead({ services }: Kitchen): Promise<number> {
  // Servers tell what they have read a moment later.
  await pause(1_500);
  const { rows } = await services.pool.query<{ n: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as n from pg_stat_user_tables where relname = 'trade_item'`,
  );
  return rows[0]!.n;
}

/** `first`: the month that was planted (`plantMonth`), every third day of it. Each figure is noted as it is measured. */
export async function measureWaste(
  kitchen: Kitchen,
  { settled, first }: { settled: string; first: string },
  add: (figure: MealFigure) => void,
): Promise<void> {
  const days = Array.from({ length: 10 }, (_, n) => addDays(first, 3 * n));
  const lines = await plantDishes(kitchen, settled, days);
  const area = '/admin/organization';
  const month = [first, lastOfMonth(first)];
  const week = [first, addDays(first, 6)];
  const asked = (page: string, verb: string, body: Record<string, unknown>) => () =>
    kitchen.school.call(`${area}/${page}`, verb, body);
  const pages: [string, string, () => Promise<unknown>][] = [
    [
      '每日报餐汇总，一个月',
      '2 s',
      asked('daily_report_meal_summary', 'query', { page: 1, size: 50, search: { diningDate: month } }),
    ],
    [
      '菜谱汇总，一周的一页',
      '3 s',
      asked('food_menu_summary', 'query', { page: 1, size: 20, search: { menuDate: week } }),
    ],
    ['菜谱汇总的浪费合计，一周', '2 s', asked('food_menu_summary', 'notice', { search: { menuDate: week } })],
    ['菜谱管理（V2），一周', '1 s', asked('food_menu_v2', 'week', { date: days[2]! })],
  ];
  for (const [name, limit, ask] of pages) {
    await ask();
    const before = await linesRead(kitchen);
    const [ms] = await timed(ask);
    const read = (await linesRead(kitchen)) - before;
    add({
      name: `${name}（浪费）`,
      said: seconds(ms),
      limit,
      beside: `读点菜明细 ${read} 行，全月 ${lines} 行`,
    });
  }
}
