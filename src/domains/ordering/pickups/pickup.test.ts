/** Orders handed out at terminals, at once and uploaded late; and the desk's page over the same orders. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal, type Terminal } from '../../../../tests/api/terminal.ts';
import type { Answer } from '../../../../tests/support/server.ts';
import type { Order } from '../orders/order-store.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
let terminal: Terminal;
beforeAll(async () => {
  b = await orderingBench();
  terminal = await pairTerminal(b.app, 'school', 0);
  await b.app.services.pool.query(
    `update device set mode = 'ORDER_PICKUP', deploy_site_id = (select id from deploy_site s
       where s.organization_id = device.organization_id and s.restaurant_id = $2 limit 1) where id = $1`,
    [terminal.deviceId, b.restaurantId],
  );
  b.app.services.devices.forget(terminal.deviceId);
}, 240_000);
afterAll(() => b?.app.stop());

const rich = async (at: number) => {
  const diner = b.diners[at]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 5_000);
  return diner;
};
const post = async (path: string, body: object, twist?: { seq: number }) =>
  ((await terminal.send('POST', `/api/device/v1/${path}`, JSON.stringify(body), twist)) as Answer).body as {
    errorcode: number;
    errormsg: string;
    data: Record<string, unknown>;
  };

test('a terminal hands out by card and by code, once; the same record again is a duplicate, another is told when', async () => {
  const diner = await rich(0);
  const order = await b.placed(diner.id);
  const before = b.app.clock.now();
  b.atNoon();
  const today = await terminal.send('GET', `/api/device/v1/orders?date=${b.day}`);
  expect(today.body.data).toMatchObject({ more: false, orders: [{ orderId: order.id, code: order.pickupCode }] });
  const taken = await post('pickup', { cardNo: diner.cardNo }, { seq: 101 });
  expect(taken).toMatchObject({ errorcode: 0, data: { result: 'TAKEN', personName: diner.name } });
  expect(await post('pickup', { cardNo: diner.cardNo }, { seq: 101 })).toMatchObject({ data: { result: 'DUPLICATE' } });
  // When and where it was collected.
  const { rows } = await b.app.services.pool.query<{ name: string }>('select name from device where id = $1', [
    terminal.deviceId,
  ]);
  expect(await post('pickup', { code: order.pickupCode }, { seq: 102 })).toMatchObject({
    errorcode: 3116,
    errormsg: expect.stringMatching(/已于 \d\d-\d\d \d\d:\d\d 在/),
  });
  expect(await post('pickup', { cardNo: diner.cardNo }, { seq: 105 })).toMatchObject({
    errormsg: expect.stringContaining(`在「${rows[0]!.name}」取餐`),
  });
  expect(await post('pickup', { code: '000000' }, { seq: 103 })).toMatchObject({ errorcode: 3119 });
  expect(await post('pickup', { code: 'x' }, { seq: 104 })).toMatchObject({ errorcode: expect.any(Number) });
  expect(await b.balance(diner.id)).toMatchObject({ MAIN: 5_000 - order.amountFen });
  b.app.clock.set(before);
  // Whoever took an order back hears that, and not that there never was one.
  const other = await rich(6);
  const back = await b.placed(other.id);
  expect(await b.cancel(back)).toBeUndefined();
  b.atNoon();
  expect(await post('pickup', { cardNo: other.cardNo }, { seq: 106 })).toMatchObject({
    errorcode: 3115,
    errormsg: expect.stringContaining('已取消'),
  });
  b.app.clock.set(before);
});

test('records taken offline come late: one is taken, the second of the same order and one of nobody wait for a clerk', async () => {
  const before = b.app.clock.now();
  const diner = await rich(1);
  const order = await b.placed(diner.id);
  b.afterLunch(30);
  const time = Date.parse(`${b.day}T12:00:00+08:00`);
  const { epoch } = terminal;
  const records = [
    { epoch, seq: 201, time, cardNo: diner.cardNo },
    { epoch, seq: 202, time: time + 60_000, cardNo: diner.cardNo },
    { epoch, seq: 203, time, cardNo: '9999999' },
    { epoch, seq: 0, time, cardNo: '1' },
  ];
  const results = async () =>
    ((await post('pickups', { records })).data.answers as { result: string }[]).map((one) => one.result);
  expect(await results()).toEqual(['TAKEN', 'SUSPENDED', 'SUSPENDED', 'REFUSED']);
  expect(await results()).toEqual(['DUPLICATE', 'SUSPENDED', 'SUSPENDED', 'REFUSED']);
  expect(await b.read(order)).toMatchObject({ status: 'EATEN', bookedFen: order.amountFen });
  const waits = await b.school<{ rows: { id: number; reason: string }[] }>('order_pickup', 'query', {
    search: { state: ['SUSPENSE'] },
  });
  expect(waits.data.rows.map((row) => row.reason.slice(0, 4)).sort()).toEqual(['没有找到', '重复取餐']);
  const ids = waits.data.rows.map((row) => row.id);
  expect(await b.school('order_pickup', 'discard', { ids, why: '已核对' })).toMatchObject({ errorcode: 0 });
  expect(await b.school('order_pickup', 'discard', { ids, why: '已核对' })).not.toMatchObject({ errorcode: 0 });
  b.app.clock.set(before);
});

test('the desk orders for several, hands out, undoes, refunds before a witness; badge, list and sums are the same orders', async () => {
  const before = b.app.clock.now();
  const people = [await rich(2), await rich(3)];
  const [dish] = b.dishes;
  const form = {
    personIds: people.map((one) => one.id),
    restaurantId: b.restaurantId,
    diningDate: b.day,
    mealPeriodId: b.lunchId,
    pickup: 'DINE_IN',
    setCount: 1,
    changes: false,
  };
  const menu = await b.school<{ rows: { menuItemId: number }[] }>('order_food_detail', 'preview', form);
  expect(menu.data.rows.map((row) => row.menuItemId)).toContain(dish!.id);
  const lines = [{ menuItemId: dish!.id, qty: 2 }];
  const totals = { totalCount: 2, totalFen: 4 * dish!.priceFen };
  const seen = await b.school<{ agreed: object }>('order_food_detail', 'preview', { ...form, lines });
  expect(seen.data.agreed).toEqual(totals);
  const stale = await b.school('order_food_detail', 'create', { ...form, lines, totalCount: 2, totalFen: 1 });
  expect(stale.errorcode).not.toBe(0);
  const create = () => b.school('order_food_detail', 'create', { ...form, lines, ...totals }, 'desk-form-1');
  expect(await create()).toMatchObject({ errorcode: 0 });
  const list = async (search: object) =>
    (
      await b.school<{ rows: { id: number; dishes: string; status: string; amountFen: number }[] }>(
        'order_food_detail',
        'query',
        { search: { diningDate: [b.day, b.day], ...search } },
      )
    ).data.rows;
  const rows = await list({ status: ['PAID'] });
  expect(rows.map((row) => row.dishes)).toEqual([`${dish!.name}×2`, `${dish!.name}×2`]);
  const ids = rows.map((row) => row.id);
  b.atNoon();
  expect(await b.school('order_food_detail', 'take', { ids })).toMatchObject({ errorcode: 0 });
  expect(await b.school('order_food_detail', 'undo', { id: ids[0], reason: '点错' })).toMatchObject({ errorcode: 0 });
  expect((await list({ status: ['READY'] })).map((row) => row.id)).toEqual([ids[0]]);
  const alone = await b.school('order_food_detail', 'refund', { id: ids[1], reason: '菜品有误' });
  expect(alone.errorcode).toBe(1020);
  expect(await b.school('order_food_detail', 'cancel', { ids: [ids[0]], reason: '不来了' })).toMatchObject({
    errorcode: 0,
  });
  for (const [page, group] of [
    ['daily_order_summary', null],
    ['department_order_summary', null],
    ['personal_order_summary', null],
    ['order_food_quantum', null],
    ['order_food_summary', 'department'],
    ['order_food_summary', 'area'],
    ['order_food_detail', null],
  ] as const) {
    const { data, errormsg } = await b.school<{ check: { ok: boolean; text: string }; sums: Record<string, number> }>(
      page,
      'query',
      { search: { diningDate: [b.day, b.day], ...(group ? { group } : {}) } },
    );
    // The list of orders has those taken back among its portions.
    const counted = page === 'order_food_detail' ? 'countedQty' : 'portions';
    expect([page, errormsg, data?.check?.ok, data?.sums?.[counted]]).toEqual([page, '', true, 4]);
  }
  expect(await b.breaks()).toEqual([]);
  b.app.clock.set(before);
});

test('areas and addresses: an import by area names, a code that opens without a session and ends with a new one', async () => {
  const area = await b.school<{ id: number }>('order_area', 'create', { name: '教学楼', deliveryFeeFen: 200 });
  expect(area).toMatchObject({ errorcode: 0 });
  const address = await b.school<{ id: number }>('order_address', 'create', {
    areaId: area.data.id,
    name: '一号楼 301',
    building: '一号楼',
  });
  expect(address).toMatchObject({ errorcode: 0 });
  const code = async (verb: string) => {
    const made = await b.school<{ link: { path: string } }>('address_code', verb, { id: address.data.id });
    expect(made).toMatchObject({ errorcode: 0 });
    return made.data.link.path.split('/').at(-1)!;
  };
  const first = await code('make');
  const read = (key: string, phone = 'phone') =>
    b.app.fastify.inject({
      method: 'POST',
      url: '/api/m/address',
      payload: { code: key },
      headers: { 'user-agent': phone },
    });
  const scans = async () => {
    const { rows } = (await b.school<{ rows: Record<string, unknown>[] }>('address_code', 'query', { size: 100 })).data;
    return rows.find(({ id }) => id === address.data.id)!.scans;
  };
  expect((await read(first)).json().data).toMatchObject({ address: '一号楼 301', area: '教学楼', feeFen: 200 });
  // Each phone once a day, written a minute later at the latest.
  for (const phone of ['phone', 'tablet', 'tablet']) await read(first, phone);
  b.app.clock.set(b.app.clock.now() + 60_000);
  await read(first, 'another');
  await expect.poll(scans).toBe(3);
  const second = await code('renew');
  expect(await scans()).toBe(0);
  expect(second).not.toBe(first);
  expect((await read(first)).statusCode).toBe((await read('AAAAAAAAAAAAAAAAAAAAAA')).statusCode);
  const diner = await rich(4);
  const order = await b.placed(diner.id, { pickup: 'DELIVERY', addressId: address.data.id });
  expect(order.amountFen).toBe(b.dishes[0]!.priceFen + 200);
  expect(await b.school('order_address', 'disable', { id: address.data.id })).toMatchObject({ errorcode: 3124 });
  expect(await b.school('order_area', 'disable', { id: area.data.id })).toMatchObject({ errorcode: 3124 });
});

test('a place is closed with what becomes of the orders on their way there: elsewhere, there still, or taken back', async () => {
  const place = async (name: string, deliveryFeeFen: number) => {
    const area = await b.school<{ id: number }>('order_area', 'create', { name, deliveryFeeFen });
    const address = await b.school<{ id: number }>('order_address', 'create', {
      areaId: area.data.id,
      name: `${name}一层`,
    });
    return { areaId: area.data.id, addressId: address.data.id };
  };
  const [old, other] = [await place('旧楼', 200), await place('新楼', 50)];
  const diners = [await rich(5), await rich(6)];
  const orders: Order[] = [];
  for (const { id } of diners) orders.push(await b.placed(id, { pickup: 'DELIVERY', addressId: old.addressId }));
  const standing = async (id: number) => {
    const { rows } = await b.app.services.pool.query<{ addressId: number | null; status: string; feeFen: number }>(
      'select address_id as "addressId", status, fee_fen as "feeFen" from meal_order where organization_id = $1 and id = $2',
      [b.organizationId, id],
    );
    return rows[0]!;
  };
  const statusOf = async (page: string, id: number) =>
    (await b.school<{ status: string }>(page, 'get', { id })).data.status;
  const [id, elsewhere] = [old.areaId, other.addressId];

  // Told first, with what the new way costs.
  const asked = { action: 'disable', id, orders: 'MOVE', pickup: 'DELIVERY', addressId: elsewhere };
  const told = await b.school<{ lines: [string, string][]; asks: string[]; amount: string }>(
    'order_area',
    'outcome',
    asked,
  );
  expect(told).toMatchObject({ errorcode: 0, data: { amount: '并改取餐 2 单' } });
  expect(told.data.asks).toContain('orders');
  expect(Object.fromEntries(told.data.lines)).toMatchObject({
    未完成的订单: expect.stringContaining('2 单 2 份'),
    送餐费: expect.stringContaining('4.00 元 → 1.00 元'),
  });
  expect(await standing(orders[0]!.id)).toMatchObject({ addressId: old.addressId });

  // Not to a place that closes with it, and not by editing past the question.
  expect(await b.school('order_area', 'disable', { ...asked, addressId: old.addressId })).toMatchObject({
    fields: { addressId: expect.any(String) },
  });
  const before = (await b.school<{ version: number }>('order_area', 'get', { id })).data;
  const edited = { id, version: before.version, name: '旧楼', deliveryFeeFen: 200, status: 'DISABLED' };
  expect(await b.school('order_area', 'update', edited)).toMatchObject({ errorcode: 3124 });

  // One that is cooked already stays, and the place stays open with it; the other has gone.
  const cooking = (status: string) =>
    b.app.services.pool.query('update meal_order set status = $3 where organization_id = $1 and id = $2', [
      b.organizationId,
      orders[0]!.id,
      status,
    ]);
  await cooking('COOKING');
  expect(await b.school('order_area', 'disable', asked)).toMatchObject({
    errorcode: 0,
    data: { receipt: { title: '还没有停用' } },
  });
  expect(await standing(orders[1]!.id)).toMatchObject({ addressId: elsewhere, feeFen: 50 });
  expect(await statusOf('order_area', id)).toBe('NORMAL');

  // It goes there still: told by 照旧送到 alone.
  expect(await b.school('order_area', 'disable', { id })).toMatchObject({ errorcode: 3124 });
  expect(await b.school('order_area', 'disable', { id, orders: 'LEAVE' })).toMatchObject({ errorcode: 0 });
  expect(await statusOf('order_area', id)).toBe('DISABLED');
  expect(await standing(orders[0]!.id)).toMatchObject({ addressId: old.addressId, status: 'COOKING' });
  await cooking('PAID');
  expect(await b.cancel(orders[0]!)).toBeUndefined();

  // Taken back: what was set aside is everybody's own again.
  const closing = { id: elsewhere, orders: 'CANCEL' };
  expect(await b.school('order_address', 'disable', closing)).toMatchObject({ fields: { reason: expect.any(String) } });
  expect(await b.school('order_address', 'disable', { ...closing, reason: '楼里停水' })).toMatchObject({
    errorcode: 0,
    data: { told: { text: '已停用，取消 1 单' } },
  });
  expect(await standing(orders[1]!.id)).toMatchObject({ status: 'CANCELLED' });
  for (const diner of diners) expect(await b.held(diner.id)).toBe(0);
  expect(await statusOf('order_address', elsewhere)).toBe('DISABLED');
  expect(await b.breaks()).toEqual([]);
});
