/** The code a diner's phone shows for an order: whose it is, how long it holds, and that nobody makes one himself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal, signing, type Terminal } from '../../../../tests/api/terminal.ts';
import type { Answer } from '../../../../tests/support/server.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import { isOrderQr, orderOfQr, writeOrderQr } from './order-qr.ts';

let b: OrderingBench;
let terminal: Terminal;
let appId: number;
let key: string;
let seq = 500;
beforeAll(async () => {
  b = await orderingBench();
  terminal = await pairTerminal(b.app, 'school', 0);
  await b.app.services.pool.query(
    `update device set mode = 'ORDER_PICKUP', deploy_site_id = (select id from deploy_site s
       where s.organization_id = device.organization_id and s.restaurant_id = $2 limit 1) where id = $1`,
    [terminal.deviceId, b.restaurantId],
  );
  b.app.services.devices.forget(terminal.deviceId);
  const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', { name: '订餐小程序' });
  appId = made.data.id;
  key = made.data.secret.value;
}, 240_000);
afterAll(() => b?.app.stop());

const phoneOf = async (personId: number): Promise<Terminal> => {
  const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id: appId, personId });
  const code = JSON.stringify({ code: shown.data.secret.value });
  const { body } = await signing(b.app, appId, key, 1).send('POST', '/api/diner/v1/bind', code);
  return signing(b.app, (body.data as { bindingId: number }).bindingId, key, 1);
};
const ordered = async (at: number) => {
  const diner = b.diners[at]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 5_000);
  return { order: await b.placed(diner.id), phone: await phoneOf(diner.id) };
};
const shownBy = async (phone: Terminal, orderId: number) =>
  (await phone.send('GET', `/api/diner/v1/orders/qr?orderId=${orderId}`, '', { seq: 0 })).body as {
    errorcode: number;
    data: { qr: string; until: string };
  };
const scan = async (path: string, body: object) =>
  ((await terminal.send('POST', `/api/device/v1/${path}`, JSON.stringify(body), { seq: ++seq })) as Answer).body as {
    errorcode: number;
    data: Record<string, unknown>;
  };

test('a phone shows the code of its own order, the terminal hands that order out, once', async () => {
  const before = b.app.clock.now();
  const mine = await ordered(0);
  const theirs = await ordered(1);
  expect((await shownBy(mine.phone, theirs.order.id)).errorcode).toBe(1004);
  b.atNoon();
  const { qr, until } = (await shownBy(mine.phone, mine.order.id)).data;
  expect([Date.parse(until) - b.app.clock.now() <= 300_000, isOrderQr(qr)]).toEqual([true, true]);
  expect(await scan('pickup', { qr, identify: 'QR' })).toMatchObject({
    errorcode: 0,
    data: { result: 'TAKEN', orderNo: mine.order.orderNo },
  });
  expect(await scan('pickup', { qr, identify: 'QR' })).toMatchObject({ errorcode: 3116 });
  expect((await shownBy(mine.phone, mine.order.id)).errorcode).toBe(3115);
  expect(await b.read(theirs.order)).toMatchObject({ status: 'PAID' });
  b.app.clock.set(before);
});

test('a code that ended, one of another order, of another unit and anything else that is scanned hand nothing out', async () => {
  const before = b.app.clock.now();
  const { order, phone } = await ordered(2);
  b.atNoon();
  const { qr } = (await shownBy(phone, order.id)).data;
  const [, , until, mac] = qr.split('.');
  expect(await scan('pickup', { qr: `OQ1.${order.id + 1}.${until}.${mac}` })).toMatchObject({ errorcode: 3132 });
  expect(await scan('pickup', { qr: `OQ1.${order.id}.${Number(until) + 60}.${mac}` })).toMatchObject({
    errorcode: 3132,
  });
  const { rows: others } = await b.app.services.pool.query<{ id: number }>(
    'select id from organization where id <> $1',
    [b.organizationId],
  );
  const { qr: strange } = await writeOrderQr(b.app.services, others[0]!.id, order.id);
  expect(isOrderQr(strange)).toBe(true);
  expect(await orderOfQr(b.app.services, b.organizationId, strange, b.app.clock.now())).toMatchObject({
    code: 'ORDER_QR_FALSE',
  });
  expect((await scan('pickup', { qr: 'https://example.com' })).errorcode).not.toBe(0);
  b.app.clock.set(b.app.clock.now() + 301_000);
  expect(await scan('pickup', { qr })).toMatchObject({ errorcode: 3133 });
  // Scanned while it held, by a terminal that was cut off: it is the order's, whenever the record comes.
  const time = Number(until) * 1000 - 10_000;
  const { epoch } = terminal;
  const records = [
    { epoch, seq: 900, time, qr },
    { epoch, seq: 901, time, qr: `OQ1.${order.id}.${Number(until) + 60}.${mac}` },
  ];
  const answers = (await scan('pickups', { records })).data.answers as { result: string; message?: string }[];
  expect(answers.map((one) => one.result)).toEqual(['TAKEN', 'SUSPENDED']);
  expect(answers[1]?.message).toContain('不是本单位的订单码');
  b.app.clock.set(before);
});
