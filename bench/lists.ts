/** List queries over a long trade history at the API, each beside the bare SQL of the same page. */
import type { Pool } from 'pg';
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
}

interface Case {
  name: string;
  body: Record<string, unknown>;
  /** What a careful hand would send for the same rows and the same capped count. */
  statements: { text: string; values: unknown[] }[];
}

const page = '/admin/organization/consume';
const warmUp = 5;

const median = (times: number[]) => times[times.length >> 1] ?? 0;
const p95 = (times: number[]) => times[Math.floor(times.length * 0.95)] ?? 0;

async function timed(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < warmUp; i += 1) await work();
  const times: number[] = [];
  for (let i = 0; i < runs; i += 1) {
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

/** The measured pages. Days are business days; the past ends yesterday. */
async function cases(house: House): Promise<Case[]> {
  const organization = house.organizationId;
  const today = dateAt(systemClock.now());
  const day = addDays(today, -10);
  const monthFrom = addDays(today, -40);
  const monthTo = addDays(today, -11);
  const first = async (sql: string) => (await house.pool.query<{ id: number }>(sql, [organization])).rows[0]!.id;
  const meal = await first('select id from meal_period where organization_id = $1 order by start_time limit 1');
  const device = await first('select id from device where organization_id = $1 order by id limit 1');
  const from = (text: string) => new Date(`${text}T04:00:00+08:00`).toISOString();
  const all = 'where t.organization_id = $1';
  const inDays = `${all} and t.business_date between $2 and $3 and t.occurred_at < $4`;
  const make = (name: string, search: object, where: string, values: unknown[], at = 1, count = true): Case => ({
    name,
    body: { page: at, size: 20, search },
    statements: [rowsStatement(where, values, (at - 1) * 20), ...(count ? [countStatement(where, values)] : [])],
  });
  return [
    make('首页，不筛选', {}, all, [organization]),
    make('首页，一天', { businessDate: [day, day] }, inDays, [organization, day, day, from(addDays(day, 1))]),
    make(
      '首页，一天 + 餐次',
      { businessDate: [day, day], mealPeriodId: [meal] },
      `${inDays} and t.meal_period_id = $5`,
      [organization, day, day, from(addDays(day, 1)), meal],
    ),
    make(
      '首页，30 天 + 设备',
      { businessDate: [monthFrom, monthTo], deviceId: [device] },
      `${inDays} and t.device_id = $5`,
      [organization, monthFrom, monthTo, from(addDays(monthTo, 1)), device],
    ),
    make(
      '首页，工号',
      { keyword: 'B000123' },
      `${all} and t.person_id in (select id from person where organization_id = $1 and job_number = $2)`,
      [organization, 'B000123'],
    ),
    make('第 1000 页，不筛选', {}, all, [organization], 1000),
  ];
}

async function measure(line: HttpLine, token: string, pool: Pool, one: Case, runs: number): Promise<ListFigure> {
  const bytes = requestBytes('POST', `/api${page}/query`, JSON.stringify(one.body), {
    authorization: `Bearer ${token}`,
  });
  let body = '';
  const api = await timed(runs, async () => {
    const reply = await line.send(bytes);
    if (reply.status !== 200) throw new Error(`${one.name}: ${reply.status} ${reply.body.slice(0, 300)}`);
    body = reply.body;
  });
  const sql = await timed(runs, () => Promise.all(one.statements.map((s) => pool.query(s))));
  const { data } = JSON.parse(body) as { data: { rows: unknown[]; total: number; totalCapped?: true } };
  return {
    name: one.name,
    apiMs: median(api),
    apiP95Ms: p95(api),
    sqlMs: median(sql),
    rows: data.rows.length,
    total: `${data.total}${data.totalCapped ? '+' : ''}`,
  };
}

/** Signs the school in. */
export async function signIn(line: HttpLine, account: string, password: string): Promise<string> {
  const reply = await line.send(requestBytes('POST', '/api/admin/login', JSON.stringify({ account, password })));
  const { token, errormsg } = JSON.parse(reply.body) as { token?: string; errormsg: string };
  if (!token) throw new Error(`${account}: ${errormsg}`);
  return token;
}

/** All list figures, `runs` calls each. */
export async function measureLists(house: House, token: string, runs: number): Promise<ListFigure[]> {
  const line = await openLine(house.origin);
  try {
    const figures: ListFigure[] = [];
    for (const one of await cases(house)) figures.push(await measure(line, token, house.pool, one, runs));
    return figures;
  } finally {
    line.close();
  }
}
