/** What is bought at a market for cash: by two, with a photo, judged as a delivery is, told by month, owed to nobody. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { menu } from '../../menu/domain.ts';
import { checkStock, colleague, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import lines from '../needs/pages/supermarket_daily_purchase.server.ts';
import orders from '../needs/pages/supply_order.server.ts';
import prices from '../prices/pages/supply_price.server.ts';
import { checkPurchase } from '../proof/invariants.ts';
import traces from '../recall/pages/lot_trace.server.ts';
import suppliers from '../suppliers/pages/supplier.server.ts';
import markets from './pages/market_buy.server.ts';
import receipts from './pages/receipt.server.ts';

const page = `${erp}/market_buy`;
let stock: StockBench;
let central: number;
let leek: number;
let meat: number;
let cook: Caller;
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, lines, orders, receipts, markets, traces].flat(), [menu, purchase]);
  central = await stock.house('中心仓');
  cook = colleague(stock.bench, stock.keeper, { accountId: 77_201, name: '大厨' });
  const units = [{ id: null, name: '千克', size: 1_000, forBuy: true, forIssue: true, forSale: true }];
  leek = await stock.goods('小葱', { category: 'VEGETABLE', units });
  meat = await stock.goods('牛肉', { category: 'MEAT', stored: 'CHILLED', maxTemp: 4, tracked: true, shelfDays: 6 });
  await photo('market-1.jpg', 'a');
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => {
  expect(await checkStock(stock.bench.database.pool)).toEqual([]);
  expect(await checkPurchase(stock.bench.database.pool)).toEqual([]);
});

let files = 8_000;
const photo = (key: string, sha: string) =>
  stock.bench.database.pool.query(
    `insert into stored_file (id, key, name, size, type, sha256, created_at) values ($1, $2, 'p.jpg', 9, 'image/jpeg', $3, $4)`,
    [files++, key, sha.repeat(64), '2026-11-20T09:00:00+08:00'],
  );
const kilo = async () =>
  (await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', { within: { goodsId: leek } }))[0]!.id;
const line = (more: Record<string, unknown> = {}) => ({
  goodsId: leek,
  unitId: null,
  gross: 5_000,
  tare: 0,
  priceFen: 1,
  lotNo: null,
  producedOn: null,
  expiresOn: null,
  temp: null,
  look: 'GOOD',
  reason: null,
  ...more,
});
const buy = (bought: Record<string, unknown>[], more: Record<string, unknown> = {}, by = cook) =>
  refusedBy(
    markets[0]!.binding.create!(
      { ...by.ctx(page), witness: { accountId: 77_202, account: 'second', name: '见证人' } },
      {
        storehouseId: central,
        sellerName: '老王菜摊',
        sellerPhone: '13800009999',
        sellerAddress: '城东市场 12 号',
        buyReason: '早市没送到',
        payWay: 'CASH',
        photo: 'market-1.jpg',
        lines: bought,
        ...more,
      } as never,
    ),
  );

describe('a purchase at a market', () => {
  test('comes into stock, signed by two, with whoever sold it; it stands among what was accepted', async () => {
    const made = (await buy([line({ unitId: await kilo(), gross: 5.5, tare: 0.5, priceFen: 600 })])) as { id: number };
    expect(await stock.balance(central, leek)).toMatchObject({ qty: 5_000, fen: 3_000 });
    const { rows } = await stock.keeper.call<{ rows: object[] }>(`${erp}/receipt`, 'query', {
      search: { kind: ['MARKET'] },
    });
    expect(rows).toMatchObject([
      { id: made.id, receiptNo: `YJ${made.id}`, kind: 'MARKET', supplierId: null, amountFen: 3_000, status: 'DONE' },
    ]);
    expect(await stock.keeper.call(page, 'get', { id: made.id })).toMatchObject({
      sellerName: '老王菜摊',
      buyReason: '早市没送到',
      payWay: 'CASH',
      inspectorName: '大厨',
      secondName: '见证人',
    });
    const { receipt } = await stock.keeper.call<{
      receipt: { title: string; lines: string[][]; sheets: { rows: string[][] }[] };
    }>(page, 'print', { id: made.id });
    expect(receipt.title).toBe('应急采购验收单');
    expect(receipt.lines).toEqual(expect.arrayContaining([['付款', '现金 30.00 元']]));
    expect(receipt.sheets[0]!.rows[0]).toEqual(expect.arrayContaining(['小葱', '5 千克', '6.00', '30.00']));
    // What came is traced like any lot.
    const { rows: lots } = await stock.keeper.call<{ rows: object[] }>(`${erp}/lot_trace`, 'query', {
      search: { goodsId: leek },
    });
    expect(lots).toMatchObject([{ supplierName: '老王菜摊' }]);
  });

  test('is judged as a delivery is: warm meat, goods without a date, another’s unit, a seller on the black list', async () => {
    for (const [wrong, cell, told] of [
      [{ goodsId: meat, temp: null, expiresOn: '2026-11-25' }, 'temp', '须测温'],
      [{ goodsId: meat, temp: 9, expiresOn: '2026-11-25' }, 'temp', '9℃ 超过 4℃，不能买'],
      [{ goodsId: meat, temp: 3 }, 'expiresOn', '须填写生产日期或到期日期'],
      [{ look: 'BAD' }, 'look', '不能买'],
      [{ gross: 0 }, 'gross', '没有数量'],
      [{ goodsId: meat, unitId: await kilo() }, 'unitId', '不是该商品的单位'],
    ] as const)
      expect(await buy([line(wrong)])).toMatchObject({
        code: 'INVALID_FIELDS',
        fields: { [`lines.0.${cell}`]: expect.stringContaining(told) },
      });
    const { id } = await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', {
      name: '黑心菜摊',
      licenceEnd: '2027-12-31',
    });
    await stock.keeper.call(`${erp}/supplier`, 'black', { id, reason: '短斤少两' });
    expect(await buy([line()], { sellerName: '黑心菜摊' })).toMatchObject({
      code: 'SUPPLIER_BAD',
      params: { why: '在黑名单（短斤少两）' },
    });
    // Nobody buys alone.
    expect(
      await refusedBy(cook.call(page, 'create', { storehouseId: central, sellerName: '无名', lines: [line()] })),
    ).toMatchObject({ code: 'WITNESS_NEEDED' });
  });

  test('meat that asks for papers is not bought without them; with them they stand on the record', async () => {
    const pork = await stock.goods('猪肉', { category: 'MEAT', papers: ['QUARANTINE'] });
    expect(await buy([line({ goodsId: pork, gross: 1_000 })])).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { 'lines.0.goodsId': expect.stringContaining('没有的不能买') },
    });
    const made = (await buy([line({ goodsId: pork, gross: 1_000 })], { papers: ['QUARANTINE'] })) as { id: number };
    expect(await stock.keeper.call(page, 'get', { id: made.id })).toMatchObject({ papers: ['QUARANTINE'] });
    expect(await stock.keeper.call(`${erp}/receipt`, 'get', { id: made.id })).toMatchObject({ papers: ['QUARANTINE'] });
  });

  test('dearer than a list or than usual it waits for a third; a photo that was used is marked', async () => {
    await photo('market-2.jpg', 'a');
    // 6.00 a kilogram lately, now 12.00.
    const made = (await buy([line({ unitId: await kilo(), gross: 1, priceFen: 1_200 })], {
      photo: 'market-2.jpg',
    })) as {
      id: number;
    };
    expect(await stock.balance(central, leek)).toMatchObject({ qty: 5_000 });
    expect(await stock.keeper.call(page, 'get', { id: made.id })).toMatchObject({ status: 'HELD', photoTwin: true });
    expect(await refusedBy(cook.call(page, 'approve', { id: made.id, reason: '同意' }))).toMatchObject({
      code: 'HELD_SAME',
    });
    await stock.other.call(page, 'approve', { id: made.id, reason: '台风菜价' });
    expect(await stock.balance(central, leek)).toMatchObject({ qty: 6_000, fen: 4_200 });
  });

  test('its share of what came in is told by month', async () => {
    const told = await markets[0]!.binding.notice!(stock.keeper.ctx(page), {} as never);
    expect(told?.text).toBe('本月应急采购 3 笔 52.00 元，占全部入库 100%');
    const { receipt } = await stock.keeper.call<{ receipt: { sheets: { rows: string[][] }[] } }>(page, 'shares');
    expect(receipt.sheets[0]!.rows).toEqual([['2026-11', '3', '52.00', '52.00', '100%']]);
  });
});
