/** Orders the unit pays for: no purse is touched, the department owes them. And what an order's moves say beforehand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hire } from '../../../../tests/api/walk.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 240_000);
afterAll(() => b?.app.stop());

interface Told {
  lines: [string, string][];
  amount?: string;
  asks?: string[];
}
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

interface Closing {
  told?: { text: string };
  receipt?: { title: string; lines: [string, string][] };
}

test('the dialog that closes takes open orders back first, by those who may, and goes on where it stopped', async () => {
  const made = await b.school<{ id: number }>('user', 'create', {
    name: '离校的人',
    jobNumber: 'LX1',
    typeId: b.diners[0]!.typeId,
  });
  const { id } = made.data;
  b.app.clock.set(Date.parse(`${b.today}T13:00:00+08:00`));
  await b.pay(id, 5_000);
  const held = await b.placed(id);
  const ending = { id, closeNow: true, endOrders: true, endReason: '离校' };
  const ask = (values: object) =>
    b.school<Told>('user', 'outcome', { action: 'close', id, closeNow: false, ...values });
  const told = (await ask({ endOrders: false, endReason: null })).data;
  expect(told).toMatchObject({ asks: ['endOrders', 'endReason'] });
  expect(told.lines).toContainEqual(['未取的订餐', expect.stringContaining('1 单')]);
  expect(told.lines).toContainEqual(['订单', expect.stringContaining(`（${held.orderNo}）`)]);
  expect(told.amount).toBeUndefined();
  expect((await ask({ endOrders: true, endReason: null })).data.amount).toBe('先取消 1 单');

  // Who closes accounts and has nothing to do with orders is told that another has to take them back.
  const page = '/admin/organization/user';
  const gate = await hire(b.app, 'school', 'organization', [`${page}#close`]);
  const asGate = (verb: string, body: object) =>
    b.app.post(page, verb, body, gate).then(({ body: said }) => said as never);
  const shut = await (asGate('outcome', { action: 'close', id }) as Promise<{ data: Told }>);
  expect(shut.data.asks).toBeUndefined();
  expect(shut.data.lines.at(-1)![1]).toContain('须由有权');
  expect(await asGate('close', ending)).toMatchObject({ errorcode: 1003 });
  expect(await b.read(held)).toMatchObject({ status: 'PAID' });

  // After the cut-off too. What was set aside is in the purse again: he is paid out before he is closed.
  b.app.clock.set(Date.parse(`${b.day}T10:00:00+08:00`));
  const first = await b.school<Closing>('user', 'close', ending);
  expect(first).toMatchObject({ errorcode: 0, data: { receipt: { title: '订餐已取消，尚未销户' } } });
  expect(first.data.receipt!.lines[1]![1]).toContain('清退后才能销户');
  expect(await b.read(held)).toMatchObject({ status: 'CANCELLED', note: '离校' });
  expect(await b.held(id)).toBe(0);
  await b.drain(id);

  // The same again, as after a crash in between: nothing is left to take back, and he is closed.
  b.app.clock.set(Date.parse(`${b.today}T13:00:00+08:00`));
  const paid = await b.order(b.wanted(id), { unitPays: true, source: 'STAFF' });
  if (!('id' in paid)) throw new Error('not placed');
  expect((await ask({ endOrders: true, endReason: null })).data.amount).toBe('并取消 1 单');
  expect(await b.cancel(paid)).toBeUndefined();
  expect(await b.school('user', 'close', ending)).toMatchObject({ errorcode: 0, data: null });
  const { rows } = await b.app.services.pool.query<{ status: string }>(
    'select status from person where organization_id = $1 and id = $2',
    [b.organizationId, id],
  );
  expect(rows).toEqual([{ status: 'CLOSED' }]);
  expect(await b.breaks()).toEqual([]);
});

test('orders the unit pays go with the account, in one press', async () => {
  const ids: number[] = [];
  for (const n of [2, 3]) {
    const values = { name: `离校${n}`, jobNumber: `LX${n}`, typeId: b.diners[0]!.typeId };
    const { data } = await b.school<{ id: number }>('user', 'create', values);
    ids.push(data.id);
    expect(await b.order(b.wanted(data.id), { unitPays: true, source: 'STAFF' })).toMatchObject({ status: 'PAID' });
  }
  const closing = { ids, closeNow: true, endOrders: true };
  expect(await b.school('user', 'close', closing)).toMatchObject({ fields: { endReason: expect.any(String) } });
  expect(await b.school('user', 'close', { ...closing, endReason: '毕业' })).toMatchObject({
    errorcode: 0,
    data: { told: { text: '已取消 2 单，已销户' } },
  });
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
