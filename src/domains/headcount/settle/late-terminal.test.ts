/** 600 report, a terminal keeps 180 records for two days: provisional, forced, charged; its upload takes back exactly those. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMany } from '../../../../bench/open-people.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { until } from '../../consumption/testing.ts';
import { instantOf } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { bookCharges } from './book-charges.ts';
import { turnMealClock } from './meal-clock.ts';

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

test('nothing is charged while it waits, forced it is, and the upload takes back exactly what it disproves', {
  timeout: 240_000,
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
  // Two days late.
  b.app.clock.set(Date.parse(`${addDays(second, 1)}T09:00:00+08:00`));
  const outcomes = await b.upload(
    late().map(({ cardNo }) => ({ cardNo, amountFen: 500, occurredAt: noon(first, 45) })),
  );
  expect(outcomes.filter((one) => !('posted' in one))).toEqual([]);
  await turnMealClock(b.app.services);
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  const never = missed - counts.kept;
  expect(await fates(first)).toEqual({ EATEN: [counts.seen + counts.kept, 0], EXEMPT: [never, 0] });
  expect(await fates(second)).toEqual({
    EATEN: [counts.seen, 0],
    EXEMPT: [counts.kept, 0],
    CHARGE: [never, never * 1_200],
  });
  const days = { diningDate: [first, second] };
  expect(await identities('daily_report_meal_summary', days)).toBe(true);
  expect(await identities('statistics/order_non_eat', days)).not.toBe(false);
  expect(await b.breaks()).toEqual([]);
});
