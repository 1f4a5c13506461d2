/** In the morning it is told who spent far more than he does, once, by number and not by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../testing.ts';
import { tellSpending } from './tell-spending.ts';

let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
});
afterAll(() => b?.app.stop());

const noonOf = (day: string) => b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
const told = async () => {
  await tellSpending(b.app.services);
  const { rows } = await b.app.services.pool.query<{ object: string; detail: string; count: number }>(
    `select object_key as object, detail, count from alert where organization_id = $1 and kind = 'ABNORMAL_SPEND' order by id`,
    [b.organizationId],
  );
  return rows;
};

test('three times what he spends and thirty yuan more is told; less, or without a past, is not', async () => {
  const [much, some, fresh] = b.diners.slice(0, 3) as [Diner, Diner, Diner];
  for (const { id } of [much, some, fresh]) await b.pay(id, 100_000);
  // Past the demo's own days: what is usual is what is eaten here.
  const first = addDays(b.today, 40);
  const days = [0, 1, 2, 3, 4, 5].map((n) => addDays(first, n));
  for (const day of days.slice(0, 5)) {
    noonOf(day);
    for (const diner of [much, some]) await b.eat(diner, 1_000);
  }
  noonOf(days[4]!);
  expect(await told()).toEqual([]);
  noonOf(days[5]!);
  await b.eat(much, 2_500);
  await b.eat(much, 2_500);
  await b.eat(some, 1_900);
  await b.eat(some, 2_000);
  for (let n = 0; n < 2; n += 1) await b.eat(fresh, 2_900);
  b.app.clock.set(Date.parse(`${addDays(days[5]!, 1)}T06:10:00+08:00`));
  const once = [
    {
      object: `day:${days[5]}`,
      detail: `1 人当天消费达到各自平时的 3 倍且多出 30.00 元以上，最多的 50.00 元：工号 ${much.jobNumber}`,
      count: 1,
    },
  ];
  expect(await told()).toEqual(once);
  expect(await told()).toEqual(once);
});
