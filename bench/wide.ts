/**
 * Many units: a thousand of them with a month of day totals, five hundred served by one caterer. Each report beside the same sums
 * over the totals as they were written, before the nights folded them. Before that the caterer's own trades, over five hundred
 * units that have them; behind it a night of the books between units.
 */
import type { Pool } from 'pg';
import { settleAll } from '../src/domains/settlement/testing.ts';
import { businessDay } from '../src/domains/wallet/public.server.ts';
import { foldDays, foldedUntil } from '../src/domains/wallet/testing.ts';
import { addDays, systemClock } from '../src/kit/server/clock.ts';
import { blockIds } from '../src/kit/server/ids.ts';
import type { House } from './house.ts';
import { openLine } from './http-line.ts';
import { type Case, type ListFigure, measureAll, signIn } from './lists.ts';
import type { MealFigure } from './meal-kitchen.ts';

const units = 1000;
const served = 500;
const days = 31;
const meals = ['早餐', '午餐', '晚餐', '夜宵'] as const;
/** Ids far past those the server gives and those of twins. */
const base = 2_000_000_000_000_000;

/** The school with its places and meals again under new ids, its caterer's contract for the first half. */
async function addUnits(pool: Pool, school: number): Promise<void> {
  const again = (table: string, set: string, where: string) =>
    pool.query(
      `insert into ${table} select (jsonb_populate_record(o, jsonb_build_object(${set}))).*
       from generate_series(1, ${units}) n, ${table} o where o.id = (select min(id) from ${table} where ${where})`,
    );
  const mine = `organization_id = ${school}`;
  const own = (rank: number) => `'organization_id', ${base} + n * 100, 'id', ${base} + n * 100 + ${rank}`;
  await again('organization', `'id', ${base} + n * 100, 'name', o.name || '－' || n`, `id = ${school}`);
  for (let k = 0; k < 3; k += 1) await again('restaurant', `${own(10 + k)}, 'name', '餐厅' || ${k}`, mine);
  for (let k = 0; k < 4; k += 1) await again('meal_period', `${own(20 + k)}, 'name', '${meals[k]}'`, mine);
  await pool.query(
    `insert into contract_restaurant
     select ${base} + n * 100, ${base} + n * 100 + k, c.contract_id, ${base} + n * 100 + 10 + k, c.contractor_id, '2020-01-01', '2099-12-31'
     from generate_series(1, ${served}) n, generate_series(0, 2) k,
       (select * from contract_restaurant where ${mine} order by id limit 1) c`,
  );
}

/** A day of each unit: four meals, three restaurants, four terminals; and the same by people. */
async function addTotals(pool: Pool, lastDay: string, count: number): Promise<void> {
  for (const rollup of ['place', 'people'] as const) {
    const by = rollup === 'place' ? 'deploy_site_id, device_id' : 'person_type_id, department_id';
    await pool.query(
      `insert into rollup_consume_${rollup} (organization_id, business_date, meal_period_id, restaurant_id, ${by}, lane, consume_count,
         heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen,
         count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at)
       select ${base} + n * 100, $1::date - d, ${base} + n * 100 + 20 + m, ${base} + n * 100 + 10 + r, 1, v, -1,
         100, 90, 95, 120000, 0, 120000, 100000, 20000, 0, 0, 0, 0, 1, 1200, 0, 0, 0, 3, now(), now()
       from generate_series(1, ${units}) n, generate_series(0, ${count - 1}) d, generate_series(0, 3) m, generate_series(0, 2) r,
         generate_series(1, 4) v`,
      [lastDay],
    );
  }
}

/** A year of whole units before the month, as the nights would have left it. */
const addYear = (pool: Pool, lastDay: string) =>
  pool.query(
    `insert into rollup_consume_unit
     select (jsonb_populate_record(u, jsonb_build_object('business_date', u.business_date - 31 * k))).*
     from rollup_consume_unit u, generate_series(1, 11) k where u.organization_id > ${base} and u.business_date <= $1::date`,
    [lastDay],
  );

function cases(
  month: [string, string],
  year: [string, string],
  calendar: [string, string],
): Record<'platform' | 'contractor', Case[]> {
  const sums = `sum(consume_count), sum(heads), sum(amount_fen), sum(reversed_fen), sum(main_fen), sum(subsidy_fen), sum(third_fen)`;
  const report = (
    name: string,
    page: string,
    search: object,
    by: string,
    period: [string, string],
    limitMs: number,
  ): Case => ({
    name,
    page,
    limitMs,
    body: { page: 1, size: 20, search: { ...search, businessDate: period } },
    statements: [
      {
        text: `select ${by}, ${sums} from consumed_by_place where business_date between $1 and $2 group by ${by} order by ${by}`,
        values: period,
      },
    ],
  });
  const summary = '/admin/platform/consume_summary';
  const platform = [
    report('平台 消费汇总（单位），一个月', summary, { group: 'unit' }, 'organization_id', month, 30),
    report('平台 消费汇总（单位），上一个自然月', summary, { group: 'unit' }, 'organization_id', calendar, 30),
    report('平台 消费汇总（日），一个月', summary, { group: 'day' }, 'business_date', month, 30),
    report('平台 消费汇总（承包商与单位），一个月', summary, { group: 'site' }, 'organization_id', month, 30),
    report('平台 消费汇总（月），一年', summary, { group: 'month' }, `to_char(business_date, 'YYYY-MM')`, year, 60),
    {
      name: '平台首页',
      page: '/admin/platform/platform_home',
      verb: 'figures',
      limitMs: 60,
      body: {},
      statements: [
        {
          text: `select organization_id, ${sums} from consumed_by_place where business_date = $1 group by organization_id`,
          values: [month[1]],
        },
      ],
    },
  ];
  const own = '/admin/contractor/report_form/everyday_consume_summary';
  const contractor = [
    report('承包商 每日消费汇总（日），500 家一个月', own, { group: 'day' }, 'business_date', month, 30),
    report('承包商 每日消费汇总（单位），500 家一个月', own, { group: 'unit' }, 'organization_id', month, 30),
  ];
  return { platform, contractor };
}

/** Twins of the school, each with all its trades: those whose books are settled below. */
const twins = 'organization_id > 1000000000000 and organization_id < 2000000000000000';

/** The caterer of the school cooks for so many of the twins as well. */
const serveTwins = (pool: Pool, school: number, count: number) =>
  pool.query(
    `insert into contract_restaurant
     select r.organization_id, r.id, c.contract_id, r.id, c.contractor_id, '2020-01-01', '2099-12-31'
     from restaurant r, (select * from contract_restaurant where organization_id = $1 order by id limit 1) c
     where r.organization_id in (select id from organization where id > 1000000000000 and id < 2000000000000000 order by id limit $2)`,
    [school, count],
  );

/** A month of the trades of five hundred units the caterer serves, newest first. */
async function measureTrades(
  house: House,
  password: string,
  runs: number,
  month: [string, string],
): Promise<ListFigure> {
  const { pool, organizationId } = house;
  await serveTwins(pool, organizationId, served);
  const { rows } = await pool.query<{ id: number; trades: number }>(
    `select organization_id as id, count(*)::int as trades from trade where organization_id in (
       select organization_id from contract_restaurant where ${twins}) group by 1`,
  );
  const { rows: all } = await pool.query<{ id: number }>(
    `select id from organization where ${twins.replaceAll('organization_id', 'id')}`,
  );
  for (const { id } of all) await foldDays(pool, id, addDays(month[1], -1));
  await foldedUntil(pool, addDays(month[1], -1));
  await pool.query(
    'vacuum analyze contract_restaurant, rollup_consume_fold, rollup_consume_restaurant, rollup_consume_unit',
  );
  const line = await openLine(house.origin);
  const caterer = await signIn(line, 'contractor', password);
  line.close();
  const trades = rows.reduce((sum, one) => sum + one.trades, 0);
  const [figure] = await measureAll(house, caterer, runs, [
    {
      name: `承包商 消费明细，${rows.length} 家 ${trades.toLocaleString('en-US')} 笔的一个月`,
      page: '/admin/contractor/consume_detail',
      limitMs: 60,
      body: { page: 1, size: 20, search: { businessDate: month } },
      statements: [
        {
          text: `select t.* from trade t where t.organization_id = any(array(select distinct organization_id from contract_restaurant
             where ${twins})) and t.business_date between $1 and $2 order by t.occurred_at desc, t.id desc limit 20`,
          values: month,
        },
      ],
    },
  ]);
  await pool.query(`delete from contract_restaurant where ${twins}`);
  return figure!;
}

const quiet = { info: () => undefined, warn: () => undefined, error: (message: string) => console.error(message) };

/** The books between units of a thousand units stand, and one more day is over: what the night's job does. */
async function measureNight(pool: Pool, school: number, day: string, log: (line: string) => void): Promise<MealFigure> {
  await serveTwins(pool, school, served);
  // The server settles every hour by itself, and would take the night's work away.
  await pool.query(`delete from pgboss.schedule where name = 'unit-money'`);
  const ids = blockIds(async () => {
    const { rows } = await pool.query<{ block: number }>(`select nextval('id_block') as block`);
    return rows[0]!.block;
  });
  const settleAt = async (now: () => number) => {
    const start = performance.now();
    await settleAll({ pool, clock: { now }, ids, log: quiet });
    return (performance.now() - start) / 1000;
  };
  const settled = async () =>
    (
      await pool.query<{ units: number; days: number }>(
        `select count(distinct organization_id)::int as units, count(*)::int as days from settle_day where ${twins} and business_date = $1`,
        [day],
      )
    ).rows[0]!;
  const first = await settleAt(() => systemClock.now() - 86_400_000);
  log(`the days before settled in ${first.toFixed(0)} s`);
  await pool.query('vacuum analyze settle_day, unit_posting, unit_entry');
  const before = await settled();
  if (before.units > 0) throw new Error(`${day} is settled already, of ${before.units} units`);
  const night = await settleAt(systemClock.now);
  const { units: booked, days: contractDays } = await settled();
  if (booked < units) throw new Error(`${booked} of ${units} units settled`);
  return {
    name: `${booked} 家单位一夜的结算`,
    said: `${night.toFixed(1)} s`,
    limit: '60 s',
    beside: `入账 ${contractDays} 个承包日；此前各天第一次入账 ${first.toFixed(0)} s`,
  };
}

export interface WideFigures {
  lists: readonly ListFigure[];
  nights: readonly MealFigure[];
}

/** The reports of the platform and of the caterer, `runs` calls each. */
export async function measureWide(
  house: House,
  password: string,
  runs: number,
  log: (line: string) => void,
): Promise<WideFigures> {
  const { pool } = house;
  const lastDay = addDays(businessDay(systemClock.now()), -2);
  const first = addDays(lastDay, 1 - days);
  const detail = await measureTrades(house, password, runs, [addDays(lastDay, 3 - days), addDays(lastDay, 2)]);
  log(`${detail.name}: ${detail.apiMs.toFixed(0)} ms`);
  await addUnits(pool, house.organizationId);
  await addTotals(pool, lastDay, days);
  await pool.query('vacuum analyze rollup_consume_place, rollup_consume_people');
  log(`${units} units, ${units * days * 48} day totals`);
  const line = await openLine(house.origin);
  const token = await signIn(line, 'platform', password);
  const caterer = await signIn(line, 'contractor', password);
  line.close();
  const monthBefore = addDays(`${lastDay.slice(0, 7)}-01`, -1);
  const wanted = cases(
    [first, lastDay],
    [addDays(lastDay, -364), lastDay],
    [`${monthBefore.slice(0, 7)}-01`, monthBefore],
  );
  const start = performance.now();
  for (let n = 1; n <= units; n += 1) await foldDays(pool, base + n * 100, lastDay);
  await foldedUntil(pool, lastDay);
  log(`folded in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await addYear(pool, lastDay);
  await pool.query('vacuum analyze rollup_consume_fold, rollup_consume_restaurant, rollup_consume_unit');
  const reports = [
    ...(await measureAll(house, token, runs, wanted.platform)),
    ...(await measureAll(house, caterer, runs, wanted.contractor)),
  ];
  return {
    lists: [...reports, detail],
    nights: [await measureNight(pool, house.organizationId, addDays(lastDay, 1), log)],
  };
}
