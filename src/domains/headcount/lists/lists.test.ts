/** The lists of reporting meals: who is never charged, and who may not report for a time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { Diner } from '../../consumption/testing.ts';
import { instantOf } from '../rules/setting.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';

const page = 'report_meal_mode/list';
let b: HeadcountBench;
let ends: string;

beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0 });
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
}, 120_000);
afterAll(() => b?.app.stop());

const add = (diners: readonly Diner[], kind: string, fromDate: string, toDate: string | null) =>
  b.school<{ receipt: { lines: [string, string][] } }>(page, 'add', {
    kind,
    departmentIds: [],
    personIds: diners.map(({ id }) => id),
    fromDate,
    toDate,
    reason: '工会决定',
  });
const rowOf = async (diner: Diner) => {
  const { data } = await b.school<{ rows: { id: number; personId: number; state: string }[] }>(page, 'query', {
    search: { personId: [diner.id] },
  });
  return data.rows[0]!;
};
const reportOf = async (diner: Diner, day: string) =>
  (
    await b.app.services.pool.query<{ status: string; fate: string; chargeFen: number; reason: string }>(
      `select status, fate, charge_fen as "chargeFen", fate_reason as reason from meal_report
       where organization_id = $1 and person_id = $2 and dining_date = $3`,
      [b.organizationId, diner.id, day],
    )
  ).rows[0];
async function settle(day: string) {
  b.app.clock.set(Date.parse(`${day}T11:55:00+08:00`));
  await turnMealClock(b.app.services);
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
  await b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
  await turnMealClock(b.app.services);
}

test('who may not report is refused with until when and why, and may again once it is lifted', async () => {
  const [diner, other] = b.diners as [Diner, Diner];
  const until = addDays(b.today, 6);
  expect((await add([diner], 'BLACK', b.today, until)).data.receipt.lines[0]![1]).toContain('1 人');
  expect((await add([diner], 'BLACK', b.today, until)).data.receipt.lines).toContainEqual(['已在名单', '1 人']);
  const no = await b.report([diner.id], b.day(3));
  expect(no).toMatchObject({ errorcode: 2765, errormsg: expect.stringContaining(`停报至 ${until}（工会决定）`) });
  // The day after, and anybody else, are not concerned.
  expect(await b.report([diner.id], addDays(until, 1))).toMatchObject({ errorcode: 0 });
  expect(await b.report([other.id], b.day(3))).toMatchObject({ errorcode: 0 });
  expect(await rowOf(diner)).toMatchObject({ state: 'NOW' });
  const { id } = await rowOf(diner);
  expect(await b.school(page, 'end', { id })).toMatchObject({ fields: { reason: expect.any(String) } });
  expect(await b.school(page, 'end', { id, reason: '已说明' })).toMatchObject({ errorcode: 0 });
  expect(await rowOf(diner)).toMatchObject({ state: 'REVOKED' });
  expect(await b.report([diner.id], b.day(3))).toMatchObject({ errorcode: 0 });
});

test('who is never charged is not, from the meals after it was said on; the others are', async () => {
  const [listed, plain] = b.diners.slice(20, 22) as [Diner, Diner];
  for (const diner of [listed, plain]) await b.pay(diner.id, 10_000);
  const [early, later] = [b.day(8), b.day(9)] as [string, string];
  for (const day of [early, later]) await b.report([listed.id, plain.id], day);
  await settle(early);
  expect((await add([listed], 'WHITE', early, null)).errormsg).toBe('');
  await settle(later);
  expect(await reportOf(listed, early)).toMatchObject({ fate: 'CHARGE', chargeFen: 1200 });
  expect(await reportOf(listed, later)).toMatchObject({
    fate: 'EXCUSED',
    chargeFen: 0,
    reason: expect.stringContaining('免扣名单：工会决定'),
  });
  expect(await reportOf(plain, later)).toMatchObject({ fate: 'CHARGE' });
  expect(await b.breaks()).toEqual([]);
});

test('who eats by default is not written down while stopped; 未就餐统计 stops who misses', async () => {
  const missed = b.diners[21]!;
  const today = b.day(9);
  const day = addDays(today, 2);
  const { data } = await b.school<{ rows: { id: number; personId: number }[] }>('statistics/order_non_eat', 'query', {
    search: { diningDate: [b.day(8), today] },
  });
  const row = data.rows.find((one) => one.personId === missed.id)!;
  const stop = { id: row.id, toDate: addDays(today, 5), reason: '多次未到' };
  expect(await b.school('statistics/order_non_eat', 'stop', { ...stop, toDate: addDays(today, -1) })).toMatchObject({
    fields: { toDate: expect.any(String) },
  });
  expect((await b.school('statistics/order_non_eat', 'stop', stop)).errormsg).toBe('');
  expect(await b.school('statistics/order_non_eat', 'stop', stop)).not.toMatchObject({ errorcode: 0 });
  await b.school('report_meal_mode', 'disable', { id: b.ruleId });
  await b.school('report_meal_mode', 'create', { ...lunchRule(b), name: '默认就餐', mode: 'OPT_OUT' });
  b.app.clock.set(Date.parse(`${addDays(day, -1)}T18:05:00+08:00`));
  await turnMealClock(b.app.services);
  expect(await reportOf(missed, day)).toBeUndefined();
  expect(await reportOf(b.diners[22]!, day)).toMatchObject({ status: 'REPORTED' });
});

test('refused: nobody, the past, an end before its beginning, a person of another unit, oneself as never charged', async () => {
  const [diner] = b.diners.slice(30) as [Diner];
  const today = addDays(b.day(9), 1);
  expect(await add([], 'BLACK', today, null)).toMatchObject({ fields: { departmentIds: expect.any(String) } });
  expect(await add([diner], 'BLACK', b.today, null)).toMatchObject({ fields: { fromDate: expect.any(String) } });
  expect(await add([diner], 'BLACK', addDays(today, 3), addDays(today, 2))).toMatchObject({
    fields: { toDate: expect.any(String) },
  });
  const other = await b.app.post('/admin/organization/user', 'query', { size: 1 }, await b.app.login('company'));
  const stranger = (other.body.data as { rows: Diner[] }).rows[0]!;
  expect(await add([stranger], 'BLACK', today, null)).not.toMatchObject({ errorcode: 0 });
  const { pool } = b.app.services;
  await pool.query(`update person set phone = '13900001234' where organization_id = $1 and id = $2`, [
    b.organizationId,
    diner.id,
  ]);
  await pool.query(`update account set phone = '13900001234' where login_name = 'school'`);
  expect(await add([diner], 'WHITE', today, null)).toMatchObject({ errorcode: 2759 });
  expect(await add([diner], 'BLACK', today, null)).toMatchObject({ errorcode: 0 });
});
