/** List queries and reports over a long trade history at the API, each beside the bare SQL of the same answer. */
import type { Pool } from 'pg';
import { businessDay } from '../src/domains/wallet/public.server.ts';
import { foldDays, foldedUntil } from '../src/domains/wallet/testing.ts';
import { addDays, dateAt, systemClock } from '../src/kit/server/clock.ts';
import type { House } from './house.ts';
import { type HttpLine, openLine, requestBytes } from './http-line.ts';

export interface ListFigure {
  name: string;
  /** Median and 95th percentile of the whole HTTP call, ms. */
  apiMs: number;
  apiP95Ms: number;
  /** Median of the bare statements over one driver, ms. */
  sqlMs: number;
  rows: number;
  total: string;
  /** What the product promises for the HTTP call, ms. */
  limitMs?: number;
}

export interface Case {
  name: string;
  page: string;
  /** What is asked of the page; its rows unless said. */
  verb?: string;
  limitMs?: number;
  body: Record<string, unknown>;
  /** What a careful hand would send for the same rows and the same capped count. */
  statements: { text: string; values: unknown[] }[];
}

const consume = '/admin/organization/consume';
const warmUp = 6;
/** One figure takes no longer than about this. */
const longestMs = 6_000;

const median = (times: number[]) => times[times.length >> 1] ?? 0;
const p95 = (times: number[]) => times[Math.floor(times.length * 0.95)] ?? 0;

/** Sorted times of up to `runs` calls, after a few unmeasured ones; what takes long is called less often. */
async function timed(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const begun = performance.now();
  const spent = () => performance.now() - begun;
  for (let i = 0; i < warmUp && spent() < longestMs / 4; i += 1) await work();
  const times: number[] = [];
  for (let i = 0; i < runs && (i < 3 || spent() < longestMs); i += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

/** Rows of one page with the names of what they touched, found by `where` in order of time. */
function rowsStatement(where: string, values: unknown[], offset: number) {
  return {
    text: `with hit as (
        select t.* from trade t ${where} order by t.occurred_at desc, t.id desc limit 20 offset ${offset})
      select t.*, p.name as person_name, p.job_number, d.name as department_name, pt.name as type_name, r.name as restaurant_name,
        s.name as site_name, m.name as meal_name, dv.name as device_name, pr.reversed_fen
      from hit t
      join person p on p.organization_id = t.organization_id and p.id = t.person_id
      left join department d on d.organization_id = t.organization_id and d.id = t.department_id
      left join person_type pt on pt.organization_id = t.organization_id and pt.id = t.person_type_id
      left join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
      left join deploy_site s on s.organization_id = t.organization_id and s.id = t.deploy_site_id
      left join meal_period m on m.organization_id = t.organization_id and m.id = t.meal_period_id
      left join device dv on dv.id = t.device_id
      left join posting_reversed pr on pr.organization_id = t.organization_id and pr.posting_id = t.id
      order by t.occurred_at desc, t.id desc`,
    values,
  };
}

const countStatement = (where: string, values: unknown[]) => ({
  text: `select count(*)::int as n from (select 1 from trade t ${where} limit 100001) c`,
  values,
});

const net = `case when t.kind = 'REVERSE' then -1 else 1 end`;
const all = 'where t.organization_id = $1';
const startOf = (day: string) => new Date(`${day}T04:00:00+08:00`).toISOString();

/** A page of 消费记录 and its kin, with its hand-written twin. */
function listCase(name: string, search: object, where: string, values: unknown[], at = 1, path = consume): Case {
  return {
    name,
    page: path,
    body: { page: at, size: 20, search },
    statements: [rowsStatement(where, values, (at - 1) * 20), countStatement(where, values)],
  };
}

/** A report, beside what it takes to add the trades up. */
function reportCase(
  name: string,
  path: string,
  search: object,
  by: string,
  days: [string, string] | null,
  values: unknown[],
  limitMs?: number,
): Case {
  const text = `select ${by}, count(*), sum(${net} * t.amount_fen), sum(${net} * t.main_fen), sum(t.heads) from trade t
    ${all} ${days ? 'and t.business_date between $2 and $3' : ''} group by ${by} order by ${by}`;
  return {
    name,
    page: path,
    ...(limitMs !== undefined && { limitMs }),
    body: { page: 1, size: 20, search: { ...search, ...(days && { businessDate: days }) } },
    statements: [{ text, values: days ? [...values, ...days] : values }],
  };
}

/** The measured pages of the default run. Days are business days; the past ends yesterday. */
async function cases(house: House): Promise<Case[]> {
  const organization = house.organizationId;
  const today = dateAt(systemClock.now());
  const day = addDays(today, -10);
  const monthFrom = addDays(today, -40);
  const monthTo = addDays(today, -11);
  const first = async (sql: string) => (await house.pool.query<{ id: number }>(sql, [organization])).rows[0]!.id;
  const meal = await first('select id from meal_period where organization_id = $1 order by start_time limit 1');
  const device = await first('select id from device where organization_id = $1 order by id limit 1');
  const from = startOf;
  const inDays = `${all} and t.business_date between $2 and $3 and t.occurred_at < $4`;
  return [
    listCase('首页，不筛选', {}, all, [organization]),
    listCase('首页，一天', { businessDate: [day, day] }, inDays, [organization, day, day, from(addDays(day, 1))]),
    listCase(
      '首页，一天 + 餐次',
      { businessDate: [day, day], mealPeriodId: [meal] },
      `${inDays} and t.meal_period_id = $5`,
      [organization, day, day, from(addDays(day, 1)), meal],
    ),
    listCase(
      '首页，30 天 + 设备',
      { businessDate: [monthFrom, monthTo], deviceId: [device] },
      `${inDays} and t.device_id = $5`,
      [organization, monthFrom, monthTo, from(addDays(monthTo, 1)), device],
    ),
    listCase(
      '首页，工号',
      { keyword: 'B000123' },
      `${all} and t.person_id in (select id from person where organization_id = $1 and job_number = $2)`,
      [organization, 'B000123'],
    ),
    listCase('第 1000 页，不筛选', {}, all, [organization], 1000),
  ];
}

/** Lists and reports of the largest organization of a database of ten million trades, with what the product promises. */
async function largeCases(house: House): Promise<Case[]> {
  const own = [house.organizationId];
  const today = dateAt(systemClock.now());
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1);
  const month: [string, string] = [`${lastMonth.slice(0, 7)}-01`, lastMonth];
  const year: [string, string] = [addDays(lastMonth, -364), lastMonth];
  const day = addDays(today, -10);
  const inDays = `${all} and t.business_date between $2 and $3 and t.occurred_at < $4`;
  const inDay = [...own, day, day, startOf(addDays(day, 1))];
  const inMonth = [...own, ...month, startOf(addDays(month[1], 1))];
  const limited = (one: Case, limitMs: number): Case => ({ ...one, limitMs });
  const organization = (name: string) => `/admin/organization/${name}`;
  return [
    limited(listCase('消费记录，首页，不筛选', {}, all, own), 10),
    limited(listCase('消费记录，第 2 页', {}, all, own, 2), 10),
    limited(listCase('消费记录，第 1000 页', {}, all, own, 1000), 20),
    limited(listCase('消费记录，首页，一天', { businessDate: [day, day] }, inDays, inDay), 30),
    limited(listCase('消费记录，首页，一个月', { businessDate: month }, inDays, inMonth), 30),
    limited(listCase('消费明细，首页，不筛选', {}, all, own, 1, organization('consume_detail')), 10),
    limited(listCase('消费明细，第 2 页', {}, all, own, 2, organization('consume_detail')), 10),
    limited(listCase('消费明细，第 1000 页', {}, all, own, 1000, organization('consume_detail')), 20),
    limited(
      listCase('消费明细，首页，一天', { businessDate: [day, day] }, inDays, inDay, 1, organization('consume_detail')),
      30,
    ),
    reportCase(
      '每日消费汇总，一个月',
      organization('daily_consume_summary'),
      {},
      't.business_date, t.meal_period_id',
      month,
      own,
      10,
    ),
    reportCase(
      '消费汇总（餐次），一个月',
      organization('consume_summary'),
      { group: 'meal' },
      't.meal_period_id',
      month,
      own,
      10,
    ),
    reportCase(
      '消费汇总（设备），一年',
      organization('consume_summary'),
      { group: 'device' },
      't.device_id',
      year,
      own,
      50,
    ),
    reportCase(
      '消费汇总（餐厅），不限日期',
      organization('consume_summary'),
      { group: 'restaurant' },
      't.restaurant_id',
      null,
      own,
    ),
    reportCase(
      '部门消费汇总，一年',
      organization('department_consume_summary'),
      {},
      't.department_id, t.meal_period_id',
      year,
      own,
      50,
    ),
    reportCase('个人消费汇总，一个月', organization('personal_consume_summary'), {}, 't.person_id', month, own, 50),
    reportCase('个人消费汇总，不限日期', organization('personal_consume_summary'), {}, 't.person_id', null, own, 100),
  ];
}

async function measure(line: HttpLine, token: string, pool: Pool, one: Case, runs: number): Promise<ListFigure> {
  const bytes = requestBytes('POST', `/api${one.page}/${one.verb ?? 'query'}`, JSON.stringify(one.body), {
    authorization: `Bearer ${token}`,
  });
  let body = '';
  const api = await timed(runs, async () => {
    const reply = await line.send(bytes);
    if (reply.status !== 200) throw new Error(`${one.name}: ${reply.status} ${reply.body.slice(0, 300)}`);
    body = reply.body;
  });
  const sql = await timed(runs, () => Promise.all(one.statements.map((s) => pool.query(s))));
  const { data } = JSON.parse(body) as { data: { rows?: unknown[]; total?: number; totalCapped?: true } };
  return {
    name: one.name,
    apiMs: median(api),
    apiP95Ms: p95(api),
    sqlMs: median(sql),
    rows: data.rows?.length ?? 0,
    total: `${data.total ?? ''}${data.totalCapped ? '+' : ''}`,
    ...(one.limitMs !== undefined && { limitMs: one.limitMs }),
  };
}

/** Signs the school in. */
export async function signIn(line: HttpLine, account: string, password: string): Promise<string> {
  const reply = await line.send(requestBytes('POST', '/api/admin/login', JSON.stringify({ account, password })));
  const { token, errormsg } = JSON.parse(reply.body) as { token?: string; errormsg: string };
  if (!token) throw new Error(`${account}: ${errormsg}`);
  return token;
}

/** Each of these pages beside its statements. */
export async function measureAll(
  house: House,
  token: string,
  runs: number,
  wanted: readonly Case[],
): Promise<ListFigure[]> {
  const line = await openLine(house.origin);
  try {
    const figures: ListFigure[] = [];
    for (const one of wanted) figures.push(await measure(line, token, house.pool, one, runs));
    return figures;
  } finally {
    line.close();
  }
}

/** The figures of the default run, `runs` calls each. */
export const measureLists = async (house: House, token: string, runs: number): Promise<ListFigure[]> =>
  measureAll(house, token, runs, await cases(house));

/** The statement that tells a list of trades that there are more than it counts, beside counting up to there. */
async function cappedCount({ pool, organizationId }: House, runs: number): Promise<ListFigure> {
  const text = `select sum(entry_count)::bigint as n from rollup_account_day
    where organization_id = $1 and account = 'revenue' and posting_kind in ('CONSUME', 'SUPPLEMENT')`;
  const known = await timed(runs, () => pool.query(text, [organizationId]));
  const counted = await timed(runs, () => pool.query(countStatement(all, [organizationId])));
  return {
    name: '消费记录，封顶计数（仅计数语句）',
    apiMs: median(known),
    apiP95Ms: p95(known),
    sqlMs: median(counted),
    rows: 0,
    total: '100000+',
    limitMs: 5,
  };
}

/** A night as the house has it: the days that are over are folded. */
async function passANight({ pool }: House): Promise<void> {
  const past = addDays(businessDay(systemClock.now()), -2);
  const { rows } = await pool.query<{ id: number }>('select distinct organization_id as id from rollup_account_day');
  for (const { id } of rows) await foldDays(pool, id, past);
  await foldedUntil(pool, past);
  await pool.query('vacuum analyze rollup_consume_fold, rollup_consume_restaurant, rollup_consume_unit');
}

/** Lists and reports over ten million trades, `runs` calls each; the months of the past are closed but for the last. */
export async function measureLarge(house: House, token: string, runs: number): Promise<ListFigure[]> {
  const capped = await cappedCount(house, runs);
  await passANight(house);
  return [capped, ...(await measureAll(house, token, runs, await largeCases(house)))];
}
