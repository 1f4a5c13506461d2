/** Orders of a shop: stock and money hold together through picking, shortness, kills in between, after-sale and standing orders. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { bookDues, hold } from '../../stock/public.server.ts';
import { checkStock } from '../../stock/testing.ts';
import { checkMarket, type ShopBench, shopBench } from '../testing.ts';
import type { WantedOrder } from './judge-order.ts';
import { cancelOrder, claimBack, finishOrder, moveOrder, pickOrder, refundOrder } from './move-order.ts';
import { mostRows } from './order-list.ts';
import type { Order } from './order-store.ts';
import { pickUp } from './pick-up.ts';
import { placeOrder } from './place-order.ts';
import { personByJobNumber } from './read-person.ts';
import { runStanding } from './standing-orders.ts';
import { sweepOrders } from './sweep-orders.ts';
import { soldByTrades } from './testing.ts';

let b: ShopBench;
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 100, 10_000);
  await b.receive(b.goods.apples, 50_000, 30_000);
}, 600_000);
afterAll(() => b?.app.stop());
afterEach(async () => {
  await bookDues(b.app.services);
  expect(await checkStock(b.app.services.pool)).toEqual([]);
  expect(await checkMarket(b.app.services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
});

const by = { id: 1, name: '店员' };
/** Of what is counted in pieces, goods and their money go by whole ones. */
const halves = async (path: string, verb: string, body: object) =>
  expect(b.caterer(`/admin/contractor/supermarket/${path}`, verb, body)).rejects.toThrow('折合不到整克、整毫升或整个');
const dayAfter = (days: number) =>
  new Date(b.app.clock.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const wanted = (at: number, lines: WantedOrder['lines'], more: Partial<WantedOrder> = {}): WantedOrder => ({
  contractorId: b.contractorId,
  organizationId: b.organizationId,
  personId: b.diners[at]!.id,
  deliveryDate: dayAfter(2),
  way: 'PICKUP',
  address: '',
  remark: '',
  lines,
  ...more,
});
const place = (w: WantedOrder, requestKey: string | null = null) =>
  placeOrder(b.app.services, w, { by, source: 'STAFF', requestKey });
const placed = async (at: number, lines: WantedOrder['lines'], more: Partial<WantedOrder> = {}): Promise<Order> => {
  await b.drain(b.diners[at]!.id);
  await b.pay(b.diners[at]!.id, 20_000);
  const order = await place(wanted(at, lines, more));
  if (isRefusal(order)) throw new Error(`${order.code} ${JSON.stringify(order.params)}`);
  return order;
};
const keyOf = (order: Order) => ({ organizationId: b.organizationId, id: order.id });
const move = (order: Order, event: 'accept' | 'deliver') =>
  b.app.services.db.transaction().execute((trx) => moveOrder(sqlOf(trx), b.app.services, keyOf(order), event));
const row = async (order: Order) =>
  (await b.app.services.pool.query<Record<string, unknown>>('select * from shop_order where id = $1', [order.id]))
    .rows[0]!;
const reserved = async (goodsId: number) =>
  (
    await b.app.services.pool.query<{ n: number }>(
      'select reserved_qty as n from stock_balance where storehouse_id = $1 and goods_id = $2',
      [b.storehouseId, goodsId],
    )
  ).rows[0]?.n ?? 0;
const held = async (at: number) =>
  (
    await b.app.services.pool.query<{ fen: number }>(
      'select coalesce(sum(held_fen), 0)::bigint as fen from wallet where organization_id = $1 and person_id = $2',
      [b.organizationId, b.diners[at]!.id],
    )
  ).rows[0]!.fen;
const through = async (order: Order) => {
  await move(order, 'accept');
  await move(order, 'deliver');
  expect(await finishOrder(b.app.services, keyOf(order), { by, receiver: '本人', identify: 'MANUAL' })).toBeUndefined();
};

test('ordered, picked by weight, signed for: what was held is charged to the fen, the promise becomes a sale', async () => {
  const before = await b.stock(b.goods.apples);
  const order = await placed(0, [
    { goodsId: b.goods.water, quantity: 4 },
    { goodsId: b.goods.apples, quantity: 2 },
  ]);
  // 2 kg at 5.99 per 500 g, a tenth more held.
  expect(order).toMatchObject({ amount_fen: 800 + 2_396, hold_fen: 800 + 2_636, status: 'PAID' });
  expect([await reserved(b.goods.water), await reserved(b.goods.apples)]).toEqual([4, 2_000]);
  expect(await held(0)).toBe(3_436);
  await move(order, 'accept');
  expect(await pickOrder(b.app.services, keyOf(order), [{ lineNo: 2, qty: 2_050, reason: '' }], by)).toBeUndefined();
  expect(await row(order)).toMatchObject({ amount_fen: 800 + 2_456, hold_fen: 3_256 });
  expect(await held(0)).toBe(3_256);
  await move(order, 'deliver');
  expect(await finishOrder(b.app.services, keyOf(order), { by, receiver: '本人', identify: 'MANUAL' })).toBeUndefined();
  expect([await held(0), await b.balance(b.diners[0]!.id)]).toMatchObject([0, { MAIN: 20_000 - 3_256 }]);
  await bookDues(b.app.services);
  expect(await b.stock(b.goods.apples)).toBe(before - 2_050);
  expect([await reserved(b.goods.water), await reserved(b.goods.apples)]).toEqual([0, 0]);
});

test('what is short is told, set free at once in money and stock, and never charged', async () => {
  const order = await placed(1, [{ goodsId: b.goods.water, quantity: 10 }]);
  await move(order, 'accept');
  const short = (reason: string) => pickOrder(b.app.services, keyOf(order), [{ lineNo: 1, qty: 7, reason }], by);
  expect(await short('')).toMatchObject({ code: 'PICK_REASON' });
  const seven = [{ lineNo: 1, quantity: 6.5, reason: '到货破损' }];
  await halves('supermarket_order', 'pick', { id: order.id, picked: seven });
  expect(await short('到货破损')).toBeUndefined();
  expect([await held(1), await reserved(b.goods.water)]).toEqual([1_400, 7]);
  expect(await row(order)).toMatchObject({ short_fen: 600, amount_fen: 1_400 });
  expect(await pickOrder(b.app.services, keyOf(order), [{ lineNo: 1, qty: 11, reason: '' }], by)).toMatchObject({
    code: 'PICK_OVER',
  });
  expect(await pickOrder(b.app.services, keyOf(order), [{ lineNo: 1, qty: 0, reason: '没有了' }], by)).toMatchObject({
    code: 'PICK_NOTHING',
  });
  await cancelOrder(b.app.services, keyOf(order), by, '不要了');
  expect([await held(1), await reserved(b.goods.water), await b.balance(b.diners[1]!.id)]).toMatchObject([
    0,
    0,
    { MAIN: 20_000 },
  ]);
  expect(await cancelOrder(b.app.services, keyOf(order), by, '再取消')).toMatchObject({ code: 'NOT_NOW' });
});

test('two orders at one moment are not more together than one person may have, nor are two lines of one', async () => {
  const { pool } = b.app.services;
  const limit = (qty: number | null) =>
    pool.query('update shop_shelf set limit_qty = $2 where contractor_id = $1 and goods_id = $3', [
      b.contractorId,
      qty,
      b.goods.water,
    ]);
  await limit(3);
  await b.drain(b.diners[2]!.id);
  await b.pay(b.diners[2]!.id, 20_000);
  const two = wanted(2, [{ goodsId: b.goods.water, quantity: 2 }], { deliveryDate: dayAfter(3) });
  const twoLines = await place({ ...two, lines: [...two.lines, ...two.lines] });
  expect(twoLines).toMatchObject({ code: 'TILL_LIMIT' });
  const answers = await Promise.all([1, 2, 3, 4].map(() => place(two)));
  expect(answers.map((one) => (isRefusal(one) ? one.code : 'PAID')).sort()).toEqual([
    'PAID',
    'TILL_LIMIT',
    'TILL_LIMIT',
    'TILL_LIMIT',
  ]);
  for (const one of answers) if (!isRefusal(one)) await cancelOrder(b.app.services, keyOf(one), by, '测试');
  await limit(null);
  expect([await held(2), await reserved(b.goods.water)]).toEqual([0, 0]);
});

test('the same key orders once; too little money, stock or time is said, and nothing stays promised', async () => {
  const first = await placed(2, [{ goodsId: b.goods.water, quantity: 1 }]);
  await cancelOrder(b.app.services, keyOf(first), by, '测试');
  const twice = await Promise.all(
    ['k1', 'k1'].map((key) => place(wanted(2, [{ goodsId: b.goods.water, quantity: 2 }]), key)),
  );
  const same = await place(wanted(2, [{ goodsId: b.goods.water, quantity: 2 }]), 'k1');
  expect(isRefusal(same) ? same.code : same.amount_fen).toBe(400);
  expect(twice.filter((one) => !isRefusal(one)).length).toBeGreaterThan(0);
  expect(await held(2)).toBe(400);
  expect(await place(wanted(2, [{ goodsId: b.goods.water, quantity: 9_000 }]))).toMatchObject({ code: 'STOCK_SHORT' });
  await b.drain(b.diners[3]!.id);
  const poor = await place(wanted(3, [{ goodsId: b.goods.water, quantity: 90 }]));
  expect(isRefusal(poor)).toBe(true);
  expect(await reserved(b.goods.water)).toBe(2);
  for (const [more, lines, code] of [
    [{ deliveryDate: dayAfter(0) }, [{ goodsId: b.goods.water, quantity: 1 }], 'ORDER_LATE'],
    [{}, [{ goodsId: b.goods.milk, quantity: 3 }], 'TILL_LIMIT'],
    [{}, [{ goodsId: b.goods.water, quantity: 1.5 }], 'TILL_BY_WEIGHT'],
    [{}, [{ goodsId: 1, quantity: 1 }], 'TILL_GOODS'],
    [{ contractorId: b.contractorId + 999 }, [{ goodsId: b.goods.water, quantity: 1 }], 'TILL_NO_SHOP'],
  ] as const)
    expect(await place(wanted(2, [...lines], more))).toMatchObject({ code });
  const { pool } = b.app.services;
  const delivered = () => place(wanted(2, [{ goodsId: b.goods.water, quantity: 1 }], { way: 'DELIVERY' }));
  await pool.query('update shop set least_fen = 5000 where storehouse_id = $1', [b.storehouseId]);
  expect(await delivered()).toMatchObject({ code: 'ORDER_LEAST', params: { least: '50.00', amount: '2.00' } });
  await pool.query('update shop set least_fen = 0, delivery = false where storehouse_id = $1', [b.storehouseId]);
  expect(await delivered()).toMatchObject({ code: 'ORDER_WAY' });
  await pool.query('update shop set delivery = true where storehouse_id = $1', [b.storehouseId]);
  expect(await personByJobNumber(pool, b.organizationId, '没有的工号')).toMatchObject({ code: 'ORDER_PERSON' });
});

test('a list orders once for everybody on it, and tells row by row what was not ordered', async () => {
  const page = '/admin/contractor/supermarket/supermarket_order/list';
  const [first, second] = [b.diners[10]!, b.diners[11]!];
  for (const { id } of [first, second]) {
    await b.drain(id);
    await b.pay(id, 20_000);
  }
  const send = async (rows: string[]) => {
    const form = new FormData();
    form.append('file', new File([['学号,商品名称,件数', ...rows].join('\n')], '名单.csv'));
    const sent = await fetch(`${b.app.origin}/api/upload?purpose=import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await b.app.login('contractor')}` },
      body: form,
    });
    return ((await sent.json()) as { data: { key: string } }).data.key;
  };
  const list = { organizationId: b.organizationId, deliveryDate: dayAfter(3), deliveryWay: 'PICKUP' };
  const rows = [
    `${first.jobNumber},测试矿泉水,2`,
    `${second.jobNumber},6901234567892,1`,
    `${first.jobNumber},测试苹果,0.5`,
    'T0000,测试矿泉水,1',
    `${first.jobNumber},没有的货,1`,
    `${second.jobNumber},测试矿泉水,-1`,
  ];
  const { id } = await b.caterer<{ id: number }>(page, 'create', { ...list, table: await send(rows) });
  const kept = await b.caterer(page, 'get', { id });
  expect(kept).toMatchObject({
    filename: '名单.csv',
    rowCount: 6,
    orderCount: 2,
    failedCount: 3,
    amountFen: 400 + 599 + 200,
  });
  expect(String(kept.said).split('\n')).toEqual([
    expect.stringMatching(/^第 5 行：.*没有工号 T0000/),
    '第 6 行：货架上没有「没有的货」',
    '第 7 行：数量须大于 0',
  ]);
  const many = Array.from({ length: mostRows + 1 }, () => `${first.jobNumber},测试矿泉水,1`);
  const table = await send(many);
  await expect(b.caterer(page, 'create', { ...list, table })).rejects.toThrow(/一次最多 1000 行/);
  // ORDER_LIST_LONG wrote nothing.
  const { rows: orders } = await b.app.services.pool.query<{ status: string }>(
    `select status from shop_order where delivery_date = $1 and person_id = any($2::bigint[])`,
    [dayAfter(3), [first.id, second.id]],
  );
  expect(orders).toEqual([{ status: 'PAID' }, { status: 'PAID' }]);
});

test('killed after the promise: it ends by itself; killed after the money: the sweeper makes it stand, or holds it again', async () => {
  const { services } = b.app;
  const { pool } = services;
  const { clock } = b.app;
  const before = await reserved(b.goods.water);
  const now = clock.now();
  const line = {
    lineId: 1,
    lineNo: 1,
    storehouseId: b.storehouseId,
    goodsId: b.goods.water,
    goods: '',
    baseUnit: 'PIECE',
    house: '',
    qty: 5,
  } as const;
  await services.db
    .transaction()
    .execute((trx) =>
      hold(
        sqlOf(trx),
        services,
        b.contractorId,
        { type: 'SHOP_ORDER', id: 1, expiresAt: new Date(now + 900_000).toISOString() },
        [line],
      ),
    );
  await sweepOrders(services);
  expect(await reserved(b.goods.water)).toBe(before + 5);
  clock.set(now + 901_000);
  await sweepOrders(services);
  expect(await reserved(b.goods.water)).toBe(before);
  const order = await placed(4, [{ goodsId: b.goods.water, quantity: 3 }]);
  await pool.query(`update stock_reservation set expires_at = $2 where document_id = $1`, [
    order.id,
    new Date(clock.now() - 1_000).toISOString(),
  ]);
  await sweepOrders(services);
  const { rows } = await pool.query('select status, expires_at from stock_reservation where document_id = $1', [
    order.id,
  ]);
  expect(rows).toEqual([{ status: 'HELD', expires_at: null }]);
  // It ended before the order was seen.
  await pool.query(`update stock_reservation set status = 'FREED' where document_id = $1`, [order.id]);
  await pool.query(
    `update stock_balance set reserved_qty = reserved_qty - 3 where storehouse_id = $1 and goods_id = $2`,
    [b.storehouseId, b.goods.water],
  );
  await sweepOrders(services);
  await sweepOrders(services);
  expect(await reserved(b.goods.water)).toBe(before + 3);
  // Dead between the money of what was picked short and the promise for it.
  await pool.query('update shop_order_item set picked_qty = 2, amount_fen = 400 where order_id = $1', [order.id]);
  await pool.query(`update stock_reservation set qty = 3 where document_id = $1`, [order.id]);
  await sweepOrders(services);
  expect(await reserved(b.goods.water)).toBe(before + 2);
  await pool.query('update shop_order_item set picked_qty = null, amount_fen = 600 where order_id = $1', [order.id]);
  await pool.query(`update stock_reservation set qty = 3 where document_id = $1`, [order.id]);
  await pool.query(
    `update stock_balance set reserved_qty = reserved_qty + 1 where storehouse_id = $1 and goods_id = $2`,
    [b.storehouseId, b.goods.water],
  );
  await through(order);
});

test('goods that a till sold win over the youngest order, which shows as short', async () => {
  const left = (await b.stock(b.goods.water)) - (await reserved(b.goods.water));
  const order = await placed(5, [{ goodsId: b.goods.water, quantity: left }]);
  await b.pay(b.diners[6]!.id, 5_000);
  await b.app.services.consumeGateway.consume(b.till, {
    epoch: 8,
    seq: 1,
    occurredAt: b.app.clock.now(),
    deviceTime: b.app.clock.now(),
    mode: 'SHOP',
    identify: 'CARD',
    offline: false,
    cardNo: b.diners[6]!.cardNo,
    items: [{ goodsId: b.goods.water, quantity: 1, unitPriceFen: 200 }],
  });
  await bookDues(b.app.services);
  const { rows } = await b.caterer<{ rows: Record<string, unknown>[] }>(
    '/admin/contractor/supermarket/supermarket_order',
    'query',
    { search: { createdAt: null, lacking: true } },
  );
  expect(rows.map(({ id }) => id)).toEqual([order.id]);
  await cancelOrder(b.app.services, keyOf(order), by, '缺货');
});

test('after-sale gives the claimed part back to the fen, once, in time; goods that come back are in stock again', async () => {
  const order = await placed(7, [
    { goodsId: b.goods.water, quantity: 3 },
    { goodsId: b.goods.apples, quantity: 1 },
  ]);
  await through(order);
  await bookDues(b.app.services);
  const half = { back: [{ lineNo: 1, quantity: 0.5 }], goodsBack: 'GONE', reason: '漏了' };
  await halves('supermarket_order', 'ask', { id: order.id, ...half });
  const stock = await b.stock(b.goods.apples);
  const claim = (qty: number, hours = 48) =>
    b.app.services.db.transaction().execute((trx) =>
      claimBack(sqlOf(trx), b.app.services, keyOf(order), {
        back: [{ lineNo: 2, qty }],
        goodsBack: true,
        reason: '有虫',
        photo: null,
        hours,
      }),
    );
  expect(await claim(1_001)).toMatchObject({ code: 'CLAIM_OVER' });
  expect(await claim(500, -1)).toMatchObject({ code: 'CLAIM_LATE' });
  expect(await claim(500)).toBeUndefined();
  expect(await refundOrder(b.app.services, keyOf(order), by)).toBeUndefined();
  expect(await refundOrder(b.app.services, keyOf(order), by)).toMatchObject({ code: 'NOT_NOW' });
  expect(await row(order)).toMatchObject({ status: 'REFUNDED', refunded_fen: 599 });
  expect(await b.balance(b.diners[7]!.id)).toMatchObject({ MAIN: 20_000 - 600 - 1_198 + 599 });
  await bookDues(b.app.services);
  expect(await b.stock(b.goods.apples)).toBe(stock + 500);
});

test('a pick code hands out once; ten wrong ones lock the till for a while', async () => {
  const { services } = b.app;
  const order = await placed(8, [{ goodsId: b.goods.water, quantity: 1 }]);
  const code = order.pick_code!;
  expect(await pickUp(services, b.till, code)).toMatchObject({ code: 'PICK_CODE' });
  // Who stands at the counter is found by what he shows.
  const caterer = await b.app.login('contractor');
  const path = '/admin/contractor/supermarket/supermarket_order';
  const { body } = await b.app.post(path, 'query', { search: { keyword: code } }, caterer);
  expect((body.data as { rows: unknown[] }).rows).toMatchObject([{ id: order.id, pickCode: code }]);
  await move(order, 'accept');
  await move(order, 'deliver');
  expect(await pickUp(services, b.till, code)).toMatchObject({ result: 'TAKEN', amountFen: 200 });
  expect(await pickUp(services, b.till, code)).toMatchObject({ result: 'DUPLICATE' });
  expect((await row(order)).status).toBe('FINISHED');
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push(await pickUp(services, b.till, String(i).padStart(8, '9')));
  expect(answers.map((one) => (isRefusal(one) ? one.code : 'taken'))).toEqual([
    ...Array.from({ length: 10 }, () => 'PICK_CODE'),
    'PICK_LOCKED',
  ]);
  b.app.clock.set(b.app.clock.now() + 601_000);
  expect(await pickUp(services, b.till, code)).toMatchObject({ result: 'DUPLICATE' });
});

test('what nobody signed for is finished after a day; standing orders come before the cut-off, and skip who cannot pay', async () => {
  const { services } = b.app;
  const left = await placed(9, [{ goodsId: b.goods.water, quantity: 1 }]);
  await move(left, 'accept');
  await move(left, 'deliver');
  b.app.clock.set(b.app.clock.now() + 25 * 3_600_000);
  await sweepOrders(services);
  expect(await row(left)).toMatchObject({ status: 'FINISHED', receiver: '24 小时自动完成' });
  for (const at of [10, 11])
    await b.caterer('/admin/contractor/supermarket/supermarket_order/standing', 'create', {
      organizationId: b.organizationId,
      jobNumber: b.diners[at]!.jobNumber,
      weekdays: ['1', '2', '3', '4', '5', '6', '7'],
      deliveryWay: 'PICKUP',
      fromDate: dayAfter(0),
      lines: [{ goodsId: b.goods.apples, quantity: 80 }],
    });
  await b.receive(b.goods.apples, 400_000, 240_000);
  for (const at of [10, 11]) await b.drain(b.diners[at]!.id);
  await b.pay(b.diners[10]!.id, 200_000);
  const before = [await held(10), await held(11)];
  // Orders of the next day close at four.
  b.app.clock.set(Date.parse(`${dayAfter(0)}T15:30:00+08:00`));
  expect(await runStanding(services)).toBe(1);
  expect(await runStanding(services)).toBe(0);
  expect([await held(10), await held(11)]).toEqual([before[0]! + 105_424, before[1]!]);
  const { rows } = await b.caterer<{ rows: Record<string, unknown>[] }>(
    '/admin/contractor/supermarket/supermarket_order/standing',
    'query',
    { search: { isMissed: true } },
  );
  expect(rows).toMatchObject([{ jobNumber: b.diners[11]!.jobNumber, missed: expect.stringContaining('跳过') }]);
});

test('a wave that comes short shares it over its orders, sends what there is and charges what was signed for', async () => {
  const path = '/admin/contractor/supermarket/supermarket_organization_distribute';
  const orders = [];
  const before = await Promise.all([12, 13, 14].map(held));
  for (const [i, quantity] of [5, 3, 2].entries())
    orders.push(await placed(12 + i, [{ goodsId: b.goods.apples, quantity }], { deliveryDate: dayAfter(4) }));
  for (const order of orders) await move(order, 'accept');
  await b.caterer(path, 'make', { deliveryDate: dayAfter(4) });
  const { rows } = await b.caterer<{ rows: { id: number; orderCount: number }[] }>(path, 'query', {
    search: { deliveryDate: [dayAfter(4), dayAfter(4)] },
  });
  expect(rows).toMatchObject([{ orderCount: 3 }]);
  const { id } = rows[0]!;
  // 10 kg were ordered, 8 are there.
  await b.caterer(path, 'sort', { id, short: [{ goodsId: b.goods.apples, quantity: 8, reason: '到货不足' }] });
  expect(await Promise.all(orders.map(async (order) => (await row(order)).amount_fen))).toEqual([4_792, 2_875, 1_917]);
  await b.caterer(path, 'depart', { id, driver: '老周', temp: 4.5 });
  await b.caterer(path, 'sign', {
    id,
    receiver: '食堂刘师傅',
    refused: [{ goodsId: b.goods.apples, quantity: 1, reason: '压坏' }],
  });
  const done = await Promise.all(orders.map(row));
  expect(done.map(({ status, receiver }) => [status, receiver])).toEqual(orders.map(() => ['FINISHED', '食堂刘师傅']));
  const { rows: lines } = await b.app.services.pool.query<{ qty: number }>(
    `select sum(i.picked_qty)::bigint as qty from shop_order_item i where i.order_id = any($1::bigint[])`,
    [orders.map((order) => order.id)],
  );
  expect(lines[0]!.qty).toBe(7_000);
  expect(await Promise.all([12, 13, 14].map(held))).toEqual(before);
});

test('a wave turned away whole is cancelled, not paid; what came back broken waits to be written off', async () => {
  const path = '/admin/contractor/supermarket/supermarket_organization_distribute';
  const before = await b.stock(b.goods.water);
  const orders = [];
  for (const [i, lines] of [
    [{ goodsId: b.goods.water, quantity: 3 }],
    [
      { goodsId: b.goods.water, quantity: 2 },
      { goodsId: b.goods.apples, quantity: 1 },
    ],
  ].entries())
    orders.push(await placed(15 + i, lines, { deliveryDate: dayAfter(5) }));
  for (const order of orders) await move(order, 'accept');
  await b.caterer(path, 'make', { deliveryDate: dayAfter(5) });
  const { rows } = await b.caterer<{ rows: { id: number }[] }>(path, 'query', {
    search: { deliveryDate: [dayAfter(5), dayAfter(5)] },
  });
  const { id } = rows[0]!;
  const some = [{ goodsId: b.goods.water, quantity: 4.5, reason: '瓶身破损' }];
  await halves('supermarket_organization_distribute', 'sort', { id, short: some });
  await b.caterer(path, 'sort', { id, short: [] });
  await b.caterer(path, 'depart', { id, driver: '老周', temp: 4 });
  await halves('supermarket_organization_distribute', 'sign', { id, receiver: '刘师傅', refused: some });
  const refused = [{ goodsId: b.goods.water, quantity: 5, reason: '瓶身破损', what: 'LOST' }];
  await b.caterer(path, 'sign', { id, receiver: '刘师傅', refused });
  expect((await Promise.all(orders.map(row))).map(({ status, reason }) => [status, reason])).toEqual([
    ['CANCELLED', '拒收：瓶身破损'],
    ['FINISHED', ''],
  ]);
  expect(await b.balance(b.diners[15]!.id)).toMatchObject({ MAIN: 20_000 });
  await bookDues(b.app.services);
  expect(await b.stock(b.goods.water)).toBe(before);
  const { rows: drafts } = await b.app.services.pool.query(
    `select b.kind, b.status, l.qty from stock_bill b join stock_bill_line l on l.contractor_id = b.contractor_id and l.bill_id = b.id
     where l.goods_id = $1 and b.kind = 'LOSS'`,
    [b.goods.water],
  );
  expect(drafts).toEqual([{ kind: 'LOSS', status: 'DRAFT', qty: 5 }]);
});

test('signed for again after it failed between two orders, what was turned away is taken off once', async () => {
  const path = '/admin/contractor/supermarket/supermarket_organization_distribute';
  const { pool } = b.app.services;
  const on = dayAfter(6);
  const before = await Promise.all([20, 21].map(held));
  const orders: Order[] = [];
  for (const [i, quantity] of [6, 4].entries())
    orders.push(
      await placed(
        20 + i,
        [
          { goodsId: b.goods.apples, quantity },
          { goodsId: b.goods.water, quantity: 2 },
        ],
        { deliveryDate: on },
      ),
    );
  for (const order of orders) await move(order, 'accept');
  await b.caterer(path, 'make', { deliveryDate: on });
  const { rows } = await b.caterer<{ rows: { id: number }[] }>(path, 'query', { search: { deliveryDate: [on, on] } });
  const { id } = rows[0]!;
  await b.caterer(path, 'sort', { id, short: [] });
  await b.caterer(path, 'depart', { id, driver: '老周', temp: 4 });
  const apples = async () =>
    (
      await pool.query<{ qty: number }>(
        `select coalesce(i.picked_qty, i.qty) as qty from shop_order_item i where i.order_id = any($1::bigint[]) and i.goods_id = $2 order by i.order_id`,
        [orders.map((order) => order.id), b.goods.apples],
      )
    ).rows.map(({ qty }) => qty);
  const sign = (quantity: number) =>
    b.caterer(path, 'sign', {
      id,
      receiver: '刘师傅',
      refused: quantity > 0 ? [{ goodsId: b.goods.apples, quantity, reason: '压坏' }] : [],
    });
  // The second order cannot be picked anew: the first has lost its part.
  const water = (set: string) =>
    pool.query(`update shop_order_item set ${set} where order_id = $1 and goods_id = $2`, [
      orders[1]!.id,
      b.goods.water,
    ]);
  await water(`picked_qty = 1, short_reason = ''`);
  await expect(sign(1)).rejects.toThrow('原因');
  expect(await apples()).toEqual([5_400, 4_000]);
  // Both have lost their parts, the second cannot be charged.
  await water(`picked_qty = 2, recall_no = 'ZH1'`);
  await expect(sign(1)).rejects.toThrow('ZH1');
  expect(await apples()).toEqual([5_400, 3_600]);
  expect((await Promise.all(orders.map(row))).map(({ status }) => status)).toEqual(['FINISHED', 'DELIVERING']);
  await expect(sign(0)).rejects.toThrow('已按拒收扣除 1 千克');
  await water('recall_no = null');
  await sign(1);
  expect(await apples()).toEqual([5_400, 3_600]);
  expect((await Promise.all(orders.map(row))).map(({ status }) => status)).toEqual(['FINISHED', 'FINISHED']);
  expect(await Promise.all([20, 21].map(held))).toEqual(before);
});

test('goods of a recall leave the shelf and hold their orders, until they are picked anew, taken off or released', async () => {
  const trace = '/admin/contractor/erp/lot_trace';
  const recall = '/admin/contractor/erp/lot_recall';
  const [picking, sent, other] = [
    await placed(17, [
      { goodsId: b.goods.water, quantity: 1 },
      { goodsId: b.goods.apples, quantity: 1 },
    ]),
    await placed(18, [{ goodsId: b.goods.water, quantity: 2 }]),
    await placed(19, [{ goodsId: b.goods.apples, quantity: 1 }]),
  ];
  for (const order of [picking, sent, other]) await move(order, 'accept');
  await move(sent, 'deliver');
  const shelf = async () =>
    (
      await b.app.services.pool.query<{ status: string; off_reason: string }>(
        'select status, off_reason from shop_shelf where organization_id = $1 and goods_id = $2',
        [b.organizationId, b.goods.water],
      )
    ).rows[0]!;
  const { rows: lots } = await b.caterer<{ rows: { id: number }[] }>(trace, 'query', {
    search: { goodsId: b.goods.water, receivedAt: null },
  });
  for (const { id } of lots) await b.caterer(trace, 'recall', { id, reason: '检出菌落超标', delivery: false });
  const { rows: docs } = await b.caterer<{ rows: { id: number; recallNo: string; stopped: string }[] }>(
    recall,
    'query',
    { search: { status: ['SEALED'], createdAt: null } },
  );
  const own = docs.filter(({ stopped }) => stopped.includes('测试矿泉水'));
  expect(own).toHaveLength(1);
  const [{ id, recallNo, stopped } = { id: 0, recallNo: '', stopped: '' }] = own;
  expect(stopped).toContain(sent.order_no);
  expect(stopped).not.toContain(other.order_no);
  expect(await shelf()).toEqual({ status: 'OFF', off_reason: `召回 ${recallNo}` });
  expect(await move(picking, 'deliver')).toMatchObject({ code: 'ORDER_RECALLED', params: { goods: '测试矿泉水' } });
  const finish = (order: Order) =>
    finishOrder(b.app.services, keyOf(order), { by, receiver: '本人', identify: 'MANUAL' });
  expect(await finish(sent)).toMatchObject({ code: 'ORDER_RECALLED', params: { recall: recallNo } });
  const listed = async (order: Order) =>
    (
      await b.caterer<{ rows: Record<string, unknown>[] }>('/admin/contractor/supermarket/supermarket_order', 'query', {
        search: { createdAt: null, keyword: order.order_no },
      })
    ).rows[0]!;
  expect(await listed(sent)).toMatchObject({ recalled: recallNo, lacking: true });
  // Taken off, the rest goes on; on its way and nothing else in it, it comes back.
  expect(await pickOrder(b.app.services, keyOf(picking), [{ lineNo: 1, qty: 0, reason: '召回' }], by)).toBeUndefined();
  expect(await move(picking, 'deliver')).toBeUndefined();
  expect(await finish(picking)).toBeUndefined();
  expect(await cancelOrder(b.app.services, keyOf(sent), by, '召回')).toBeUndefined();
  expect(await move(other, 'deliver')).toBeUndefined();
  expect(await cancelOrder(b.app.services, keyOf(other), by, '不要了')).toMatchObject({ code: 'NOT_NOW' });
  expect(await finish(other)).toBeUndefined();
  await b.caterer(recall, 'release', { id, reason: '复检合格' }, true);
  expect(await shelf()).toEqual({ status: 'ON', off_reason: '' });
});

test('goods that two recalls hold are sold again, and their orders go on, when the second is released too', async () => {
  const recall = '/admin/contractor/erp/lot_recall';
  await b.receive(b.goods.water, 5, 500);
  const order = await placed(20, [{ goodsId: b.goods.water, quantity: 1 }]);
  await move(order, 'accept');
  const { pool } = b.app.services;
  const { rows: lots } = await pool.query<{ id: number }>(
    `select distinct s.lot_id as id from stock_lot s join shop p on p.contractor_id = s.contractor_id and p.storehouse_id = s.storehouse_id
     where p.organization_id = $1 and s.goods_id = $2 and s.qty > 0 order by 1`,
    [b.organizationId, b.goods.water],
  );
  expect(lots.length).toBeGreaterThan(1);
  for (const { id } of lots)
    await b.caterer('/admin/contractor/erp/lot_trace', 'recall', { id, reason: '标签不符', delivery: false });
  const { rows: sealed } = await b.caterer<{ rows: { id: number; reason: string }[] }>(recall, 'query', {
    search: { status: ['SEALED'], createdAt: null },
    sort: 'createdAt',
  });
  const docs = sealed.filter(({ reason }) => reason === '标签不符');
  expect(docs).toHaveLength(lots.length);
  const held = async () =>
    (
      await pool.query<{ shelf: string; recall: string | null }>(
        `select s.status as shelf, i.recall_no as recall from shop_shelf s join shop_order_item i on i.organization_id = s.organization_id
         and i.goods_id = s.goods_id join shop_order o on o.organization_id = i.organization_id and o.id = i.order_id
         where s.organization_id = $1 and s.goods_id = $2 and o.order_no = $3`,
        [b.organizationId, b.goods.water, order.order_no],
      )
    ).rows[0]!;
  for (const [i, { id }] of docs.entries()) {
    expect([i, await held()]).toEqual([i, { shelf: 'OFF', recall: expect.any(String) }]);
    await b.caterer(recall, 'release', { id, reason: '复检合格' }, true);
  }
  expect(await held()).toEqual({ shelf: 'ON', recall: null });
  expect(await cancelOrder(b.app.services, keyOf(order), by, '不要了')).toBeUndefined();
});

test('the lines of all sales come to the trades, and goods to the lines', async () => {
  const base = '/admin/contractor/supermarket';
  const search = { businessDate: null };
  const detail = await b.caterer<{ sums: Record<string, number> }>(`${base}/supermarket_comsume_detail`, 'query', {
    search,
  });
  const summary = await b.caterer<{ rows: Record<string, unknown>[]; check: { ok: boolean; text: string } }>(
    `${base}/goods_summary`,
    'query',
    { size: 100, search: { ...search, group: 'goods' } },
  );
  expect(summary.check).toMatchObject({ ok: true });
  const net = summary.rows.reduce((sum, one) => sum + Number(one.netFen), 0);
  expect(net).toBe(await soldByTrades(b.app.services.pool));
  expect(JSON.stringify(detail)).toContain(`"netFen":${net}`);
  const moves = await b.caterer<{ check: { ok: boolean } }>(`${base}/goods_summary/moves`, 'query', { search });
  expect(moves.check.ok).toBe(true);
});
