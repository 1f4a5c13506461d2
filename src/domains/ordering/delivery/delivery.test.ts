/** A lunch is carried: the sheet, handing it over, signing for what arrived and giving back what was missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../wallet/testing.ts';
import type { Order } from '../orders/order-store.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import type { DeliverySheet } from './read-delivery.ts';
import type { SignedOff } from './sign-off.ts';

const page = 'order_food_detail';
let b: OrderingBench;
let next = 0;
const addresses: number[] = [];
beforeAll(async () => {
  b = await orderingBench();
  for (const [i, building] of ['北楼', '南楼'].entries()) {
    const area = await b.school<{ id: number }>('order_area', 'create', {
      name: building,
      manager: '陈师傅',
      phone: '13800138000',
      deliveryFeeFen: i * 100,
    });
    for (const floor of ['1', '2']) {
      const made = await b.school<{ id: number }>('order_address', 'create', {
        areaId: area.data.id,
        name: `${building}${floor}层`,
        building,
        floor,
        sort: Number(floor),
      });
      expect([made.errorcode, made.errormsg]).toEqual([0, '']);
      addresses.push(made.data.id);
    }
  }
}, 240_000);
afterAll(() => b?.app.stop());

async function carried(address: number, ...qty: number[]): Promise<Order & { diner: number }> {
  const { id } = b.diners[next++]!;
  await b.drain(id);
  await b.pay(id, 10_000);
  const lines = qty.map((count, at) => ({ menuItemId: b.dishes[at]!.id, qty: count }));
  const order = await b.placed(id, { lines, pickup: 'DELIVERY', addressId: addresses[address]! });
  return { ...order, diner: id };
}
const sheet = async () =>
  (await b.school<DeliverySheet>(`${page}/delivery`, 'sheet', { date: b.day, mealPeriodId: null })).data;
const close = () =>
  b.app.services.pool.query(
    `update meal_order set status = 'ACCEPTED' where organization_id = $1 and status = 'PAID'`,
    [b.organizationId],
  );
const lineIds = ({ areas }: DeliverySheet, order: Order) =>
  areas
    .flatMap((area) => area.addresses.flatMap((address) => address.orders))
    .find((one) => one.id === order.id)!
    .lines.map((line) => line.itemId);
const price = (at: number) => b.dishes[at]!.priceFen;

test('an order goes to another place with its dishes and their price, at the fee of that place: so a place can be given up', async () => {
  const order = await carried(0, 1);
  const codeOf = async (noun: string, verb: string, body: object) =>
    (await b.school(noun, verb, body as Record<string, unknown>)).errorcode;
  const moved = (to: object) => codeOf(page, 'moveTo', { id: order.id, ...to });
  expect(await codeOf('order_address', 'disable', { id: addresses[0] })).toBe(3124);
  expect(await moved({ pickup: 'DELIVERY', addressId: addresses[2] })).toBe(0);
  expect(await b.held(order.diner)).toBe(price(0) + 100);
  for (const verb of ['disable', 'enable']) expect(await codeOf('order_address', verb, { id: addresses[0] })).toBe(0);
  expect(await moved({ pickup: 'DELIVERY' })).toBe(1101);
  expect(await moved({ pickup: 'DINE_IN' })).toBe(0);
  expect(await b.held(order.diner)).toBe(price(0));
  expect(await b.cancel(order)).toBeUndefined();
});

test('the sheet goes area by area, address by address; everything on it is handed over and signed for, short or whole', async () => {
  const whole = await carried(0, 1, 1);
  const short = await carried(0, 2, 1);
  const nothing = await carried(3, 1);
  await b.placed(b.diners[next++]!.id);
  const before = await sheet();
  expect(before.areas.map((area) => [area.name, area.addresses.map((one) => [one.name, one.orders.length])])).toEqual([
    ['北楼', [['北楼1层', 2]]],
    ['南楼', [['南楼2层', 1]]],
  ]);
  expect(before.meals).toMatchObject([{ mealPeriodId: b.lunchId, orders: 3 }]);
  const ids = [whole, short, nothing].map((order) => order.id);
  // Before the cut-off nothing leaves; signing for what has not left is refused order by order.
  expect(await b.school(page, 'deliver', { ids })).not.toMatchObject({ errorcode: 0 });
  await close();
  const early = await b.school<SignedOff>(page, 'signOff', { ids, missing: [] });
  expect(early.data).toMatchObject({ delivered: 0, refused: [{}, {}, {}] });
  expect(await b.school(page, 'deliver', { ids })).toMatchObject({ errorcode: 0 });
  b.atNoon();

  const [shortLine] = lineIds(before, short);
  const [lostLine] = lineIds(before, nothing);
  const tooMany = await b.school<SignedOff>(page, 'signOff', {
    ids: [short.id],
    missing: [{ orderId: short.id, itemId: shortLine, qty: 3 }],
  });
  expect(tooMany.data.refused).toHaveLength(1);
  expect(await b.read(short)).toMatchObject({ status: 'DELIVERING', amountFen: short.amountFen });
  const foreign = { ids: [whole.id], missing: [{ orderId: short.id, itemId: shortLine, qty: 1 }] };
  expect((await b.school(page, 'signOff', foreign)).errorcode).toBe(1004);

  const missing = [
    { orderId: short.id, itemId: shortLine, qty: 1 },
    { orderId: nothing.id, itemId: lostLine, qty: 1 },
  ];
  const signed = await b.school<SignedOff>(page, 'signOff', { ids, missing });
  const lost = price(0) + nothing.amountFen;
  expect([signed.errorcode, signed.data]).toEqual([0, { delivered: 2, short: 2, backFen: lost, refused: [] }]);
  expect(await b.read(whole)).toMatchObject({ status: 'EATEN', bookedFen: whole.amountFen });
  expect(await b.read(short)).toMatchObject({ status: 'EATEN', bookedFen: short.amountFen - price(0) });
  expect(await b.read(nothing)).toMatchObject({ status: 'CANCELLED', note: expect.stringContaining('缺 1 份') });
  expect(await b.balance(short.diner)).toMatchObject({ MAIN: 10_000 - short.amountFen + price(0) });
  expect(await b.balance(nothing.diner)).toMatchObject({ MAIN: 10_000 });
  const again = await b.school<SignedOff>(page, 'signOff', { ids, missing: [] });
  expect(again.data).toMatchObject({ delivered: 0, short: 0, backFen: 0 });
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
});

test('labels stand for addresses in use that have a code', async () => {
  await b.school('address_code', 'all', { ids: addresses.slice(0, 3) });
  const { data } = await b.school<{ labels: { name: string; path: string }[]; without: number }>(
    'address_code/address_labels',
    'labels',
    {},
  );
  expect(data.labels.map((label) => label.name)).toEqual(['北楼1层', '北楼2层', '南楼1层']);
  expect(data.without).toBe(1);
  expect(new Set(data.labels.map((label) => label.path)).size).toBe(3);
  for (const { path } of data.labels) expect(path).toMatch(/^\/m\/\w+\/[\w-]{16,}$/);
});
