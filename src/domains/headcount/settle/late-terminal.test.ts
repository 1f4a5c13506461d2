/**
 * 600 report, a terminal keeps 180 records until the month is closed: provisional, forced, charged; its upload takes back exactly
 * those, in the open month, however often the process that books it is killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMany } from '../../../../bench/open-people.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type MonthCloseState, openMonths, runCheck, runClose } from '../../closing/public.server.ts';
import { until } from '../../consumption/testing.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { instantOf } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { bookCharges } from './book-charges.ts';
import { turnMealClock } from './meal-clock.ts';
import { settleMeal } from './settle-meal.ts';

const counts = { reported: 600, seen: 360, kept: 180 };
const page = 'statistics/order_non_eat';
let b: HeadcountBench;
let ends: string;
let people: { id: number; cardNo: string }[];
let first: string;
let second: string;
beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 1 });
  const { services } = b.app;
  const { rows } = await services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  people = await openMany(services, b.organizationId, { prefix: 'LT', count: counts.reported, firstCard: 71_000_000 });
  const paid = await services.wallet.submitMany(
    people.map(({ id }) => ({
      kind: 'DEPOSIT' as const,
      organizationId: b.organizationId,
      requestKey: `late:${id}`,
      personId: id,
      occurredAt: b.app.clock.now(),
      amountFen: 20_000,
    })),
  );
  expect(paid.filter(isRefusal)).toEqual([]);
  first = b.day(2).slice(0, 7) === b.day(3).slice(0, 7) ? b.day(2) : b.day(3);
  second = addDays(first, 1);
}, 240_000);
afterAll(() => b?.app.stop());

const ids = () => people.map(({ id }) => id);
const eaters = () => people.slice(0, counts.seen);
const late = () => people.slice(counts.seen, counts.seen + counts.kept);
const fates = async (day: string) => {
  const { rows } = await b.app.services.pool.query<{ fate: string; n: number; fen: number }>(
    `select fate, count(*)::int as n, sum(charged_fen)::bigint as fen from meal_report
     where organization_id = $1 and dining_date = $2 and person_id = any($3::bigint[]) group by fate order by fate`,
    [b.organizationId, day, ids()],
  );
  return Object.fromEntries(rows.map((row) => [row.fate, [row.n, row.fen]]));
};
const beat = (kept: number) =>
  b.app.services.pool.query(
    `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000),
       offline_count = case when device_id = $2 then $3 else 0 end`,
    [b.app.clock.now(), b.device.deviceId, kept],
  );
const noon = (day: string, minute: number) => Date.parse(`${day}T11:${String(minute).padStart(2, '0')}:00+08:00`);
/** The lunch of a day up to its end: reported, closed, eaten by those the tills saw. */
async function serve(day: string, seen: readonly { cardNo: string }[]): Promise<void> {
  b.app.clock.set(noon(day, 10));
  await turnMealClock(b.app.services);
  for (let from = 0; from < seen.length; from += 60) {
    const outcomes = await b.upload(
      seen.slice(from, from + 60).map(({ cardNo }) => ({ cardNo, amountFen: 500, occurredAt: noon(day, 9) })),
    );
    expect(outcomes.filter((one) => !('posted' in one))).toEqual([]);
  }
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
}
const identities = async (path: string, search: object) => {
  const token = await b.app.login('school');
  const { body } = await b.app.post(`/admin/organization/${path}`, 'query', { search }, token);
  return (body as { data: { check: { ok: boolean } | null } }).data.check?.ok;
};

async function ask<T>(path: string, verb: string, body: object): Promise<T> {
  const answer = await b.app.post(`/admin/organization/${path}`, verb, body, await b.app.login('school'));
  const { errorcode, errormsg, data } = answer.body as { errorcode: number; errormsg: string; data: T };
  expect([path, verb, errorcode, errormsg]).toEqual([path, verb, 0, '']);
  return data;
}

/** Every month that is over, closed by two. */
async function closeMonths(thisMonth: string): Promise<void> {
  const { services } = b.app;
  const { organizationId } = b;
  for (const month of await openMonths(services.pool, organizationId)) {
    if (month >= thisMonth) continue;
    const check = await ask<{ id: number }>('ledger_check', 'check', {});
    await runCheck(services, { organizationId, id: check.id }, true);
    const state = await ask<MonthCloseState>('month_close', 'state', { month });
    for (const step of state.steps.filter(({ ok }) => !ok))
      await ask('month_close', 'accept', { month, step: step.key, note: '已核对' });
    const witness = { account: 'finance', password: demoPassword };
    const { closingFen } = state.totals!;
    const { id } = await ask<{ id: number }>('month_close', 'close', { month, closingFen, witness });
    await runClose(services, { organizationId, id }, true);
  }
}

/** Lets a process of its own book, and kills it after so many milliseconds; whether it was still at work. */
async function killedBooking(aliveMs: number): Promise<boolean> {
  const order = {
    connectionString: b.app.connectionString,
    organizationId: b.organizationId,
    nowMs: b.app.clock.now(),
  };
  const script = fileURLToPath(new URL('../../../../tests/money/charge-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await pause(aliveMs);
  const working = child.exitCode === null;
  child.kill('SIGKILL');
  if (working) await once(child, 'close');
  return working;
}

test('nothing is charged while it waits, forced it is, and the upload takes back exactly what it disproves', {
  timeout: 480_000,
}, async () => {
  for (const day of [first, second]) {
    const { rows } = await b.app.services.pool.query<{ n: number }>(
      'select count(*)::int as n from meal_report where organization_id = $1 and dining_date = $2 and person_id = any($3::bigint[])',
      [b.organizationId, day, ids()],
    );
    expect(rows[0]!.n).toBe(0);
    const token = await b.app.login('school');
    const { body } = await b.app.post(
      '/admin/organization/manual_report_meal',
      'report',
      {
        departmentIds: [],
        personIds: ids(),
        fromDate: day,
        toDate: day,
        mealPeriodIds: [b.lunchId],
        portions: 1,
      },
      token,
    );
    expect((body as { errorcode: number }).errorcode).toBe(0);
  }
  await serve(first, eaters());
  await beat(counts.kept);
  await turnMealClock(b.app.services);
  const missed = counts.reported - counts.seen;
  expect(await fates(first)).toEqual({ EATEN: [counts.seen, 0], EXEMPT: [missed, 0] });
  const state = await b.app.services.pool.query<{ state: string }>(
    'select state from meal_settlement where organization_id = $1 and dining_date = $2 and meal_period_id = $3',
    [b.organizationId, first, b.lunchId],
  );
  expect(state.rows[0]?.state).toBe('PROVISIONAL');
  const token = await b.app.login('school');
  const forced = await b.app.post(
    `/admin/organization/${page}`,
    'force',
    { diningDate: first, mealPeriodId: b.lunchId, reason: '终端断网，先行结算' },
    token,
  );
  expect((forced.body as { errorcode: number }).errorcode).toBe(0);
  // The next day the same people stay away: their one free miss is used up.
  await serve(second, eaters());
  await beat(0);
  await turnMealClock(b.app.services);
  const charged = await until(
    () => fates(second),
    (told) => told.CHARGE?.[1] === missed * 1_200,
  );
  expect(charged).toEqual({ EATEN: [counts.seen, 0], CHARGE: [missed, missed * 1_200] });
  // The month is over and closed before the terminal is heard of again. From here on nobody books but who is told to.
  const after = new Date(Date.parse(`${second.slice(0, 7)}-01T00:00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7);
  b.app.clock.set(Date.parse(`${after}-02T09:00:00+08:00`));
  await closeMonths(after);
  await b.app.services.jobs.stop();
  const outcomes = await b.upload(
    late().map(({ cardNo }) => ({ cardNo, amountFen: 500, occurredAt: noon(first, 45) })),
  );
  expect(outcomes.filter((one) => !('posted' in one))).toEqual([]);
  for (const diningDate of [first, second]) {
    const meal = { organizationId: b.organizationId, diningDate, mealPeriodId: b.lunchId };
    const how = { nowMs: b.app.clock.now(), by: { id: 0, name: '系统' }, final: true };
    await b.app.services.db.transaction().execute((trx) => settleMeal(sqlOf(trx), b.app.services.ids, meal, how));
  }
  let killed = 0;
  for (const aliveMs of [5, 25, 60, 120]) if (await killedBooking(aliveMs)) killed += 1;
  expect(killed).toBeGreaterThan(0);
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  expect(await bookCharges(b.app.services, b.organizationId, 'NEW')).toMatchObject({ charged: 0, undone: 0 });
  const never = missed - counts.kept;
  expect(await fates(first)).toEqual({ EATEN: [counts.seen + counts.kept, 0], EXEMPT: [never, 0] });
  expect(await fates(second)).toEqual({
    EATEN: [counts.seen, 0],
    EXEMPT: [counts.kept, 0],
    CHARGE: [never, never * 1_200],
  });
  const { rows: booked } = await b.app.services.pool.query<{ month: string; n: number; fen: number }>(
    `select to_char(t.business_date, 'YYYY-MM') as month, count(*)::int as n, sum(t.amount_fen)::bigint as fen from trade t
     join posting g on g.organization_id = t.organization_id and g.id = t.id and g.source_type = 'meal_report'
     where t.organization_id = $1 and t.kind = 'REVERSE' and t.person_id = any($2::bigint[]) group by 1`,
    [b.organizationId, ids()],
  );
  expect(booked).toEqual([{ month: after, n: counts.kept, fen: counts.kept * 1_200 }]);
  const days = { diningDate: [first, second] };
  expect(await identities('daily_report_meal_summary', days)).toBe(true);
  expect(await identities('statistics/order_non_eat', days)).not.toBe(false);
  expect(await b.breaks()).toEqual([]);
});
