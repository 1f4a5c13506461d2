/** Who eats nearly always and has not for five days is told of by department, until he eats; who is on leave is not missed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../../consumption/testing.ts';
import { tellMissing } from './tell-missing.ts';

let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
});
afterAll(() => b?.app.stop());

const told = async (day: string) => {
  b.app.clock.set(Date.parse(`${day}T06:15:00+08:00`));
  await tellMissing(b.app.services);
  const { rows } = await b.app.services.pool.query<{ object: string; detail: string; status: string }>(
    `select object_key as object, detail, status from alert where organization_id = $1 and kind = 'NO_MEAL_PERSON' order by id`,
    [b.organizationId],
  );
  return rows;
};

test('five days with meals, none of them his', async () => {
  const { pool, ids } = b.app.services;
  const [one, two, gone, away, rare] = b.diners.slice(0, 5) as [Diner, Diner, Diner, Diner, Diner];
  for (const { id } of [one, two, gone, away, rare]) await b.pay(id, 100_000);
  const always = [one, two];
  // Past the demo's own days.
  const day = (n: number) => addDays(b.today, 70 + n);
  const eat = async (n: number, diners: readonly Diner[]) => {
    b.app.clock.set(Date.parse(`${day(n)}T12:00:00+08:00`));
    for (const diner of diners) await b.eat(diner, 100);
  };
  for (let n = 0; n < 12; n += 1) await eat(n, n < 3 ? [...always, gone, away, rare] : [...always, gone, away]);
  // Two days on which nobody eats are no days with meals.
  for (let n = 14; n < 18; n += 1) await eat(n, always);
  expect(await told(day(18))).toEqual([]);
  await pool.query(
    `insert into meal_absence (organization_id, id, person_id, kind, from_date, to_date, made_at, made_by, made_name)
     values ($1, $2, $3, 'LEAVE', $4, $4, now(), 1, '班主任')`,
    [b.organizationId, await ids.next(), away.id, day(15)],
  );
  await eat(18, always);
  const { rows } = await pool.query<{ id: number }>('select department_id as id from person where id = $1', [gone.id]);
  const missing = {
    object: `department:${rows[0]!.id}`,
    detail: `1 人连续 5 个供餐日没有就餐，也没有请假：工号 ${gone.jobNumber}`,
  };
  expect(await told(day(19))).toEqual([{ ...missing, status: 'OPEN' }]);
  await eat(19, [...always, gone]);
  expect(await told(day(20))).toEqual([{ ...missing, status: 'AUTO_RECOVERED' }]);
});
