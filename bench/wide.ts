/**
 * A thousand units with their trades and a month of day totals, five hundred of them served by one caterer. Each report beside the
 * same sums over the totals as they were written, before the nights folded them; behind them the caterer's trades, a night of
 * the books between units, and a month of each locked.
 */
import type { Pool } from 'pg';
import { settleAll } from '../src/domains/settlement/testing.ts';
import { businessDay } from '../src/domains/wallet/public.server.ts';
import { foldDays, foldedUntil } from '../src/domains/wallet/testing.ts';
import { addDays, systemClock } from '../src/kit/server/clock.ts';
import { blockIds } from '../src/kit/server/ids.ts';
import type { House } from './house.ts';
import { openLine, requestBytes } from './http-line.ts';
import { type Case, type ListFigure, measureAll, signIn } from './lists.ts';
import type { MealFigure } from './meal-kitchen.ts';
import { step } from './twins.ts';

const units = 1000;
const served = 500;
const days = 31;
/** Totals of a unit's day: four meals, three restaurants, four terminals. */
const perDay = 48;
/** Months locked by one call. */
const lockedAtOnce = 100;

/** Twins of the school, each with all its trades. */
const twins = `organization_id > ${step}`;

/** Days of each unit, the last `count` of them until `lastDay`, in place of the few totals its trades made; and the same by people. */
async function addTotals(pool: Pool, lastDay: string, count: number): Promise<number> {
  // Supper besides the school's three meals.
  await pool.query(
    `insert into meal_period select (jsonb_populate_record(m, jsonb_build_object('id', m.id + ${step / 2}, 'name', '夜宵'))).*
     from meal_period m where m.id in (select min(id) from meal_period where ${twins} group by organization_id)`,
  );
  let written = 0;
  for (const rollup of ['place', 'people'] as const) {
    const by = rollup === 'place' ? 'deploy_site_id, device_id' : 'person_type_id, department_id';
    await pool.query(
      `delete from rollup_consume_${rollup} where ${twins} and business_date between $1::date - ${count - 1} and $1::date`,
      [lastDay],
    );
    const { rowCount } = await pool.query(
      `insert into rollup_consume_${rollup} (organization_id, business_date, meal_period_id, restaurant_id, ${by}, lane, consume_count,
         heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen,
         count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at)
       select m.organization_id, $1::date - d, m.id, r.id, 1, v, -1,
         100, 90, 95, 120000, 0, 120000, 100000, 20000, 0, 0, 0, 0, 1, 1200, 0, 0, 0, 3, now(), now()
       from meal_period m, generate_series(0, ${count - 1}) d, generate_series(1, 4) v, lateral (
         select id from restaurant where organization_id = m.organization_id order by id limit 3) r
       where m.${twins}`,
      [lastDay],
    );
    written = rowCount ?? 0;
  }
  return written;
}

/** A year before the month as the nights would have left it, whole units and restaurants, with what follows them. */
async function addYear(pool: Pool, lastDay: string): Promise<void> {
  for (const table of ['rollup_consume_unit', 'rollup_consume_restaurant'])
    for (let back = 1; back <= 11; back += 1)
      await pool.query(
        `insert into ${table}
         select (jsonb_populate_record(u, jsonb_build_object('business_date', u.business_date - 31 * $2::int))).*
         from ${table} u where ${twins} and u.business_date between $1::date - ${days - 1} and $1::date
         on conflict do nothing`,
        [lastDay, back],
      );
}

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

/** The caterer of the school cooks for so many of the twins as well. */
const serveTwins = (pool: Pool, school: number, count: number) =>
  pool.query(
    `insert into contract_restaurant
     select r.organization_id, r.id, c.contract_id, r.id, c.contractor_id, '2020-01-01', '2099-12-31'
     from restaurant r, (select * from contract_restaurant where organization_id = $1 order by id limit 1) c
     where r.organization_id in (select id from organization where id > ${step} order by id limit $2)`,
    [school, count],
  );

/** A month of the trades of five hundred units the caterer serves, newest first. */
async function detailCase(pool: Pool, month: [string, string]): Promise<Case> {
  const { rows } = await pool.query<{ units: number; trades: number }>(
    `select count(distinct organization_id)::int as units, count(*)::int as trades from trade where organization_id in (
       select organization_id from contract_restaurant where ${twins}) and business_date between $1 and $2`,
    month,
  );
  return {
    name: `承包商 消费明细，${rows[0]!.units} 家 ${rows[0]!.trades.toLocaleString('en-US')} 笔的一个月`,
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
  };
}

const quiet = { info: () => undefined, warn: () => undefined, error: (message: string) => console.error(message) };

/** The books between units of a thousand units stand, and one more day is over: what the night's job does. */
async function measureNight(pool: Pool, day: string, log: (line: string) => void): Promise<MealFigure> {
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

/** Last month of every unit, approved: locked with a pack each, a hundred a call. */
async function measureLocks({ pool, origin }: House, password: string, month: string): Promise<MealFigure> {
  await pool.query(
    `insert into unit_month (organization_id, id, month, status, checker_id, checker_name, created_at)
     select id, id, $1, 'APPROVED', 1, '平台复核', now() from organization where id > ${step}
     on conflict (organization_id, month) do update set status = 'APPROVED'`,
    [month],
  );
  const { rows } = await pool.query<{ id: number }>(
    `select id from unit_month where ${twins} and month = $1 order by id`,
    [month],
  );
  const line = await openLine(origin);
  const headers = { authorization: `Bearer ${await signIn(line, 'pt-fuhe', password)}` };
  const times: number[] = [];
  for (let at = 0; at < rows.length; at += lockedAtOnce) {
    const ids = rows.slice(at, at + lockedAtOnce).map(({ id }) => id);
    const start = performance.now();
    const { body } = await line.send(
      requestBytes('POST', '/api/admin/platform/monthly_examine_consume/lock', JSON.stringify({ ids }), headers),
    );
    times.push((performance.now() - start) / 1000);
    if ((JSON.parse(body) as { errorcode: number }).errorcode !== 0) throw new Error(body);
  }
  line.close();
  const packs = await pool.query<{ n: number; bytes: number }>(
    `select count(*)::int as n, sum(bytes)::int as bytes from month_pack where ${twins} and month = $1`,
    [month],
  );
  const { n, bytes } = packs.rows[0]!;
  if (n !== rows.length) throw new Error(`${n} of ${rows.length} months locked`);
  return {
    name: `${n} 家单位锁定一个月，各成资料包`,
    said: `${times.reduce((sum, one) => sum + one, 0).toFixed(1)} s`,
    limit: '1,800 s',
    beside: `每次 ${lockedAtOnce} 家，最长 ${Math.max(...times).toFixed(1)} s；资料包共 ${(bytes / 2 ** 20).toFixed(1)} MiB`,
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
  const { pool, organizationId } = house;
  // The server settles every hour by itself, and would take the night's work away.
  await pool.query(`delete from job_queue.schedule where name = 'unit-money'`);
  const lastDay = addDays(businessDay(systemClock.now()), -2);
  const first = addDays(lastDay, 1 - days);
  await serveTwins(pool, organizationId, served);
  const totals = await addTotals(pool, lastDay, days);
  if (totals !== units * days * perDay) throw new Error(`${totals} totals of the days written`);
  await pool.query('vacuum analyze rollup_consume_place, rollup_consume_people, contract_restaurant');
  const start = performance.now();
  const { rows } = await pool.query<{ id: number }>(`select id from organization where id > ${step}`);
  for (const { id } of rows) await foldDays(pool, id, addDays(lastDay, 1));
  await foldedUntil(pool, addDays(lastDay, 1));
  log(`${rows.length} units, ${totals} day totals, folded in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await addYear(pool, lastDay);
  await pool.query(
    `vacuum analyze rollup_consume_fold, rollup_consume_restaurant, rollup_consume_unit, rollup_caterer_unit, rollup_caterer`,
  );
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
  const detail = await detailCase(pool, [addDays(lastDay, 3 - days), addDays(lastDay, 2)]);
  const lists = [
    ...(await measureAll(house, token, runs, wanted.platform)),
    ...(await measureAll(house, caterer, runs, [...wanted.contractor, detail])),
  ];
  for (const { name, apiMs } of lists) log(`${name}: ${apiMs.toFixed(0)} ms`);
  return {
    lists,
    nights: [
      await measureNight(pool, addDays(lastDay, 1), log),
      await measureLocks(house, password, `${monthBefore.slice(0, 7)}-01`),
    ],
  };
}
