/** 价格走势: what goods were accepted at, day by day, beside the cheapest list; of whom it is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erp, type StockBench, stockBench } from '../../stock/testing.ts';
import { purchase } from '../domain.ts';
import suppliers from '../suppliers/pages/supplier.server.ts';
import { plantRow } from '../testing.ts';
import trend from './pages/price_trend.server.ts';
import prices from './pages/supply_price.server.ts';

const page = `${erp}/price_trend`;
let stock: StockBench;
let house: number;
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, trend].flat(), [purchase]);
  house = await stock.house('中心仓');
});
afterAll(() => stock?.bench.database.drop());

const supplierOf = async (name: string) =>
  (await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', { name, licenceEnd: '2027-12-31' })).id;
const accepted = async (
  at: string,
  [supplierId, supplierName]: readonly [number, string],
  goodsId: number,
  [qty, amountFen]: readonly [number, number],
  status = 'POSTED',
) => {
  const [id = 0, lineId = 0] = await stock.bench.services.ids.take(2);
  const own = { contractor_id: stock.keeper.session.unitId };
  await plantRow(stock, 'receipt', {
    ...own,
    id,
    receipt_no: `YS${id}`,
    supplier_id: supplierId,
    supplier_name: supplierName,
    storehouse_id: house,
    second_id: 1,
    accepted_at: `${at}+08:00`,
    status: 'DONE',
    created_at: `${at}+08:00`,
    updated_at: `${at}+08:00`,
  });
  await plantRow(stock, 'receipt_line', {
    ...own,
    id: lineId,
    receipt_id: id,
    goods_id: goodsId,
    qty,
    amount_fen: amountFen,
    look: 'GOOD',
    verdict: 'TAKE',
    status,
  });
};
const asked = (search: Record<string, unknown> = {}, by = stock.keeper) =>
  by.call<{ rows: Record<string, unknown>[] }>(page, 'query', { size: 50, search });
const told = (search: Record<string, unknown> = {}) =>
  stock.keeper.call<{ text: string } | null>(page, 'notice', { search });

test('each day is what came in, against the day before and the cheapest list; a supplier alone is asked for', async () => {
  const [near, far] = [await supplierOf('近菜行'), await supplierOf('远菜行')];
  const [cabbage, egg] = [await stock.goods('大白菜'), await stock.goods('鸡蛋')];
  for (const [supplierId, priceFen] of [
    [near, 300],
    [far, 280],
  ])
    await plantRow(stock, 'supply_price', {
      contractor_id: stock.keeper.session.unitId,
      id: await stock.bench.services.ids.next(),
      supplier_id: supplierId,
      goods_id: cabbage,
      unit_size: 1_000,
      price_fen: priceFen,
      from_date: '2026-11-12',
      to_date: '2026-12-31',
      preferred: false,
      created_at: '2026-11-12T08:00:00+08:00',
      updated_at: '2026-11-12T08:00:00+08:00',
    });
  await accepted('2026-11-10T07:00:00', [near, '近菜行'], cabbage, [10_000, 3_000]);
  // At night it is still the day before, as the ledger has it.
  await accepted('2026-11-11T02:00:00', [far, '远菜行'], cabbage, [10_000, 2_600]);
  await accepted('2026-11-13T07:00:00', [near, '近菜行'], cabbage, [20_000, 6_160]);
  await accepted('2026-11-13T08:00:00', [near, '近菜行'], cabbage, [1_000, 9_999], 'HELD');
  await accepted('2026-11-13T07:00:00', [near, '近菜行'], egg, [500, 600]);
  expect((await asked({ goodsId: cabbage })).rows).toMatchObject([
    {
      businessDate: '2026-11-13',
      supplierNames: '近菜行',
      qtyWords: '20 千克',
      amountFen: 6_160,
      priceFen: 308,
      change: 1_000,
      listFen: 280,
    },
    {
      businessDate: '2026-11-10',
      qtyWords: '20 千克',
      priceFen: 280,
      lowFen: 260,
      highFen: 300,
      change: null,
      listFen: null,
    },
  ]);
  expect((await asked({ goodsId: cabbage, supplierId: near })).rows).toMatchObject([
    { priceFen: 308, listFen: 300 },
    { priceFen: 300 },
  ]);
  expect((await asked({ goodsId: cabbage, businessDate: ['2026-11-12', null] })).rows).toHaveLength(1);
  expect(await told({ goodsId: cabbage })).toBeNull();
  // Asked for nothing, it is what came most often; and nobody else's.
  expect(await told()).toMatchObject({ text: expect.stringContaining('大白菜') });
  expect((await asked()).rows).toHaveLength(2);
  expect((await asked({}, stock.rival)).rows).toEqual([]);
  // A day opens the receipts it is made of, those that wait for their price left out.
  const lines = (search: Record<string, unknown>) =>
    stock.keeper.call<{ rows: object[]; sums: object }>(`${page}/line`, 'query', { size: 50, search, sums: true });
  expect(await lines({ goodsId: cabbage, supplierId: null, businessDate: ['2026-11-10', '2026-11-10'] })).toMatchObject(
    {
      rows: [
        { qtyWords: '10 千克', priceFen: 260, amountFen: 2_600, receiptNo: expect.stringMatching(/^YS/) },
        { priceFen: 300, amountFen: 3_000 },
      ],
      sums: { amountFen: 5_600 },
    },
  );
  expect((await lines({ goodsId: cabbage, businessDate: ['2026-11-13', '2026-11-13'] })).rows).toHaveLength(1);
});

test('goods are found by who has a price for them or brought what still lies there', async () => {
  const [seller, other] = [await supplierOf('豆制品厂'), await supplierOf('无货商行')];
  const tofu = await stock.goods('豆腐');
  await plantRow(stock, 'supply_price', {
    contractor_id: stock.keeper.session.unitId,
    id: await stock.bench.services.ids.next(),
    supplier_id: seller,
    goods_id: tofu,
    unit_size: 1_000,
    price_fen: 300,
    from_date: '2026-11-01',
    to_date: '2026-12-31',
    preferred: false,
    created_at: '2026-11-12T08:00:00+08:00',
    updated_at: '2026-11-12T08:00:00+08:00',
  });
  const found = async (supplierId: number) =>
    (await stock.keeper.call<{ rows: { name: string }[] }>(`${erp}/goods`, 'query', { search: { supplierId } })).rows;
  expect(await found(seller)).toMatchObject([{ name: '豆腐' }]);
  expect(await found(other)).toEqual([]);
});
