/** Sales at a shop's till: the server's prices, limits, scale labels, what is short, what comes back, kills in between. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceRecord, RecordOutcome, ShopItem } from '../../device/public.server.ts';
import { bookDues } from '../../stock/public.server.ts';
import { checkDigit } from '../../stock/public.ts';
import { checkStock } from '../../stock/testing.ts';
import { checkMarket, codeOf, type ShopBench, shopBench } from '../testing.ts';
import { goodsSince, goodsVersion } from './goods-list.ts';
import { returnSales } from './return-sales.ts';

let b: ShopBench;
beforeAll(async () => {
  b = await shopBench();
  await bookDues(b.app.services);
}, 600_000);
afterAll(() => b?.app.stop());

let seq = 900;
const sell = (at: number, items: ShopItem[], more: Partial<DeviceRecord> = {}): Promise<RecordOutcome> =>
  b.app.services.consumeGateway.consume(b.till, {
    epoch: 7,
    seq: ++seq,
    occurredAt: b.app.clock.now(),
    deviceTime: b.app.clock.now(),
    mode: 'SHOP',
    identify: 'CARD',
    offline: false,
    cardNo: b.diners[at]!.cardNo,
    items,
    ...more,
  });
const upload = async (at: number, items: ShopItem[], occurredAt: number) =>
  (
    await b.app.services.consumeGateway.upload(b.till, [
      {
        epoch: 7,
        seq: ++seq,
        occurredAt,
        deviceTime: occurredAt,
        mode: 'SHOP',
        identify: 'CARD',
        offline: true,
        cardNo: b.diners[at]!.cardNo,
        items,
      },
    ])
  )[0]!;
const water = (quantity: number, more: Partial<ShopItem> = {}): ShopItem => ({
  barcode: '6901234567892',
  quantity,
  unitPriceFen: 200,
  priceVersion: b.prices.water,
  ...more,
});
const rich = async (at: number) => {
  await b.drain(b.diners[at]!.id);
  await b.pay(b.diners[at]!.id, 10_000);
};
const hold = async () => {
  expect(await checkStock(b.app.services.pool)).toEqual([]);
  expect(await checkMarket(b.app.services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
};
const book = () => bookDues(b.app.services);
const dues = async (goodsId: number) =>
  (
    await b.app.services.pool.query<{ kind: string; status: string; qty: number; booked: number }>(
      'select kind, status, qty, booked_qty as booked from stock_due where goods_id = $1 order by id',
      [goodsId],
    )
  ).rows;

test('a sale is charged by the server, kept line by line, and leaves stock in a batch with others', async () => {
  await rich(0);
  await b.receive(b.goods.water, 24, 2_400);
  await b.receive(b.goods.apples, 10_000, 6_000);
  const outcome = await sell(0, [water(3), { goodsId: b.goods.apples, grams: 437, unitPriceFen: 599 }]);
  expect(outcome).toMatchObject({ posted: { amountFen: 600 + 524 } });
  await sell(0, [water(2)]);
  expect(await b.stock(b.goods.water)).toBe(24);
  expect(await book()).toBe(3);
  expect(await b.stock(b.goods.water)).toBe(19);
  expect(await b.stock(b.goods.apples)).toBe(9_563);
  const { rows } = await b.app.services.pool.query<{ n: number }>(
    `select count(*)::int as n from stock_bill where kind = 'SALE' and storehouse_id = $1`,
    [b.storehouseId],
  );
  expect(rows[0]!.n).toBe(1);
  await hold();
});

test('what the terminal believes is compared, never charged: online a changed price refuses and tells the new one', async () => {
  await rich(1);
  const no = await sell(1, [water(1, { unitPriceFen: 180 })]);
  expect(no).toMatchObject({
    code: 'TILL_PRICE_CHANGED',
    params: { prices: '测试矿泉水 2.00 元/件' },
    fields: { [b.goods.water]: '200' },
  });
  expect(await b.balance(b.diners[1]!.id)).toMatchObject({ MAIN: 10_000 });
  for (const [items, code] of [
    [[{ barcode: '6900000000000', quantity: 1, unitPriceFen: 1 }], 'TILL_GOODS'],
    [[{ goodsId: b.goods.apples, quantity: 1, unitPriceFen: 599 }], 'TILL_BY_WEIGHT'],
    [[{ goodsId: b.goods.milk, quantity: 3, unitPriceFen: 350 }], 'TILL_LIMIT'],
    [[{ scaleCode: '2107011005242', unitPriceFen: 599 }], 'TILL_SCALE_CODE'],
  ] as const)
    expect(codeOf(await sell(1, [...items]))).toBe(code);
  await hold();
});

test('a limit counts all of a day, a scale label brings its own weight and amount', async () => {
  await rich(2);
  const milk = { goodsId: b.goods.milk, quantity: 1, unitPriceFen: 350 };
  expect(codeOf(await sell(2, [milk]))).toBe('POSTED');
  expect(codeOf(await sell(2, [milk]))).toBe('POSTED');
  expect(codeOf(await sell(2, [milk]))).toBe('TILL_LIMIT');
  const digits = '210701100524';
  const label = `${digits}${checkDigit(digits)}`;
  expect(await sell(2, [{ scaleCode: label, unitPriceFen: 599 }])).toMatchObject({ posted: { amountFen: 524 } });
  const { rows } = await b.app.services.pool.query(
    `select quantity, amount_fen from trade_item where goods_id = $1 order by occurred_at desc, id desc limit 1`,
    [b.goods.apples],
  );
  expect(rows).toEqual([{ quantity: 437, amount_fen: 524 }]);
  await hold();
});

test('cut off, the price the terminal was told stands; one it was never told waits for a clerk', async () => {
  await rich(3);
  const now = b.app.clock.now();
  const { pool, ids } = b.app.services;
  await pool.query(
    `insert into shelf_price (contractor_id, id, organization_id, goods_id, price_fen, unit_name, unit_size, from_at, created_at)
     values ($1, $2, $3, $4, 250, '件', 1, $5, $5)`,
    [b.contractorId, await ids.next(), b.organizationId, b.goods.water, new Date(now - 60_000).toISOString()],
  );
  expect(codeOf(await sell(3, [water(1)]))).toBe('TILL_PRICE_CHANGED');
  // Sold after the new price began, by a terminal that knew the old one alone.
  expect(await upload(3, [water(2)], now - 30_000)).toMatchObject({ posted: { amountFen: 400 } });
  expect(codeOf(await upload(3, [water(1, { unitPriceFen: 1, priceVersion: 1 })], now - 20_000))).toBe(
    'SUSPENDED TILL_PRICE_THEN',
  );
  const [row] = (await b.school<{ rows: { id: number }[] }>('offline_consume', 'query', { search: {} })).data.rows;
  const settled = await b.school('offline_consume', 'post', { id: row!.id, note: '按当时价补扣' });
  expect(settled.errormsg).toBe('');
  expect(await b.balance(b.diners[3]!.id)).toMatchObject({ MAIN: 10_000 - 400 - 250 });
  await book();
  await hold();
});

test('goods in the hand are sold though the book has none: they wait, and a receipt covers them', async () => {
  await rich(4);
  const milk = { goodsId: b.goods.milk, quantity: 2, unitPriceFen: 350 };
  expect(codeOf(await sell(4, [milk]))).toBe('POSTED');
  await book();
  expect((await dues(b.goods.milk)).map(({ status }) => status)).toEqual(['SHORT', 'SHORT', 'SHORT']);
  expect(await b.stock(b.goods.milk)).toBe(0);
  await b.receive(b.goods.milk, 3, 600);
  await book();
  expect(await dues(b.goods.milk)).toMatchObject([{ booked: 1 }, { booked: 1 }, { status: 'SHORT', booked: 1 }]);
  const list = await b.caterer<{ rows: Record<string, unknown>[] }>('/admin/contractor/erp/stock_due', 'query', {
    search: { status: ['SHORT'] },
  });
  expect(list.rows).toMatchObject([{ qtyWords: '2 个', shortWords: '1 个' }]);
  await hold();
  await b.receive(b.goods.milk, 10, 2_000);
  await book();
  expect(await b.stock(b.goods.milk)).toBe(9);
  await hold();
});

test('a sale taken back brings its goods back at what they left for, once; spoilt they are a loss', async () => {
  await rich(5);
  const before = await b.stock(b.goods.water);
  const outcome = await sell(5, [water(4, { unitPriceFen: 250, priceVersion: undefined })]);
  if (!('posted' in outcome)) throw new Error(codeOf(outcome));
  await book();
  expect(await b.stock(b.goods.water)).toBe(before - 4);
  const { wallet, clock, pool } = b.app.services;
  await wallet.submit({
    kind: 'REVERSE',
    organizationId: b.organizationId,
    requestKey: 'test:reverse-shop',
    personId: b.diners[5]!.id,
    occurredAt: clock.now(),
    originalPostingId: outcome.posted.postingId,
    reason: '退货',
  });
  expect(await returnSales(b.app.services)).toBe(1);
  expect(await returnSales(b.app.services)).toBe(0);
  await book();
  expect(await b.stock(b.goods.water)).toBe(before);
  await hold();
  const { rows } = await pool.query<{ id: number }>(`select id from stock_due where kind = 'RETURN' order by id desc`);
  await b.caterer('/admin/contractor/erp/stock_due', 'spoil', { id: rows[0]!.id, reason: '破损' });
  expect(await b.stock(b.goods.water)).toBe(before - 4);
  await hold();
});

test('off the shelf and frozen: refused online, taken and marked when it was sold cut off', async () => {
  await rich(6);
  const { pool, clock } = b.app.services;
  await pool.query(`update shop_shelf set status = 'OFF', updated_at = $2 where goods_id = $1`, [
    b.goods.apples,
    new Date(clock.now()).toISOString(),
  ]);
  const apples = { goodsId: b.goods.apples, grams: 500, unitPriceFen: 599, priceVersion: b.prices.apples };
  expect(codeOf(await sell(6, [apples]))).toBe('TILL_OFF_SHELF');
  expect(codeOf(await upload(6, [apples], clock.now() - 1_000))).toBe('POSTED');
  const { rows } = await pool.query(`select note from trade_item where goods_id = $1 order by id desc limit 1`, [
    b.goods.apples,
  ]);
  expect(rows).toEqual([{ note: '已下架' }]);
  await pool.query(
    `update market_subscription set freezes_at = $2, freeze_reason = '账单逾期' where contractor_id = $1`,
    [b.contractorId, new Date(clock.now() - 1_000).toISOString()],
  );
  const now = { unitPriceFen: 250, priceVersion: undefined };
  expect(await sell(6, [water(1, now)])).toMatchObject({ code: 'TILL_SHUT', params: { why: '已停售：账单逾期' } });
  await pool.query(`update market_subscription set freezes_at = null where contractor_id = $1`, [b.contractorId]);
  expect(codeOf(await sell(6, [water(1, now)]))).toBe('POSTED');
  await book();
  await hold();
});

test('a till takes the shelf in parts, and what changed since', async () => {
  const { services } = b.app;
  const all = [];
  let [since, more] = [0, true];
  while (more) {
    const part = await goodsSince(services, b.till, since, 1);
    all.push(...part.entries);
    ({ more } = part);
    since = part.version;
  }
  expect(all.map(({ goodsId }) => goodsId)).toEqual(expect.arrayContaining(Object.values(b.goods)));
  expect(new Set(all.map(({ goodsId }) => goodsId)).size).toBe(all.length);
  expect(await goodsVersion(services)(b.till)).toBe(since);
  expect(await goodsSince(services, b.till, since, 10)).toMatchObject({ more: false, entries: [] });
  expect(all.find(({ goodsId }) => goodsId === b.goods.water)).toMatchObject({
    priceFen: 250,
    barcode: ['6901234567892'],
  });
});

test('killed between the money and the book, and two books at once: nothing is lost or doubled', async () => {
  await rich(7);
  const before = await b.stock(b.goods.water);
  const one = () => sell(7, [water(1, { unitPriceFen: 250, priceVersion: undefined })]);
  for (let i = 0; i < 6; i++) expect(codeOf(await one())).toBe('POSTED');
  // A book that dies: its transaction never commits.
  const client = await b.app.services.pool.connect();
  await client.query('begin');
  const held = await client.query(`select 1 from stock_due where status = 'WAITING' order by id limit 2 for update`);
  // The minute's own job may have booked some of the others.
  await book();
  const left = await b.app.services.pool.query(`select 1 from stock_due where status = 'WAITING'`);
  expect(left.rowCount).toBe(held.rowCount);
  await client.query('rollback');
  client.release();
  await Promise.all([book(), book()]);
  expect(await b.stock(b.goods.water)).toBe(before - 6);
  await hold();
});
