/** A rule of ordering changes from a day on, and says before what last month's orders would have cost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Foreseen } from '../../../kit/define/versions.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Order } from '../orders/order-store.ts';
import { turnUnit } from '../settle/order-clock.ts';
import { dishRule, type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
const heads = { mode: 'HEAD_ONLY', priceFen: 1_500, missPercent: 50 };
beforeAll(async () => {
  b = await orderingBench(heads);
}, 240_000);
afterAll(() => b?.app.stop());

const noon = (day: string) => b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
const rule = (more: object = {}) => ({ id: b.ruleId, ...dishRule(b, b.restaurantId), ...heads, ...more });
const foresee = async (more: object) => {
  const answer = await b.school<Foreseen>('ordering_mode', 'foresee', rule(more));
  expect([answer.errorcode, answer.errormsg, answer.fields]).toEqual([0, '', undefined]);
  return answer.data;
};
const edit = async (more: object) => {
  const { version } = (await b.school<{ version: number }>('ordering_mode', 'get', { id: b.ruleId })).data;
  return b.school('ordering_mode', 'update', { ...rule(more), version });
};
/** Orders of these portions for a day, settled after its lunch; the last of them is eaten. */
async function live(day: string, portions: readonly number[]): Promise<Order[]> {
  noon(addDays(day, -2));
  const orders: Order[] = [];
  for (const [i, count] of portions.entries()) {
    const { id } = b.diners[i]!;
    await b.pay(id, 20_000);
    orders.push(await b.placed(id, { diningDate: day, portions: count, lines: [] }));
  }
  noon(day);
  await b.take(orders.at(-1)!);
  b.app.clock.set(Date.parse(`${addDays(day, 4)}T12:00:00+08:00`));
  await turnUnit(b.app.services, b.organizationId);
  return orders;
}
const bookedFor = async (orders: readonly Order[]) => {
  let fen = 0;
  for (const order of orders) {
    const { status, bookedFen } = await b.read(order);
    if (status === 'NO_SHOW') fen += bookedFen;
  }
  return fen;
};
const charged = ({ totals }: Foreseen) => totals.find((one) => one.label === '未就餐扣费')!;

test('what it would have been last month is what it does with the same orders afterwards, and nothing is written', async () => {
  const month = dateAt(b.app.clock.now()).slice(0, 7);
  const next = addDays(`${month}-28`, 5).slice(0, 7);
  const orders = await live(`${next}-06`, [1, 3, 2]);
  const was = await bookedFor(orders);
  expect(was).toBe((1_500 + 4_500) / 2);

  const after = addDays(`${next}-28`, 5).slice(0, 7);
  noon(`${after}-04`);
  const draft = { missPercent: 33 };
  const seen = await foresee(draft);
  expect(seen.period).toBe(next);
  expect(charged(seen)).toMatchObject({ was, would: 495 + 1_485 });
  expect(seen.totals.map(({ was, would }) => [was, would])[1]).toEqual([2, 2]);
  expect(seen.parts.reduce((sum, part) => sum + part.wasFen, 0)).toBe(was);
  expect(seen.most!.parts.map((part) => part.wasFen).sort((a, c) => a - c)).toEqual([750, 2_250]);
  expect(await bookedFor(orders)).toBe(was);
  // Orders paid at once are charged whole, those paid by the month not at all; a rule of other days speaks of none of them.
  expect(charged(await foresee({ payTime: 'ON_ORDER' })).would).toBe(6_000);
  expect(charged(await foresee({ payTime: 'MONTHLY' })).would).toBe(0);
  const gone = await foresee({ status: 'DISABLED' });
  expect([charged(gone).would, gone.totals[0]]).toEqual([0, { label: '未取餐的订单', was: 2, would: 0, unit: '单' }]);

  expect(await edit(draft)).toMatchObject({ errorcode: 0 });
  expect(await bookedFor(await live(`${after}-10`, [1, 3, 2]))).toBe(charged(seen).would);
});

test('what nobody collected waits as the rule said when the meal closed, though no report of it is kept', async () => {
  const { pool } = b.app.services;
  const meals = (await b.school<{ meals: { mealPeriodId: number }[] }>('meal_reporting_period', 'get', {})).data.meals;
  const shut = meals.map((meal) => (meal.mealPeriodId === b.lunchId ? { ...meal, open: false } : meal));
  expect(await b.school('meal_reporting_period', 'update', { meals: shut })).toMatchObject({ errorcode: 0 });
  const day = addDays(dateAt(b.app.clock.now()), 5);
  noon(addDays(day, -3));
  expect(await edit({ missPercent: 33, settleMinutes: 30 })).toMatchObject({ errorcode: 0 });
  const { id } = b.diners[4]!;
  await b.pay(id, 20_000);
  const [early, late] = [
    await b.placed(id, { diningDate: day, portions: 1, lines: [] }),
    await b.placed(id, { diningDate: addDays(day, 1), portions: 1, lines: [] }),
  ];
  const heard = async () => {
    // Every terminal of the restaurant has told of everything by now.
    await pool.query(
      `update device_beat set last_beat_at = $2, offline_count = 0
       where device_id in (select id from device where organization_id = $1)`,
      [b.organizationId, isoAt(b.app.clock.now())],
    );
    await turnUnit(b.app.services, b.organizationId);
  };
  const minutesAfter = async (on: string, minutes: number) => {
    const { rows } = await pool.query<{ ends: string }>(
      'select end_time as ends from meal_period where organization_id = $1 and id = $2',
      [b.organizationId, b.lunchId],
    );
    b.app.clock.set(Date.parse(`${on}T${rows[0]!.ends}:00+08:00`) + minutes * 60_000);
    await heard();
  };
  await minutesAfter(day, 20);
  expect(await b.read(early)).toMatchObject({ status: 'READY' });
  // Changed after its cut-off: it is settled as it stood then, the next day's as it stands now.
  expect(await edit({ missPercent: 33, settleMinutes: 120 })).toMatchObject({ errorcode: 0 });
  await minutesAfter(day, 29);
  expect(await b.read(early)).toMatchObject({ status: 'READY' });
  await minutesAfter(day, 31);
  expect(await b.read(early)).toMatchObject({ status: 'NO_SHOW' });
  await minutesAfter(addDays(day, 1), 61);
  expect(await b.read(late)).toMatchObject({ status: 'READY' });
  await minutesAfter(addDays(day, 1), 121);
  expect(await b.read(late)).toMatchObject({ status: 'NO_SHOW' });
});

test('a change planned for a day holds from its first instant, for orders placed from then on', async () => {
  const today = dateAt(b.app.clock.now());
  const tomorrow = addDays(today, 1);
  expect(await edit({ missPercent: 10, effectiveFrom: addDays(today, -1) })).toMatchObject({
    fields: { effectiveFrom: expect.stringContaining('不能早于') },
  });
  expect(await edit({ missPercent: 10, effectiveFrom: tomorrow })).toMatchObject({ errorcode: 0 });
  const percentOf = async (at: number, diningDate: string) => {
    const { id } = b.diners[at]!;
    await b.pay(id, 5_000);
    return (await b.placed(id, { diningDate, lines: [] })).missPercent;
  };
  const eaten = addDays(today, 5);
  expect(await percentOf(10, eaten)).toBe(33);
  b.app.clock.set(Date.parse(`${tomorrow}T00:00:01+08:00`));
  expect(await percentOf(11, eaten)).toBe(10);
  const versions = await b.school<{ rows: { words: string }[] }>('ordering_mode/versions', 'query', {
    search: { rowId: b.ruleId },
  });
  expect(versions.data.rows.length).toBeGreaterThan(0);
});

test('what a planned change will speak of is spoken for already', async () => {
  const from = addDays(dateAt(b.app.clock.now()), 10);
  const meals = (await b.school<{ rows: { id: number }[] }>('meal', 'query', {})).data.rows.map((row) => row.id);
  const other = meals.find((id) => id !== b.lunchId)!;
  const values = { ...dishRule(b, b.restaurantId), ...heads, name: '以后的一餐', mealPeriodIds: [other] };
  expect(await b.school('ordering_mode', 'create', { ...values, effectiveFrom: from })).toMatchObject({ errorcode: 0 });
  expect(await b.school('ordering_mode', 'create', { ...values, name: '同一餐' })).toMatchObject({ errorcode: 3121 });
});
