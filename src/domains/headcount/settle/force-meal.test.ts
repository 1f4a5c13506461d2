/** A meal settled before its terminals have told: who is silent is said first, and what comes later puts it right. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../consumption/testing.ts';
import { instantOf } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { turnMealClock } from './meal-clock.ts';

const page = 'statistics/order_non_eat';
let b: HeadcountBench;
let ends: string;
beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0 });
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
}, 600_000);
afterAll(() => b.app.stop());

const reportsOf = async (day: string) => {
  const { rows } = await b.app.services.pool.query<{ fate: string; chargedFen: number }>(
    `select fate, charged_fen as "chargedFen" from meal_report where organization_id = $1 and dining_date = $2 and status = 'REPORTED'
     order by person_id`,
    [b.organizationId, day],
  );
  return rows;
};
const meal = async (day: string) => {
  const { rows } = await b.app.services.pool.query<Record<'state' | 'forced' | 'reason' | 'waiting' | 'heard', string>>(
    `select state, forced_name as forced, forced_reason as reason, waiting, heard from meal_settlement
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [b.organizationId, day, b.lunchId],
  );
  return rows[0];
};

const daily = 'daily_report_meal_summary';

test('who is silent is told, the meal is settled and charged with the reason, a late record takes the charge back', async () => {
  const [came, stayed] = b.diners.slice(0, 2);
  for (const diner of [came!, stayed!]) await b.pay(diner.id, 20_000);
  const day = b.day(2);
  await b.report([came!.id, stayed!.id], day);
  const asked = { diningDate: day, mealPeriodId: b.lunchId, reason: '终端损坏' };
  expect(await b.school(page, 'force', asked)).toMatchObject({ errorcode: 2763 });
  b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  await turnMealClock(b.app.services);
  expect(await b.school(page, 'force', asked)).toMatchObject({ errorcode: 2760 });
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
  await b.app.services.pool.query(
    `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000),
       offline_count = case when device_id = $2 then 1 else 0 end`,
    [b.app.clock.now(), b.device.deviceId],
  );
  await turnMealClock(b.app.services);
  expect(await meal(day)).toMatchObject({ state: 'PROVISIONAL', waiting: b.device.name });
  const foreseen = await b.school<{ lines: [string, string][] }>(page, 'outcome', { ...asked, action: 'force' });
  const unasked = { action: 'force', diningDate: null, mealPeriodId: null };
  expect((await b.school<{ lines: [string, string][] }>(page, 'outcome', unasked)).data.lines).toEqual([
    ['等待补传的餐次', expect.stringContaining(`${day} 午餐（${b.device.name}）`)],
  ]);
  expect(foreseen.data.lines).toEqual(
    expect.arrayContaining([
      ['未补传的终端', b.device.name],
      ['按现有记录扣费', '2 人，共 24.00 元'],
    ]),
  );
  expect((await b.school(page, 'force', { ...asked, reason: '' })).errorcode).not.toBe(0);
  // Not by somebody whose own portion is still open.
  const phone = (set: string) =>
    b.app.services.pool.query(
      `update person p set phone = ${set} from account a where p.organization_id = $1 and p.id = $2 and a.login_name = 'school'`,
      [b.organizationId, stayed!.id],
    );
  await phone('a.phone');
  expect(await b.school(page, 'force', asked)).toMatchObject({ errorcode: 2780 });
  await phone(`''`);
  expect(await b.school(page, 'force', asked)).toMatchObject({ errorcode: 0 });
  expect(await meal(day)).toMatchObject({
    state: 'SETTLED',
    forced: expect.any(String),
    reason: '终端损坏',
    waiting: '',
    heard: expect.stringMatching(`等过 ${b.device.name}；未等 ${b.device.name} 补传，由 .+ 强制结算：终端损坏`),
  });
  const charged = await until(
    () => reportsOf(day),
    (rows) => rows.every((row) => row.chargedFen === 1_200),
  );
  expect(charged.map((row) => row.fate)).toEqual(['CHARGE', 'CHARGE']);
  expect(await b.school(page, 'force', asked)).toMatchObject({ errorcode: 2764 });
  // Settled once more on what is known nothing changes, and the reason is asked for.
  expect((await b.school(daily, 'settle', { ...asked, reason: '' })).errorcode).not.toBe(0);
  const again = await b.school<{ lines: [string, string][] }>(daily, 'outcome', { ...asked, action: 'settle' });
  expect(again.data.lines[0]![1]).toContain('重算');
  expect(await b.school(daily, 'settle', asked)).toMatchObject({ errorcode: 0 });
  expect(await reportsOf(day)).toEqual(charged);
  await b.upload([{ cardNo: came!.cardNo, amountFen: 500, occurredAt: Date.parse(`${day}T12:10:00+08:00`) }]);
  await turnMealClock(b.app.services);
  const after = await reportsOf(day);
  expect(after.map((row) => [row.fate, row.chargedFen]).sort()).toEqual([
    ['CHARGE', 1_200],
    ['EATEN', 0],
  ]);
  expect(await b.breaks()).toEqual([]);
});
