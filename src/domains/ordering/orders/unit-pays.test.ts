/** Orders the unit pays for: no purse is touched, the department owes them. And what an order's moves say beforehand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 240_000);
afterAll(() => b?.app.stop());

interface Outcome {
  lines: [string, string][];
  amountFen?: number;
}
const outcome = async (action: string, id: number, values: Record<string, unknown> = {}) =>
  b.school<Outcome>('order_food_detail', 'outcome', { action, ids: [id], values });

test('an order the unit pays takes nothing from the diner, is owed by the unit when handed out, and goes back to it', async () => {
  const [diner] = b.diners;
  await b.drain(diner!.id);
  const order = await b.order(b.wanted(diner!.id), { unitPays: true, source: 'STAFF' });
  expect(order).toMatchObject({ status: 'PAID', payTime: 'UNIT', holdId: null });
  if (!('id' in order)) throw new Error('not placed');
  b.atNoon();
  const taken = await b.take(order);
  expect(taken).toMatchObject({ status: 'EATEN', bookedFen: order.amountFen });
  const { rows } = await b.app.services.pool.query<{ account: string; fen: number }>(
    `select e.account, e.amount_fen::int as fen from meal_order o
     join ledger_entry e on e.organization_id = o.organization_id and e.posting_id = o.posting_id and e.account like 'channel:%'
     where o.organization_id = $1 and o.id = $2`,
    [b.organizationId, order.id],
  );
  expect(rows).toEqual([{ account: 'channel:unit', fen: -order.amountFen }]);
  expect(await b.refund(order)).toBeUndefined();
  expect(await b.breaks()).toEqual([]);
});

test('who has an open order is not closed, though no money is held for it', async () => {
  const diner = b.diners[3]!;
  await b.drain(diner.id);
  b.app.clock.set(Date.parse(`${b.today}T12:00:00+08:00`));
  const order = await b.order(b.wanted(diner.id), { unitPays: true, source: 'STAFF' });
  if (!('id' in order)) throw new Error('not placed');
  const close = () => b.school('user', 'close', { id: diner.id, closeNow: true });
  const refused = await close();
  expect(refused).toMatchObject({ errorcode: 3130, errormsg: expect.stringContaining('1 张未完成的订单') });
  expect(await b.cancel(order)).toBeUndefined();
  // What else stands in the way, the card he holds, is another matter.
  expect((await close()).errorcode).not.toBe(3130);
});

test('handing out, undoing, refunding and taking back say what becomes of the money, and write nothing', async () => {
  const [, diner] = b.diners;
  await b.drain(diner!.id);
  await b.pay(diner!.id, 5_000);
  b.app.clock.set(Date.parse(`${b.today}T12:00:00+08:00`));
  const order = await b.placed(diner!.id);
  const cancel = await outcome('cancel', order.id, { reason: '不去了' });
  expect(cancel).toMatchObject({ errorcode: 0 });
  expect(JSON.stringify(cancel.data.lines)).toContain('回到可用余额');
  b.atNoon();
  const take = await outcome('take', order.id);
  expect(take).toMatchObject({ errorcode: 0 });
  expect(JSON.stringify(take.data.lines)).toContain('50.00');
  expect(await b.read(order)).toMatchObject({ bookedFen: 0 });
  await b.take(order);
  for (const action of ['undo', 'refund'])
    expect(await outcome(action, order.id, { reason: '记错' })).toMatchObject({ errorcode: 0 });
  expect(await b.read(order)).toMatchObject({ status: 'EATEN' });
});
