/** Wages: charges nobody could pay go there after a week where the rule says so; runs hand over what is new, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { instantOf } from '../rules/setting.ts';
import { bookCharges } from '../settle/book-charges.ts';
import { forgiveWaited } from '../settle/forgive-waited.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';

const page = 'meals_deduction_month/payroll';
let b: HeadcountBench;
let ends: string;
beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0, waitThen: 'PAYROLL' });
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  // What the demo's own dinners left to the wages is handed over before these tests begin.
  const { data } = await b.school<{ rows: { id: number; status: string }[] }>(page, 'query', {});
  for (const run of data.rows.filter((one) => one.status === 'CONFIRMED')) await b.school(page, 'hand', { id: run.id });
}, 120_000);
afterAll(() => b.app.stop());

/** Reports lunch for somebody without money who stays away; afterwards the meal is settled. */
async function miss(personId: number, day: string): Promise<void> {
  expect(await b.report([personId], day)).toMatchObject({ errorcode: 0 });
  await b.drain(personId);
  b.app.clock.set(instantOf(day, '12:00'));
  await turnMealClock(b.app.services);
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
  await b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
  await turnMealClock(b.app.services);
}
const charge = async (personId: number) => {
  const { rows } = await b.app.services.pool.query<{ chargedFen: number; wait: string; fate: string }>(
    `select charged_fen as "chargedFen", charge_wait as wait, fate from meal_report
     where organization_id = $1 and person_id = $2 order by id desc limit 1`,
    [b.organizationId, personId],
  );
  return rows[0]!;
};
interface Line {
  personId: number;
  payrollFen: number;
  earlierFen: number;
  amountFen: number;
}
const linesOf = async (runId: number) =>
  (await b.school<{ rows: Line[] }>(`${page}/line`, 'query', { size: 50, search: { runId } })).data.rows;

test('a charge without money waits a week, then wages bear it; a run hands it over and the next one what was put right', async () => {
  const [poor] = b.diners;
  const day = b.day(2);
  await miss(poor!.id, day);
  expect(await charge(poor!.id)).toMatchObject({ chargedFen: 0, wait: expect.stringContaining('余额') });
  await bookCharges(b.app.services, b.organizationId, 'ALL');
  expect(await charge(poor!.id)).toMatchObject({ chargedFen: 0 });
  b.app.clock.set(instantOf(addDays(day, 8), '05:00'));
  await bookCharges(b.app.services, b.organizationId, 'ALL');
  expect(await charge(poor!.id)).toMatchObject({ chargedFen: 1_200, wait: '' });
  expect((await b.balance(poor!.id)).MAIN ?? 0).toBe(0);

  const early = await b.school(page, 'create', { untilDate: addDays(day, 8) });
  expect(early).toMatchObject({ errorcode: 1101, errormsg: expect.stringContaining('已结束') });
  const made = await b.school<{ id: number }>(page, 'create', { untilDate: addDays(day, 7) });
  expect(made).toMatchObject({ errorcode: 0 });
  const lines = await linesOf(made.data.id);
  expect(lines).toMatchObject([{ personId: poor!.id, payrollFen: 1_200, earlierFen: 0, amountFen: 1_200 }]);
  expect(await b.school(page, 'create', { untilDate: addDays(day, 7) })).toMatchObject({ errorcode: 2768 });
  expect(await b.school(page, 'confirm', { id: made.data.id })).toMatchObject({ errorcode: 1204 });
  expect(await b.finance(page, 'confirm', { id: made.data.id })).toMatchObject({ errorcode: 0 });
  expect(await b.school(page, 'hand', { id: made.data.id })).toMatchObject({ errorcode: 0 });
  expect(await b.school(page, 'reopen', { id: made.data.id, reason: '漏人' })).toMatchObject({ errorcode: 1204 });

  // Forgiven afterwards: the wages have it back in the next run, as of an earlier day where it is booked on one.
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    `select id from meal_report where organization_id = $1 and person_id = $2 and dining_date = $3`,
    [b.organizationId, poor!.id, day],
  );
  expect(await b.school('report_meal_detail', 'waive', { id: rows[0]!.id, reason: '设备故障' })).toMatchObject({
    errorcode: 0,
  });
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  b.app.clock.set(instantOf(addDays(day, 10), '05:00'));
  const next = await b.school<{ id: number }>(page, 'create', { untilDate: addDays(day, 9) });
  expect(next).toMatchObject({ errorcode: 0 });
  const [back] = await linesOf(next.data.id);
  expect(back).toMatchObject({ personId: poor!.id, amountFen: -1_200 });
  expect(back!.payrollFen + back!.earlierFen).toBe(-1_200);
  expect(await b.breaks()).toEqual([]);
});

test('where the rule writes off, the miss stands and nothing is charged any more', async () => {
  const [, other] = b.diners;
  const { data } = await b.school<{ version: number }>('report_meal_mode', 'get', { id: b.ruleId });
  const saved = await b.school('report_meal_mode', 'update', {
    id: b.ruleId,
    version: data.version,
    waitThen: 'WAIVE',
  });
  expect(saved).toMatchObject({ errorcode: 0 });
  const day = b.day(14);
  await miss(other!.id, day);
  await forgiveWaited(b.app.services, b.organizationId);
  expect(await charge(other!.id)).toMatchObject({ fate: 'CHARGE' });
  b.app.clock.set(instantOf(addDays(day, 8), '05:00'));
  await forgiveWaited(b.app.services, b.organizationId);
  expect(await charge(other!.id)).toMatchObject({ chargedFen: 0, fate: 'EXCUSED' });
});

test('a run without anything new, and a day an earlier run has, are refused', async () => {
  const { data } = await b.school<{ rows: { id: number; status: string; untilDate: string }[] }>(page, 'query', {});
  const [last] = data.rows;
  await b.finance(page, 'confirm', { id: last!.id });
  expect(await b.school(page, 'create', { untilDate: last!.untilDate })).toMatchObject({ errorcode: 1101 });
  const none = await b.school(page, 'create', { untilDate: addDays(last!.untilDate, 1) });
  expect(none).toMatchObject({ errorcode: 2769 });
});
