/** 刷卡即取餐: the first swipe of somebody whose order is served hands it out, the next is charged; told late it is the same. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeviceAt, DeviceRecord, RecordOutcome } from '../../device/public.server.ts';
import type { Order } from '../orders/order-store.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
let device: DeviceAt;
beforeAll(async () => {
  b = await orderingBench({ swipeTakes: true });
  device = { ...b.device, restaurantId: b.restaurantId };
}, 240_000);
afterAll(() => b?.app.stop());
let began: number;
beforeEach(() => {
  began = b.app.clock.now();
});
afterEach(() => b.app.clock.set(began));

let seq = 500;
const recordOf = (cardNo: string, more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  epoch: 9,
  seq: ++seq,
  occurredAt: b.app.clock.now(),
  deviceTime: b.app.clock.now(),
  mode: 'FIXED',
  identify: 'CARD',
  offline: false,
  cardNo,
  ...more,
});
const swipe = (record: DeviceRecord): Promise<RecordOutcome> => b.app.services.consumeGateway.consume(device, record);
const modesOf = async (personId: number) => {
  const { rows } = await b.app.services.pool.query<{ mode: string }>(
    'select mode from trade where organization_id = $1 and person_id = $2 and business_date = $3 order by id',
    [b.organizationId, personId, b.day],
  );
  return rows.map((row) => row.mode);
};
const rich = async (at: number) => {
  const diner = b.diners[at]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 10_000);
  return diner;
};

test('the first swipe hands out, the same record again does nothing, the next swipe is charged', async () => {
  const diner = await rich(0);
  const order = await b.placed(diner.id);
  b.atNoon();
  const record = recordOf(diner.cardNo);
  expect(await swipe(record)).toMatchObject({
    posted: { amountFen: order.amountFen, balances: { MAIN: 10_000 - order.amountFen } },
  });
  expect(await b.read(order)).toMatchObject({ status: 'EATEN', bookedFen: order.amountFen });
  expect(await swipe(record)).toMatchObject({ posted: { amountFen: order.amountFen, replayed: true } });
  expect(await modesOf(diner.id)).toEqual(['ORDER']);
  const picked = await b.school<{ rows: { orderNo: string; state: string }[] }>('order_pickup', 'query', {
    search: { keyword: order.orderNo },
  });
  expect(picked.data.rows).toMatchObject([{ orderNo: order.orderNo, state: 'TAKEN' }]);
  expect(await swipe(recordOf(diner.cardNo))).toMatchObject({ posted: { amountFen: expect.any(Number) } });
  expect(await modesOf(diner.id)).toEqual(['ORDER', 'FIXED']);
});

test('a swipe comes at any second of the meal, and as near to it as the rule says', async () => {
  const diners = [await rich(5), await rich(6), await rich(7)];
  const orders: Order[] = [];
  for (const { id } of diners) orders.push(await b.placed(id));
  const status = async (at: number) => (await b.read(orders[at]!)).status;
  b.app.clock.set(Date.parse(`${b.day}T12:00:30.500+08:00`));
  expect(await swipe(recordOf(diners[0]!.cardNo))).toHaveProperty('posted');
  expect(await status(0)).toBe('EATEN');
  // Ten minutes after its end it is the order still, a minute later a meal of its own.
  b.afterLunch(9.5);
  expect(await swipe(recordOf(diners[1]!.cardNo))).toHaveProperty('posted');
  expect(await status(1)).toBe('EATEN');
  b.afterLunch(11);
  await swipe(recordOf(diners[2]!.cardNo));
  expect(await status(2)).toBe('PAID');
});

test('without an order, at another restaurant or with an amount keyed the swipe is charged, the order waits', async () => {
  const [none, elsewhere, keyed] = [await rich(1), await rich(2), await rich(3)];
  const orders = [await b.placed(elsewhere.id), await b.placed(keyed.id)];
  b.atNoon();
  expect(await swipe(recordOf(none.cardNo))).toHaveProperty('posted');
  await b.app.services.consumeGateway.consume({ ...device, restaurantId: 0 }, recordOf(elsewhere.cardNo));
  await swipe(recordOf(keyed.cardNo, { mode: 'AMOUNT', amountFen: 500 }));
  for (const order of orders) expect(await b.read(order)).toMatchObject({ status: 'PAID' });
  expect(await modesOf(none.id)).toEqual(['FIXED']);
});

test('uploaded later the first record has the order and the second is charged; nothing is counted twice', async () => {
  const diner = await rich(4);
  const order = await b.placed(diner.id);
  b.afterLunch(30);
  const occurredAt = Date.parse(`${b.day}T12:00:00+08:00`);
  const late = { offline: true, occurredAt, deviceTime: occurredAt };
  const records = [recordOf(diner.cardNo, late), recordOf(diner.cardNo, { ...late, occurredAt: occurredAt + 60_000 })];
  const upload = () => b.app.services.consumeGateway.upload(device, records);
  const first = await upload();
  expect(first[0]).toMatchObject({ posted: { amountFen: order.amountFen } });
  expect(await b.read(order)).toMatchObject({ status: 'EATEN' });
  const again = await upload();
  expect(again[0]).toMatchObject({ posted: { amountFen: order.amountFen, replayed: true } });
  expect((await modesOf(diner.id)).filter((mode) => mode === 'ORDER')).toHaveLength(1);
  expect(await b.breaks()).toEqual([]);
});
