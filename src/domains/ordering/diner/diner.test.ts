/** The diner's API: who signs, what one person sees and does there, and that nothing is done twice or for anybody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signing, type Terminal } from '../../../../tests/api/terminal.ts';
import { type Dish, type OrderingBench, orderingBench } from '../testing.ts';
import { dinerLimits } from './diner-calls.ts';

const base = '/api/diner/v1';
let b: OrderingBench;
let appId: number;
let key: string;
let binder: Terminal;

const bind = async (personId: number): Promise<Terminal> => {
  const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id: appId, personId });
  expect([shown.errorcode, shown.errormsg]).toEqual([0, '']);
  const { body } = await binder.send('POST', `${base}/bind`, JSON.stringify({ code: shown.data.secret.value }));
  expect(body).toMatchObject({ errorcode: 0, data: { bindingId: expect.any(Number) } });
  return signing(b.app, (body.data as { bindingId: number }).bindingId, key, 1);
};

beforeAll(async () => {
  b = await orderingBench();
  const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', { name: '订餐小程序' });
  expect([made.errorcode, made.errormsg]).toEqual([0, '']);
  appId = made.data.id;
  key = made.data.secret.value;
  binder = signing(b.app, appId, key, 1);
}, 240_000);
afterAll(() => b?.app.stop());

const rich = async (at: number) => {
  const diner = b.diners[at]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 5_000);
  return { diner, phone: await bind(diner.id) };
};
const wanted = (more: object = {}) =>
  JSON.stringify({
    diningDate: b.day,
    mealPeriodId: b.lunchId,
    restaurantId: b.restaurantId,
    lines: [{ menuItemId: b.dishes[0]!.id, qty: 1 }],
    pickup: 'DINE_IN',
    ...more,
  });
const post = async (phone: Terminal, path: string, body: string, seq: number) =>
  (await phone.send('POST', `${base}/${path}`, body, { seq })).body as {
    errorcode: number;
    errormsg: string;
    data: Record<string, unknown>;
  };
const get = async <T = Record<string, unknown>>(phone: Terminal, path: string) => {
  const { status, body } = await phone.send('GET', `${base}/${path}`, '', { seq: 0 });
  expect([path, status, body.errormsg]).toEqual([path, 200, '']);
  return body.data as T;
};
const ordersOf = async (personId: number) =>
  (
    await b.app.services.pool.query<{ id: number; status: string; source: string }>(
      'select id, status, source from meal_order where organization_id = $1 and person_id = $2 order by id',
      [b.organizationId, personId],
    )
  ).rows;

describe('who signs', () => {
  test('a body that was not signed, another’s key, an old signature and an unknown number are refused', async () => {
    const { phone, diner } = await rich(0);
    const forged = await phone.send('POST', `${base}/orders`, wanted(), {
      seq: 1,
      signedBody: wanted({ remark: 'x' }),
    });
    expect(forged).toMatchObject({ status: 401, body: { errorcode: 2403 } });
    const stranger = signing(b.app, phone.deviceId, Buffer.alloc(32, 7).toString('base64url'), 1);
    expect(await stranger.send('GET', `${base}/me`)).toMatchObject({ status: 401, body: { errorcode: 2403 } });
    const old = { time: b.app.clock.now() - 6 * 60_000 };
    expect(await phone.send('GET', `${base}/me`, '', old)).toMatchObject({ status: 401, body: { errorcode: 2402 } });
    const nobody = { device: 999_999_999 };
    expect(await phone.send('GET', `${base}/me`, '', nobody)).toMatchObject({ status: 401, body: { errorcode: 3125 } });
    expect(await ordersOf(diner.id)).toEqual([]);
  });

  test('a code binds once; a wrong one and one of another app bind nobody', async () => {
    const diner = b.diners[1]!;
    const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id: appId, personId: diner.id });
    const code = JSON.stringify({ code: shown.data.secret.value });
    const other = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', {
      name: '另一应用',
    });
    const elsewhere = signing(b.app, other.data.id, other.data.secret.value, 1);
    expect((await elsewhere.send('POST', `${base}/bind`, code)).body.errorcode).toBe(3126);
    expect((await binder.send('POST', `${base}/bind`, '{"code":"00000000"}')).body.errorcode).toBe(3126);
    expect((await binder.send('POST', `${base}/bind`, code)).body.errorcode).toBe(0);
    expect((await binder.send('POST', `${base}/bind`, code)).body.errorcode).toBe(3126);
    // Who goes on guessing is let alone for the rest of the minute, the right code included.
    const shownAgain = await b.school<{ secret: { value: string } }>('diner_app', 'code', {
      id: other.data.id,
      personId: diner.id,
    });
    for (let i = 0; i <= dinerLimits.wrongCodesPerApp; i += 1)
      await elsewhere.send('POST', `${base}/bind`, JSON.stringify({ code: String(10_000_000 + i) }));
    const right = JSON.stringify({ code: shownAgain.data.secret.value });
    expect(await elsewhere.send('POST', `${base}/bind`, right)).toMatchObject({ status: 429 });
    b.app.clock.set(b.app.clock.now() + 61_000);
    expect((await elsewhere.send('POST', `${base}/bind`, right)).body.errorcode).toBe(0);
  });

  test('a new key, a stopped app and 解绑 each end it', async () => {
    const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', { name: '旧应用' });
    const { id } = made.data;
    const personId = b.diners[2]!.id;
    const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id, personId });
    const first = signing(b.app, id, made.data.secret.value, 1);
    const bound = await first.send('POST', `${base}/bind`, JSON.stringify({ code: shown.data.secret.value }));
    const { bindingId } = bound.body.data as { bindingId: number };
    const renewed = await b.school<{ secret: { value: string } }>('diner_app', 'renew', { id });
    const before = signing(b.app, bindingId, made.data.secret.value, 1);
    expect((await before.send('GET', `${base}/me`)).body.errorcode).toBe(2403);
    const now = signing(b.app, bindingId, renewed.data.secret.value, 2);
    expect(await get(now, 'me')).toMatchObject({ personId });
    await b.school('diner_app', 'disable', { id });
    expect((await now.send('GET', `${base}/me`)).body.errorcode).toBe(3125);
    await b.school('diner_app', 'enable', { id });
    const bindings = await b.school<{ rows: { id: number }[] }>('unbind', 'query', { search: { keyword: '旧应用' } });
    expect(bindings.data.rows).toMatchObject([{ id: bindingId, personId, kind: 'APP', status: 'BOUND' }]);
    expect(await b.school('unbind', 'unbind', { id: bindingId, reason: '换手机' })).toMatchObject({ errorcode: 0 });
    expect((await now.send('GET', `${base}/me`)).body.errorcode).toBe(3125);
  });
});

describe('orders', () => {
  test('the same number orders once, however often it is sent; the money is set aside once', async () => {
    const { phone, diner } = await rich(3);
    const first = await post(phone, 'orders', wanted(), 1);
    expect(first).toMatchObject({ errorcode: 0, data: { status: 'PAID', portions: 1 } });
    const { orderId, amountFen } = first.data as { orderId: number; amountFen: number };
    expect(await post(phone, 'orders', wanted(), 1)).toMatchObject({ errorcode: 0, data: { orderId } });
    expect(await post(phone, 'orders', wanted(), 2)).toMatchObject({ errorcode: 3105 });
    expect(await ordersOf(diner.id)).toMatchObject([{ id: orderId, status: 'PAID', source: 'DINER' }]);
    expect(await b.held(diner.id)).toBe(amountFen);
    expect(await get(phone, 'balance')).toMatchObject({ balances: { MAIN: 5_000 }, heldFen: amountFen });
    expect(await post(phone, 'orders/cancel', JSON.stringify({ orderId }), 3)).toMatchObject({
      data: { status: 'CANCELLED' },
    });
    expect(await b.held(diner.id)).toBe(0);
    // What was recorded on the way is worth nothing: the number is used up.
    expect(await post(phone, 'orders', wanted(), 1)).toMatchObject({ data: { orderId, status: 'CANCELLED' } });
    expect(await b.held(diner.id)).toBe(0);
  });

  test('somebody else’s order is not there, and no field names another person or a price', async () => {
    const { phone: mine } = await rich(4);
    const { phone: theirs } = await rich(5);
    const { data } = await post(theirs, 'orders', wanted(), 1);
    const { orderId } = data as { orderId: number };
    const asked = await mine.send('POST', `${base}/orders/cancel`, JSON.stringify({ orderId }), { seq: 1 });
    expect(asked).toMatchObject({ status: 404, body: { errorcode: 1004 } });
    const days = `from=${b.day}&to=${b.day}`;
    expect(await get(mine, `orders?${days}`)).toMatchObject({ rows: [] });
    expect(await get(theirs, `orders?${days}`)).toMatchObject({ rows: [{ orderId, status: 'PAID' }] });
    expect(await post(mine, 'orders', wanted({ personId: b.diners[5]!.id }), 2)).toMatchObject({ errorcode: 1100 });
    const cheap = wanted({ lines: [{ menuItemId: b.dishes[0]!.id, qty: 1, priceFen: 1 }] });
    expect(await post(mine, 'orders', cheap, 3)).toMatchObject({ errorcode: 1100 });
    expect(await post(mine, 'orders', wanted(), 0)).toMatchObject({ errorcode: 1100 });
  });

  test('purse, limit and cut-off are those of the desk', async () => {
    const { phone, diner } = await rich(6);
    await b.drain(diner.id);
    expect((await post(phone, 'orders', wanted(), 1)).errorcode).not.toBe(0);
    await b.pay(diner.id, 5_000);
    expect(await post(phone, 'orders', wanted({ lines: [{ menuItemId: b.dishes[0]!.id, qty: 11 }] }), 2)).toMatchObject(
      {
        errorcode: 3104,
      },
    );
    const [item] = b.dishes as [Dish];
    const limit = (most: number | null) =>
      b.app.services.pool.query('update food_menu_item set order_limit = $3 where organization_id = $1 and id = $2', [
        b.organizationId,
        item.id,
        most,
      ]);
    await limit(0);
    expect(await post(phone, 'orders', wanted(), 3)).toMatchObject({ errorcode: 3107 });
    const { meals } = await get<{ meals: { way: string; diningDate: string; dishes: { left: number | null }[] }[] }>(
      phone,
      `menu?from=${b.day}&days=1`,
    );
    const meal = meals.find((one) => one.way === 'ORDER')!;
    expect(meal).toMatchObject({ mealPeriodId: b.lunchId, restaurantId: b.restaurantId, open: true, order: null });
    expect(meal.dishes).toHaveLength(b.dishes.length);
    expect(meal.dishes.find((dish) => dish.left !== null)).toMatchObject({ menuItemId: item.id, left: 0 });
    await limit(null);
    const before = b.app.clock.now();
    b.atNoon();
    expect(await post(phone, 'orders', wanted(), 4)).toMatchObject({ errorcode: 3102 });
    b.app.clock.set(before);
  });
});

test('more than so many requests a minute are told to wait, and others are not', async () => {
  const { phone } = await rich(7);
  const { phone: other } = await rich(8);
  b.app.clock.set(b.app.clock.now() + 61_000);
  const answers = await Promise.all(
    Array.from({ length: dinerLimits.perDiner + 1 }, () => phone.send('GET', `${base}/balance`, '', { seq: 0 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(dinerLimits.perDiner);
  const late = answers.find(({ status }) => status === 429)!;
  expect(late.body.errorcode).toBe(1102);
  expect(await get(other, 'me')).toMatchObject({ personId: b.diners[8]!.id });
});
