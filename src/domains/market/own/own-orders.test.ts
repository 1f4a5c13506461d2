/** Orders people place for themselves, in the app and before a terminal: their own alone, once per number, never by a price they send. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal, signing, type Terminal } from '../../../../tests/api/terminal.ts';
import { sweep } from '../../funding/testing.ts';
import { bookDues } from '../../stock/public.server.ts';
import { checkStock } from '../../stock/testing.ts';
import { checkMarket, type ShopBench, shopBench } from '../testing.ts';

interface Reply {
  errorcode: number;
  errormsg: string;
  data: Record<string, unknown>;
}
let b: ShopBench;
let phones: Terminal[];
let kiosk: Terminal;
let shopId: number;
let date: string;
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 50, 5_000);
  await b.receive(b.goods.apples, 20_000, 12_000);
  ({ id: shopId } = (
    await b.app.services.pool.query<{ id: number }>('select id from shop where organization_id = $1', [
      b.organizationId,
    ])
  ).rows[0]!);
  const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', {
    name: '小卖部小程序',
  });
  const { id: appId, secret } = made.data;
  const binder = signing(b.app, appId, secret.value, 1);
  phones = [];
  for (const { id: personId } of b.diners.slice(0, 2)) {
    await b.drain(personId);
    await b.pay(personId, 5_000);
    const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id: appId, personId });
    const { body } = await binder.send('POST', '/api/diner/v1/bind', JSON.stringify({ code: shown.data.secret.value }));
    phones.push(signing(b.app, (body.data as { bindingId: number }).bindingId, secret.value, 1));
  }
  kiosk = await pairTerminal(b.app, 'school', 0);
  date = new Date(b.app.clock.now() + 56 * 3_600_000).toISOString().slice(0, 10);
}, 600_000);
afterAll(async () => {
  await bookDues(b.app.services);
  expect(await checkStock(b.app.services.pool)).toEqual([]);
  expect(await checkMarket(b.app.services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
  await b?.app.stop();
});

const wanted = (more: object = {}) => ({
  shopId,
  deliveryDate: date,
  way: 'PICKUP',
  lines: [
    { goodsId: b.goods.water, quantity: 2 },
    { goodsId: b.goods.apples, quantity: 0.5 },
  ],
  ...more,
});
const post = async (by: Terminal, path: string, body: object, seq: number, base = '/api/diner/v1') =>
  (await by.send('POST', `${base}/${path}`, JSON.stringify(body), { seq })).body as unknown as Reply;
const get = async (by: Terminal, path: string, base = '/api/diner/v1') =>
  (await by.send('GET', `${base}/${path}`, '', { seq: 0 })).body as unknown as Reply;

test('in the app: the shelf is shown, ordered once per number, seen and taken back by nobody else', async () => {
  const [mine, other] = phones as [Terminal, Terminal];
  const { shops } = (await get(mine, 'shops')).data as {
    shops: { shopId: number; open: boolean; goods: { goodsId: number; priceFen: number }[] }[];
  };
  expect(shops).toMatchObject([{ shopId, open: true }]);
  expect(shops[0]!.goods).toContainEqual(expect.objectContaining({ goodsId: b.goods.water, priceFen: 200 }));
  const first = await post(mine, 'shop-orders', wanted(), 1);
  expect(first).toMatchObject({ errorcode: 0, data: { amountFen: 400 + 599, heldFen: 400 + 659, status: 'PAID' } });
  expect((await post(mine, 'shop-orders', wanted(), 1)).data).toEqual(first.data);
  const { orderId } = first.data;
  expect((await get(mine, 'shop-orders')).data.rows).toMatchObject([
    { orderId, pickCode: expect.stringMatching(/^\d{8}$/), items: [{ quantity: 2 }, { quantity: 0.5 }] },
  ]);
  expect((await get(other, 'shop-orders')).data.rows).toEqual([]);
  expect(await post(other, 'shop-orders/cancel', { orderId }, 1)).toMatchObject({ errorcode: 1004 });
  for (const [body, code] of [
    [wanted({ amountFen: 1 }), 1100],
    [wanted({ lines: [{ goodsId: b.goods.water, quantity: 1, priceFen: 1 }] }), 1100],
    [wanted({ lines: [{ goodsId: b.goods.water, quantity: -1 }] }), 1100],
    [wanted({ lines: [{ goodsId: b.goods.water, quantity: 0.0001 }] }), 1100],
    [wanted({ way: 'DELIVERY' }), 1100],
    [wanted({ shopId: 1 }), 1004],
    [wanted({ deliveryDate: '2026-01-01' }), 3935],
    [wanted({ lines: [{ goodsId: b.goods.milk, quantity: 3 }] }), 3933],
    [wanted({ lines: [{ goodsId: b.goods.water, quantity: 49 }] }), 3800],
  ] as const)
    expect((await post(mine, 'shop-orders', body, 9)).errorcode, JSON.stringify(body)).toBe(code);
  expect(await post(mine, 'shop-orders/cancel', { orderId }, 2)).toMatchObject({ data: { status: 'CANCELLED' } });
  expect(await post(mine, 'shop-orders/cancel', { orderId }, 3)).toMatchObject({ data: { status: 'CANCELLED' } });
  expect((await get(mine, 'balance')).data).toMatchObject({ heldFen: 0 });
});

test('before a terminal: whoever holds the card orders, cancels until the cut-off, and a number counts once', async () => {
  const at = '/api/device/v1';
  const { cardNo } = b.diners[1]!;
  const shown = await get(kiosk, `shops?cardNo=${cardNo}`, at);
  expect(shown.data).toMatchObject({ personName: b.diners[1]!.name, shops: [{ shopId }] });
  const order = { cardNo, identify: 'CARD', ...wanted() };
  const first = await post(kiosk, 'shop-orders', order, 71, at);
  expect(first).toMatchObject({ errorcode: 0, data: { seq: 71, status: 'PAID' } });
  expect((await post(kiosk, 'shop-orders', order, 71, at)).data.orderId).toBe(first.data.orderId);
  expect((await post(kiosk, 'shop-orders', { ...order, cardNo: '900000001' }, 72, at)).errorcode).toBe(1004);
  expect((await post(kiosk, 'shop-orders', { ...order, action: 'TAKE' }, 73, at)).errorcode).toBe(2409);
  const { rows } = await b.app.services.pool.query<{ source: string; maker: string }>(
    'select source, maker_name as maker from shop_order where id = $1',
    [first.data.orderId],
  );
  expect(rows).toEqual([{ source: 'DEVICE', maker: b.diners[1]!.name }]);
  const cancel = (seq: number) =>
    post(kiosk, 'shop-orders', { cardNo, action: 'CANCEL', orderId: first.data.orderId }, seq, at);
  const now = b.app.clock.now();
  b.app.clock.set(Number(first.data.cancelUntil) + 1_000);
  expect((await cancel(74)).errorcode).toBe(3935);
  b.app.clock.set(now);
  expect(await cancel(75)).toMatchObject({ data: { status: 'CANCELLED' } });
});

test('by a channel: a code is told, asked about, paid; cancelled, the money goes back the way it came', async () => {
  const [mine, other] = phones as [Terminal, Terminal];
  const sandbox = b.app.services.pay.sandbox('WECHAT')!;
  const first = await post(mine, 'shop-orders', wanted({ payBy: 'WECHAT' }), 21);
  // Half a kilogram, and a tenth more, beside two bottles.
  const payment = { channel: 'WECHAT', amountFen: 400 + 659, refundedFen: 0, status: 'PAYING' };
  expect(first).toMatchObject({
    errorcode: 0,
    data: { status: 'UNPAID', heldFen: 0, payment: { ...payment, code: expect.stringContaining('sandbox://') } },
  });
  expect((await post(mine, 'shop-orders', wanted({ payBy: 'WECHAT' }), 21)).data).toEqual(first.data);
  const { orderId } = first.data;
  expect(await post(other, 'shop-orders/ask', { orderId }, 22)).toMatchObject({ errorcode: 1004 });
  expect(await post(mine, 'shop-orders/ask', { orderId }, 22)).toMatchObject({ data: { status: 'UNPAID' } });
  const { code } = first.data.payment as { code: string };
  sandbox.pay(code.split('/').at(-1)!);
  expect(await post(mine, 'shop-orders/ask', { orderId }, 23)).toMatchObject({
    data: { status: 'PAID', payment: { ...payment, status: 'SUCCESS', code: null } },
  });
  expect((await get(mine, 'balance')).data).toMatchObject({ heldFen: 0, balances: { MAIN: 5_000 } });
  expect(await post(mine, 'shop-orders/cancel', { orderId }, 24)).toMatchObject({ data: { status: 'CANCELLED' } });
  await sweep(b.app.services);
  expect((await get(mine, 'shop-orders')).data.rows).toContainEqual(
    expect.objectContaining({ orderId, payment: expect.objectContaining({ refundedFen: 1_059 }) }),
  );
  expect(await post(mine, 'shop-orders', wanted({ payBy: 'CASH' }), 25)).toMatchObject({ errorcode: 1100 });
  const at = '/api/device/v1';
  const shown = { cardNo: b.diners[1]!.cardNo, identify: 'CARD' };
  const before = await post(kiosk, 'shop-orders', { ...shown, ...wanted({ payBy: 'ALIPAY' }) }, 91, at);
  expect(before).toMatchObject({ data: { status: 'UNPAID', payment: { channel: 'ALIPAY' } } });
  const ask = { ...shown, action: 'ASK', orderId: before.data.orderId };
  expect(await post(kiosk, 'shop-orders', ask, 92, at)).toMatchObject({ data: { status: 'UNPAID' } });
  const cancel = { ...shown, action: 'CANCEL', orderId: before.data.orderId };
  expect(await post(kiosk, 'shop-orders', cancel, 93, at)).toMatchObject({
    data: { status: 'CANCELLED', payment: { status: 'CLOSED', code: null } },
  });
});
