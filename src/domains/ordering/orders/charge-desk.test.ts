/** 核销订餐 in 人工消费: everybody who has an order of the meal, handed out as a batch, resumed after a kill, taken back whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../consumption/testing.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import type { Order } from './order-store.ts';

const page = 'artificial_chopping';
let b: OrderingBench;
let orders: Order[];
beforeAll(async () => {
  b = await orderingBench();
  orders = [];
  for (const diner of b.diners.slice(0, 3)) {
    await b.drain(diner.id);
    await b.pay(diner.id, 5_000);
    orders.push(await b.placed(diner.id));
  }
}, 240_000);
afterAll(() => b?.app.stop());

interface Planned {
  rows: { personId: number; amountFen: number; problem: string | null; note: string; off: boolean }[];
}
const terms = (more: object = {}) => ({
  kind: 'COLLECT',
  diningDate: b.day,
  mealPeriodId: b.lunchId,
  restaurantId: b.restaurantId,
  reason: 'DEVICE_DOWN',
  ...more,
});
const handIn = async (lines: readonly { personId: number }[], more: object = {}) => {
  const seen = await b.school<{ agreed: object; submit: string }>(page, 'preview', terms({ lines, ...more }));
  const made = await b.school<{ id: number }>(page, 'create', { ...terms({ lines, ...more }), ...seen.data.agreed });
  if (made.errorcode !== 0) throw new Error(made.errormsg);
  return { id: made.data.id, submit: seen.data.submit };
};
const done = (id: number) =>
  until(
    async () => (await b.school<{ status: string; failedCount: number }>(page, 'get', { id })).data,
    (row) => row.status !== 'APPROVED' && row.status !== 'REVERSING',
  );
const states = async () => (await Promise.all(orders.map((order) => b.read(order)))).map((order) => order.status);

test('before the meal nothing is handed out', async () => {
  expect(await b.school(page, 'preview', terms())).toMatchObject({ errorcode: 2550 });
});

test('without a name the wizard lists who has an order; who is named without one is told', async () => {
  b.atNoon();
  const { rows } = (await b.school<Planned>(page, 'preview', terms())).data;
  const own = rows.filter((row) => orders.some((order) => order.personId === row.personId));
  expect(own).toHaveLength(3);
  expect(own[0]).toMatchObject({ problem: null, note: expect.stringContaining(b.dishes[0]!.name) });
  const without = (await b.school<Planned>(page, 'preview', terms({ personIds: [b.diners[8]!.id] }))).data.rows;
  expect(without).toMatchObject([{ problem: '这一餐在这家餐厅没有可核销的订单' }]);
});

test('the batch hands out of what was set aside, answers the same after a kill, and is taken back as a whole', async () => {
  b.atNoon();
  const held = await Promise.all(orders.map((order) => b.held(order.personId)));
  expect(held).toEqual(orders.map((order) => order.amountFen));
  const { id, submit } = await handIn(orders.map(({ personId }) => ({ personId })));
  expect(submit).toMatch(/^核销 3 单 /);
  expect(await done(id)).toMatchObject({ status: 'POSTED', failedCount: 0 });
  expect(await states()).toEqual(['EATEN', 'EATEN', 'EATEN']);
  const { pool, jobs } = b.app.services;
  const lines = async () =>
    (
      await pool.query<{ posting: number; order: number }>(
        'select posting_id as posting, order_id as "order" from manual_charge_line where batch_id = $1 order by line_no',
        [id],
      )
    ).rows;
  const posted = await lines();
  expect(new Set(posted.map((line) => line.order))).toEqual(new Set(orders.map((order) => order.id)));
  // The money was taken and the batch's own note of it lost.
  await pool.query(`update manual_charge_line set status = 'PENDING', posting_id = null where batch_id = $1`, [id]);
  await pool.query(`update manual_charge set status = 'APPROVED' where id = $1`, [id]);
  await jobs.enqueue('manual-charge', { organizationId: b.organizationId, id }, { key: `again:${id}` });
  expect(await done(id)).toMatchObject({ status: 'POSTED', failedCount: 0 });
  expect(await lines()).toEqual(posted);
  expect(await b.school(page, 'reverse', { id, reason: '餐没有发' })).toMatchObject({ errorcode: 0 });
  expect(await done(id)).toMatchObject({ status: 'REVERSED' });
  expect(await states()).toEqual(['READY', 'READY', 'READY']);
  expect(await Promise.all(orders.map((order) => b.held(order.personId)))).toEqual(held);
  expect(await b.breaks()).toEqual([]);
});

test('an order handed out at a terminal meanwhile fails alone; above the limit another person approves', async () => {
  b.atNoon();
  await b.school('consume/setting', 'update', { manualLimitFen: 1 });
  const { id, submit } = await handIn(orders.map(({ personId }) => ({ personId })));
  expect(submit).toMatch(/^提交审核 3 单 /);
  await b.take(orders[0]!);
  expect(await b.finance(page, 'approve', { id })).toMatchObject({ errorcode: 0 });
  expect(await done(id)).toMatchObject({ status: 'PART_FAILED', failedCount: 1 });
  expect(await states()).toEqual(['EATEN', 'EATEN', 'EATEN']);
});
