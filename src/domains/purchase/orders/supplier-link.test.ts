/** A supplier's link: his order alone, what he brings of it alone; acceptance begins with what he said. Orders that may not be. */
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLimits, registerOpenPages } from '../../../kit/server/open/routes.ts';
import { refusalSpec } from '../../../kit/server/refusal.ts';
import { menu } from '../../menu/domain.ts';
import { colleague, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import type { Caller } from '../../tenancy/testing.ts';
import boms from '../bom/pages/food_bom.server.ts';
import { purchase } from '../domain.ts';
import dailies from '../needs/pages/supermarket_daily_purchase.server.ts';
import orders from '../needs/pages/supply_order.server.ts';
import prices from '../prices/pages/supply_price.server.ts';
import { savePrice } from '../prices/save-price.ts';
import receipts from '../receipts/pages/receipt.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import suppliers from '../suppliers/pages/supplier.server.ts';
import page from './open/order.server.ts';

let stock: StockBench;
let inspector: Caller;
let milk: number;
let supplierId: number;
const app = Fastify();
const day = '2026-11-21';
const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, boms, dailies, orders, receipts].flat(), [menu, purchase]);
  registerOpenPages(app, stock.bench.services, [page]);
  inspector = colleague(stock.bench, stock.keeper, { accountId: 77_001, name: '验收甲' });
  await stock.house('中心仓');
  supplierId = await supplier('晨露乳品');
  milk = await goods('鲜牛奶');
});
afterAll(async () => {
  await app.close();
  await stock?.bench.database.drop();
});

const supplier = async (name: string) =>
  (await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', { name, licenceEnd: '2027-12-31' })).id;
async function goods(name: string, by = supplierId): Promise<number> {
  const id = await stock.goods(name, {
    category: 'DAIRY',
    baseUnit: 'ML',
    minStock: 10_000,
    tracked: true,
    shelfDays: 7,
  });
  await stock.keeper.call(`${erp}/supply_price`, 'create', {
    supplierId: by,
    goodsId: id,
    fromDate: '2026-11-20',
    toDate: '2026-12-31',
    priceFen: 2,
    minQty: 0,
    leadDays: 0,
  });
  return id;
}
const lineOf = async (goodsId: number) =>
  (
    await stock.keeper.call<{ rows: { id: number; orderId: number }[] }>(daily, 'query', {
      search: { goodsId, purchaseDate: [day, day] },
    })
  ).rows[0]!;
async function order(goodsId: number): Promise<number> {
  await stock.keeper.call(daily, 'run', { day, buffer: 0 });
  await stock.keeper.call(daily, 'order', { id: (await lineOf(goodsId)).id });
  return (await lineOf(goodsId)).orderId;
}
const link = async (id: number) =>
  (await stock.keeper.call<{ link: { path: string } }>(`${erp}/supply_order`, 'link', { id })).link.path;
const linked = async () =>
  (await stock.keeper.call<{ linked: boolean }>(`${erp}/supply_order`, 'get', { id: (await lineOf(milk)).orderId }))
    .linked;
const post = async (path: string, body: object = {}, ip = '10.1.0.1') => {
  const [, on, name, code] = path.split('/');
  const url = `/api/${on}/${name}${'lines' in body ? '/answer' : ''}`;
  const answer = await app.inject({ method: 'POST', url, payload: { code, ...body }, remoteAddress: ip });
  return {
    status: answer.statusCode,
    ...(answer.json() as { errorcode: number; errormsg: string; data: Record<string, unknown> }),
  };
};

describe('the link', () => {
  let orderId: number;
  let path: string;
  let purchaseId: number;
  beforeAll(async () => {
    orderId = await order(milk);
    // There is nothing to end before one was given out.
    expect(await linked()).toBe(false);
    path = await link(orderId);
    purchaseId = (await lineOf(milk)).id;
  });
  const line = (more: object = {}) => ({
    purchaseId,
    qty: 8_000,
    priceFen: 2,
    lotNo: 'N7',
    producedOn: '2026-11-20',
    note: '少一箱',
    ...more,
  });

  test('shows the order and nothing else of the caterer’s', async () => {
    const { data } = await post(path);
    expect(data).toMatchObject({
      caterer: '味佳餐饮',
      supplier: '晨露乳品',
      deliveryDate: day,
      confirmedAt: null,
      closed: null,
      lines: [{ purchaseId, goods: '鲜牛奶', unit: '毫升', ordered: 10_000, priceFen: 2, qty: 10_000 }],
    });
  });

  test('is printed with who orders and where to', async () => {
    const { receipt } = await stock.keeper.call<{ receipt: { lines: [string, string][] } }>(
      `${erp}/supply_order`,
      'print',
      { id: orderId },
    );
    const { rows } = await stock.bench.database.pool.query<{
      name: string;
      contact: string;
      phone: string;
      place: string;
    }>(
      `select c.name, c.contact, c.phone, h.name as place from supply_order o join contractor c on c.id = o.contractor_id
       join storehouse h on h.contractor_id = o.contractor_id and h.id = o.storehouse_id where o.id = $1`,
      [orderId],
    );
    const [{ name, contact, phone, place }] = rows as [(typeof rows)[number]];
    expect(receipt.lines).toEqual(
      expect.arrayContaining([
        ['采购方', name],
        ['联系', `${contact} ${phone}`],
        ['送货', `${day} 送到 ${place}`],
      ]),
    );
  });

  test('takes what he brings of his lines, and acceptance begins with it', async () => {
    expect(await post(path, { lines: [line()] })).toMatchObject({ errorcode: 0 });
    expect((await post(path)).data).toMatchObject({
      confirmedAt: expect.any(String),
      lines: [{ qty: 8_000, lotNo: 'N7' }],
    });
    const { rows } = await inspector.call<{ rows: object[] }>(`${erp}/receipt`, 'preview', { orderId, papers: [] });
    expect(rows).toMatchObject([{ gross: 8_000, lotNo: 'N7', producedOn: '2026-11-20' }]);
    const said = await stock.keeper.call<{ rows: object[] }>(`${erp}/supply_order/line`, 'query', {
      search: { orderId },
    });
    expect(said.rows).toMatchObject([{ replyWords: '8000', replyFen: null, replyNote: '少一箱，批号 N7' }]);
  });

  test('refuses another’s line, more than was ordered, less without a word, and what is no date', async () => {
    const other = await goods('酸奶', await supplier('远方乳品'));
    await order(other);
    const foreign = (await lineOf(other)).id;
    for (const [wrong, told] of [
      [{ purchaseId: foreign }, '不在这张采购单里'],
      [{ qty: 10_001 }, '不能多于订购'],
      [{ qty: -1 }, '0 或以上'],
      [{ note: '' }, '备注里说明'],
      [{ priceFen: 1.5 }, '单价须为'],
      [{ producedOn: '昨天' }, '日期须写成'],
      [{ producedOn: '2026-11-22' }, '生产日期晚于送货日'],
    ] as const)
      expect((await post(path, { lines: [line(wrong)] })).errormsg).toContain(told);
    const { REPLY_BAD, REPLY_LINES } = purchaseRefusals;
    for (const [wrong, code] of [
      [[line(), line()], REPLY_LINES],
      [[line({ qty: -1 })], REPLY_BAD],
    ] as const)
      expect((await post(path, { lines: wrong })).errorcode).toBe(refusalSpec(code).errorcode);
    const { rows } = await stock.bench.database.pool.query('select purchase_id from supply_reply');
    expect(rows).toEqual([{ purchase_id: purchaseId }]);
  });

  test('ends when it is ended, when goods have come, and two days after delivery', async () => {
    stock.bench.clock.set(Date.parse('2026-11-23T00:00:01+08:00'));
    expect((await post(path)).status).toBe(404);
    stock.bench.clock.set(Date.parse('2026-11-20T09:00:00+08:00'));
    await stock.bench.database.pool.query(`update supply_order set status = 'PART_RECEIVED' where id = $1`, [orderId]);
    const late = await post(path, { lines: [line()] });
    expect(late.errormsg).toContain('已开始验收');
    expect(late.errorcode).toBe(refusalSpec(purchaseRefusals.REPLY_CLOSED).errorcode);
    await stock.bench.database.pool.query(`update supply_order set status = 'ORDERED' where id = $1`, [orderId]);
    expect(await linked()).toBe(true);
    await stock.keeper.call(`${erp}/supply_order`, 'endLink', { id: orderId });
    expect(await linked()).toBe(false);
    expect((await post(path)).status).toBe(404);
    expect(await link(orderId)).not.toBe(path);
  });

  test('is not guessed: who tries is let alone for the rest of the minute', async () => {
    stock.bench.clock.set(stock.bench.clock.now() + 120_000);
    const guess = (i: number) => `/m/supply-order/${String(i).padStart(22, 'A')}`;
    for (let i = 0; i <= openLimits.missesPerAddress; i += 1)
      expect((await post(guess(i), {}, '10.1.0.9')).status).toBe(404);
    expect((await post(guess(99), {}, '10.1.0.9')).status).toBe(429);
    expect((await post(await link(orderId), {}, '10.1.0.9')).status).toBe(429);
    expect((await post(await link(orderId), {}, '10.1.0.1')).status).toBe(200);
  });
});

describe('buying refuses', () => {
  test('to take a photo for another delivery’s: both are marked', async () => {
    const { pool } = stock.bench.database;
    const at = '2026-11-20T09:00:00+08:00';
    for (const [i, sha] of ['a', 'a', 'b'].entries()) {
      await pool.query(
        `insert into stored_file (id, key, name, size, type, sha256, created_at) values ($1, $2, 'p.jpg', 9, 'image/jpeg', $3, $4)`,
        [9_000 + i, `k${i}.jpg`, sha.repeat(64), at],
      );
      await pool.query(
        `insert into receipt (contractor_id, id, receipt_no, supplier_id, supplier_name, storehouse_id, inspector_id, inspector_name, second_id,
           second_name, photo, amount_fen, line_count, held_count, accepted_at, status, created_at, updated_at)
         values ($1, $2, $3, $4, '晨露乳品', 1, 1, '甲', 2, '乙', $5, 0, 0, 0, $6, 'DONE', $6, $6)`,
        [stock.keeper.session.unitId, 9_000 + i, `T${i}`, supplierId, `k${i}.jpg`, at],
      );
    }
    const { rows } = await stock.keeper.call<{ rows: { receiptNo: string }[] }>(`${erp}/receipt`, 'query', {
      search: { photoTwin: true },
    });
    expect(rows.map(({ receiptNo }) => receiptNo).sort()).toEqual(['T0', 'T1']);
  });

  test('an order to who was black-listed since, or whose licence ends before delivery', async () => {
    const by = await supplier('黑心粮行');
    const id = await goods('豆浆', by);
    await stock.keeper.call(daily, 'run', { day, buffer: 0 });
    const line = await lineOf(id);
    await stock.keeper.call(`${erp}/supplier`, 'black', { id: by, reason: '掺假' });
    expect(await refusedBy(stock.keeper.call(daily, 'order', { id: line.id }))).toMatchObject({
      code: 'SUPPLIER_BAD',
      params: { supplier: '黑心粮行', why: '在黑名单（掺假）' },
    });
    await stock.bench.database.pool.query(
      `update supplier set blacklisted = false, licence_end = '2026-11-20' where id = $1`,
      [by],
    );
    expect(await refusedBy(stock.keeper.call(daily, 'order', { id: line.id }))).toMatchObject({ code: 'SUPPLIER_BAD' });
  });

  test('a delivery of an order whose rest was called off', async () => {
    const line = await lineOf(milk);
    await stock.keeper.call(daily, 'close', { id: line.id, reason: '不要了' });
    expect(
      await refusedBy(inspector.call(`${erp}/receipt`, 'preview', { orderId: line.orderId, papers: [] })),
    ).toMatchObject({ code: 'DELIVERY_DONE', params: { status: '已取消余量' } });
  });

  test('a price by a unit of other goods', async () => {
    const units = [{ id: null, name: '箱', size: 24, forBuy: true, forIssue: true, forSale: true }];
    const water = await stock.goods('矿泉水', { baseUnit: 'PIECE', units });
    const [box] = await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', {
      within: { goodsId: water },
    });
    expect(
      await refusedBy(
        stock.keeper.call(`${erp}/supply_price`, 'create', {
          supplierId,
          goodsId: milk,
          unitId: box!.id,
          priceFen: 1,
          fromDate: '2027-01-01',
          toDate: '2027-02-01',
          minQty: 0,
          leadDays: 0,
        }),
      ),
    ).toMatchObject({ fields: { unitId: expect.any(String) } });
    // Past the form's own check as well.
    const typed = { supplierId, goodsId: milk, unitId: box!.id, fromDate: '2027-01-01', toDate: '2027-02-01' };
    expect(
      await refusedBy(savePrice(stock.keeper.ctx(`${erp}/supply_price`), { ...typed, priceFen: 1 } as never, day)),
    ).toMatchObject({ code: 'PRICE_UNIT' });
  });
});
