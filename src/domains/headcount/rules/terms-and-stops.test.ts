/** Terms within which meals are reported, stops of those who miss too many, portions that go to another person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { Diner } from '../../consumption/testing.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { stopRepeaters } from '../settle/stop-repeaters.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { instantOf } from './setting.ts';

let b: HeadcountBench;
let ends: string;
beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0, onMiss: 'WARN', stopAfter: 2, stopDays: 5 });
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  // The demo's own terms.
  const { data } = await b.school<{ rows: { id: number }[] }>(termPage, 'query', {});
  for (const { id } of data.rows) await b.school(termPage, 'remove', { id });
}, 120_000);
afterAll(() => b.app.stop());

const termPage = 'meal_reporting_period/term';
const cell = async (diner: Diner, day: string) => {
  const { rows } = await b.app.services.pool.query<{
    id: number;
    status: string;
    portions: number;
    swapId: number | null;
    reason: string;
  }>(
    `select id, status, portions, swap_id as "swapId", late_reason as reason from meal_report
     where organization_id = $1 and person_id = $2 and dining_date = $3`,
    [b.organizationId, diner.id, day],
  );
  return rows[0];
};

test('a reported portion goes to somebody else after the cut-off as well, until the meal ends; both rows name each other', async () => {
  const [one, two, three] = b.diners as [Diner, Diner, Diner];
  const day = b.day(2);
  await b.report([one.id], day, { portions: 2 });
  await b.report([three.id], day);
  const now = b.app.clock.now();
  b.app.clock.set(instantOf(day, '08:00'));
  const swap = (id: number, otherId: number) =>
    b.school('manual_report_meal', 'swap', { id, otherId, reason: '临时出差' });
  const from = (await cell(one, day))!;
  expect(await swap(from.id, three.id)).toMatchObject({ errorcode: 2755 });
  expect(await swap(from.id, one.id)).toMatchObject({ errorcode: 1004 });
  expect(await cell(one, day)).toMatchObject({ status: 'REPORTED' });
  expect(await swap(from.id, two.id)).toMatchObject({ errorcode: 0 });
  const to = (await cell(two, day))!;
  expect(await cell(one, day)).toMatchObject({ status: 'CANCELLED', swapId: to.id });
  expect(to).toMatchObject({
    status: 'REPORTED',
    portions: 2,
    swapId: from.id,
    reason: expect.stringContaining(one.name),
  });
  b.app.clock.set(instantOf(day, ends) + 60_000);
  const late = await swap(to.id, one.id);
  expect(late).toMatchObject({ errorcode: 2772, errormsg: expect.stringContaining('不能再换人') });
  b.app.clock.set(now);
});

test('outside its terms a unit reports nothing; terms that overlap or end before they begin are refused', async () => {
  const [, , , diner] = b.diners as [Diner, Diner, Diner, Diner];
  const term = (name: string, fromDate: string, toDate: string) =>
    b.school<{ id: number }>(termPage, 'create', { name, fromDate, toDate });
  expect(await term('反了', b.day(5), b.day(4))).toMatchObject({ errorcode: 1101 });
  const made = await term('本学期', b.today, b.day(5));
  expect(made).toMatchObject({ errorcode: 0 });
  const twice = await term('又一个', b.day(5), b.day(9));
  expect(twice).toMatchObject({ errorcode: 1101, errormsg: expect.stringContaining('本学期') });
  expect(await b.report([diner.id], b.day(5))).toMatchObject({ errorcode: 0 });
  expect(await b.report([diner.id], b.day(6))).toMatchObject({ errorcode: 2750 });
  expect(await b.school(termPage, 'remove', { id: made.data.id })).toMatchObject({ errorcode: 0 });
  expect(await b.report([diner.id], b.day(6))).toMatchObject({ errorcode: 0 });
});

test('a rule says both when it stops and for how long', async () => {
  const { data } = await b.school<{ version: number }>('report_meal_mode', 'get', { id: b.ruleId });
  const half = await b.school('report_meal_mode', 'update', { id: b.ruleId, version: data.version, stopDays: null });
  expect(half).toMatchObject({ errorcode: 1101, fields: { stopDays: expect.stringContaining('几天') } });
});

test('who misses as many meals of a month as the rule bears reports no more for a while, once for each so many', async () => {
  const diner = b.diners[5] as Diner;
  // Two days of one month, whatever day it is.
  const first = b.day(8).slice(0, 7) === b.day(9).slice(0, 7) ? b.day(8) : b.day(9);
  const days = [first, addDays(first, 1)];
  for (const day of days) expect(await b.report([diner.id], day)).toMatchObject({ errorcode: 0 });
  const settle = async (day: string) => {
    b.app.clock.set(instantOf(day, '11:55'));
    await turnMealClock(b.app.services);
    b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
    await b.app.services.pool.query(
      'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
      [b.app.clock.now()],
    );
    await turnMealClock(b.app.services);
  };
  const stops = async () =>
    (
      await b.app.services.pool.query<{ from: string; to: string; reason: string }>(
        `select from_date as "from", to_date as "to", reason from meal_list
         where organization_id = $1 and person_id = $2 and kind = 'BLACK' and rule_id = $3`,
        [b.organizationId, diner.id, b.ruleId],
      )
    ).rows;
  await settle(days[0]!);
  await stopRepeaters(b.app.services, b.organizationId);
  expect(await stops()).toEqual([]);
  await settle(days[1]!);
  await stopRepeaters(b.app.services, b.organizationId);
  await stopRepeaters(b.app.services, b.organizationId);
  const from = addDays(days[1]!, 1);
  expect(await stops()).toEqual([{ from, to: addDays(from, 4), reason: expect.stringContaining('2 次') }]);
  const refused = await b.report([diner.id], addDays(from, 2));
  expect(refused).toMatchObject({ errorcode: 2765, errormsg: expect.stringContaining('停报') });
});

test('a stop for the misses of a month, found in the night after its last day, is none of the next month', async () => {
  const diner = b.diners[5] as Diner;
  const { pool } = b.app.services;
  const missedOn = async (days: readonly string[]) => {
    const { rows } = await pool.query<{ id: number }>(
      'select id from meal_report where organization_id = $1 and person_id = $2 and final order by dining_date',
      [b.organizationId, diner.id],
    );
    for (const [i, { id }] of rows.entries())
      await pool.query('update meal_report set dining_date = $3 where organization_id = $1 and id = $2', [
        b.organizationId,
        id,
        days[i],
      ]);
  };
  const stopsAt = async (day: string) => {
    b.app.clock.set(instantOf(day, '03:20'));
    await stopRepeaters(b.app.services, b.organizationId);
    const { rows } = await pool.query<{ from: string }>(
      `select from_date as "from" from meal_list where organization_id = $1 and person_id = $2 and kind = 'BLACK' order by id`,
      [b.organizationId, diner.id],
    );
    return rows.map((row) => row.from);
  };
  await pool.query(`delete from meal_list where organization_id = $1 and person_id = $2`, [b.organizationId, diner.id]);
  const first = `${addDays(`${b.day(0).slice(0, 7)}-28`, 5).slice(0, 7)}-01`;
  await missedOn([addDays(first, -2), addDays(first, -1)]);
  expect(await stopsAt(first)).toEqual([first]);
  await missedOn([first, addDays(first, 1)]);
  expect(await stopsAt(addDays(first, 1))).toEqual([first]);
  expect(await stopsAt(addDays(first, 2))).toEqual([first, addDays(first, 2)]);
});
