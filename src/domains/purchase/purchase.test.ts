/** From the menu to the shelf: need, order, acceptance by two, a price that waits, goods that go back, a dearer invoice. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { menu } from '../menu/domain.ts';
import { checkStock, colleague, erp, refusedBy, type StockBench, stockBench } from '../stock/testing.ts';
import { type Caller, units } from '../tenancy/testing.ts';
import boms from './bom/pages/food_bom.server.ts';
import { purchase } from './domain.ts';
import lines from './needs/pages/supermarket_daily_purchase.server.ts';
import orders from './needs/pages/supply_order.server.ts';
import { roundUp } from './needs/round-up.ts';
import { importPrices } from './prices/import-prices.ts';
import prices from './prices/pages/supply_price.server.ts';
import { checkPurchase } from './proof/invariants.ts';
import recalls from './recall/pages/lot_recall.server.ts';
import traces from './recall/pages/lot_trace.server.ts';
import { beginRecall } from './recall/run-recall.ts';
import receipts from './receipts/pages/receipt.server.ts';
import { heldWhy } from './receipts/read-receipt.ts';
import suppliers from './suppliers/pages/supplier.server.ts';
import { plantDish, plantRow } from './testing.ts';

let stock: StockBench;
let central: number;
let site: number;
let inspector: Caller;
const day = '2026-11-21';
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, boms, lines, orders, receipts, traces, recalls].flat(), [
    menu,
    purchase,
  ]);
  central = await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: units.organization });
  inspector = colleague(stock.bench, stock.keeper, { accountId: 77_001, name: '验收甲' });
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => {
  expect(await checkStock(stock.bench.database.pool)).toEqual([]);
  expect(await checkPurchase(stock.bench.database.pool)).toEqual([]);
});

const page = '/admin/contractor/supermarket/supermarket_daily_purchase';
const supplierOf = async (name: string, more = {}) =>
  (await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', { name, licenceEnd: '2027-12-31', ...more }))
    .id;
const price = (supplierId: number, goodsId: number, more: Record<string, unknown>) =>
  stock.keeper.call<{ id: number }>(`${erp}/supply_price`, 'create', {
    supplierId,
    goodsId,
    fromDate: '2026-11-20',
    toDate: '2026-12-31',
    minQty: 0,
    leadDays: 0,
    ...more,
  });

interface Line {
  id: number;
  goodsId: number;
  buy: string;
  need: string;
  supplierId: number | null;
  amountFen: number;
  status: string;
}
const run = () => stock.keeper.call(page, 'run', { day, buffer: 0 });
const linesOf = async (goodsId: number) =>
  (
    await stock.keeper.call<{ rows: Line[] }>(page, 'query', {
      size: 100,
      search: { goodsId, purchaseDate: [day, day] },
      sort: 'purchaseDate',
    })
  ).rows;

describe('the requirement', () => {
  test('follows the menu, nets what is there, rounds up once to whole packs, and run twice changes nothing', async () => {
    const rice = await stock.goods('粳米', {
      units: [{ id: null, name: '袋', size: 25_000, forBuy: true, forIssue: true, forSale: true }],
    });
    const [bag] = await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', {
      within: { goodsId: rice },
    });
    const [dear, cheap] = [await supplierOf('贵粮行'), await supplierOf('平价粮行')];
    await price(dear, rice, { unitId: bag!.id, priceFen: 13_000 });
    await price(cheap, rice, { unitId: bag!.id, priceFen: 12_500, minQty: 2 });
    const asked = await stock.keeper.call<{ rows: { minQty: unknown }[] }>(`${erp}/supply_price`, 'query', {
      search: { supplierId: cheap, state: 'NOW' },
    });
    // As it was typed, without a tail of zeros.
    expect(asked.rows.map(({ minQty }) => String(minQty))).toEqual(['2']);
    await plantDish(stock, day, { name: '粳米', goodsId: rice, grams: 100, planQty: 500 });
    await stock.post('IN', central, [{ goodsId: rice, typed: 10_000, amountFen: 5_000 }]);
    await run();
    // 500 × 100 g ÷ 80 % × 1.05 = 65.625 kg, 10 kg there: 55.625 kg are three bags.
    expect(await linesOf(rice)).toMatchObject([
      { need: '65.625 千克', onHand: '10 千克', buy: '3 袋', supplierId: cheap, amountFen: 37_500 },
    ]);
    await run();
    expect(await linesOf(rice)).toHaveLength(1);
    const [line] = await linesOf(rice);
    const { rows } = await stock.keeper.call<{ rows: object[] }>(`${page}/need`, 'query', {
      search: { lineId: line!.id },
    });
    expect(rows).toMatchObject([{ dishName: '粳米菜', portions: 500, source: 'PLAN', qtyWords: '65.625 千克' }]);
    await stock.keeper.call(page, 'order', { id: line!.id });
    await run();
    // What is ordered counts: nothing more is asked for.
    expect(await linesOf(rice)).toMatchObject([{ status: 'ORDERED' }]);
    await stock.bench.database.pool.query(`update food_menu_item set plan_qty = 800 where organization_id = $1`, [
      units.organization,
    ]);
    await run();
    expect((await linesOf(rice)).map(({ status, buy }) => [status, buy]).sort()).toEqual([
      ['DRAFT', '2 袋'],
      ['ORDERED', '3 袋'],
    ]);
  });

  test('keeps what a person has set, with the reason', async () => {
    const corn = await stock.goods('玉米', { minStock: 7_000 });
    await price(await supplierOf('玉米商'), corn, { priceFen: 1 });
    await run();
    const [line] = await linesOf(corn);
    // No menu asks for it: it is brought up to its least stock.
    expect(line).toMatchObject({ buy: '7000 克', need: '补下限' });
    expect(
      await refusedBy(stock.keeper.call(page, 'change', { id: line!.id, qty: 9_000, supplierId: null, reason: '' })),
    ).toMatchObject({ code: 'INVALID_FIELDS' });
    const part = { id: line!.id, qty: 9_000.5, supplierId: null, reason: '周末备货' };
    expect(await refusedBy(stock.keeper.call(page, 'change', part))).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { qty: expect.stringContaining('折合不到整克、整毫升或整个') },
    });
    await stock.keeper.call(page, 'change', { id: line!.id, qty: 9_000, supplierId: null, reason: '周末备货' });
    await run();
    expect(await linesOf(corn)).toMatchObject([{ buy: '9000 克', editReason: '周末备货' }]);
    // It stays, with its reason, however often what is computed changes beside it.
    for (const least of [8_000, 8_500]) {
      await stock.bench.database.pool.query('update goods set min_stock = $2 where id = $1', [corn, least]);
      await run();
      expect(await linesOf(corn)).toMatchObject([
        { buy: '9000 克', suggest: `${least / 1_000} 千克`, editReason: '周末备货' },
      ]);
    }
  });

  test('asks no longer for what the menu has dropped', async () => {
    const millet = await stock.goods('小米');
    const on = '2026-11-22';
    await plantDish(stock, on, { name: '小米', goodsId: millet, grams: 50, planQty: 100 });
    const asked = async () => {
      await stock.keeper.call(page, 'run', { day: on, buffer: 0 });
      const search = { goodsId: millet, purchaseDate: [on, on] };
      return (await stock.keeper.call<{ rows: Line[] }>(page, 'query', { search })).rows;
    };
    expect(await asked()).toMatchObject([{ status: 'DRAFT', buy: '6563 克' }]);
    await stock.bench.database.pool.query(`update food_menu set status = 'WITHDRAWN' where menu_date = $1`, [on]);
    expect(await asked()).toEqual([]);
  });

  test('goes by what was asked for where that is half of the plan at least, as the kitchen does; by the plan otherwise', async () => {
    const flour = await stock.goods('富强粉');
    const on = '2026-11-24';
    const dish = await plantDish(stock, on, { name: '富强粉', goodsId: flour, grams: 100, planQty: 200 });
    const needOf = async () => {
      await stock.keeper.call(page, 'run', { day: on, buffer: 0 });
      const search = { goodsId: flour, purchaseDate: [on, on] };
      const [line] = (await stock.keeper.call<{ rows: Line[] }>(page, 'query', { search })).rows;
      const { rows } = await stock.keeper.call<{ rows: { portions: number; source: string }[] }>(
        `${page}/need`,
        'query',
        { search: { lineId: line!.id } },
      );
      return rows.map(({ portions, source }) => [portions, source]);
    };
    // A class that says it comes early is not all who come.
    const { pool } = stock.bench.database;
    const department = await stock.bench.services.ids.next();
    const at = `${day}T00:00:00Z`;
    await plantRow(stock, 'department', {
      organization_id: units.organization,
      id: department,
      above: [],
      name: '一班',
      created_at: at,
      updated_at: at,
    });
    await plantRow(stock, 'meal_count', {
      organization_id: units.organization,
      id: await stock.bench.services.ids.next(),
      dining_date: on,
      meal_period_id: dish.mealPeriodId,
      restaurant_id: dish.restaurantId,
      department_id: department,
      portions: 99,
      status: 'REPORTED',
      reported_at: at,
      reported_name: '班主任',
    });
    expect(await needOf()).toEqual([[200, 'PLAN']]);
    await pool.query('update meal_count set portions = 100 where dining_date = $1', [on]);
    expect(await needOf()).toEqual([[100, 'ASKED']]);
  });

  test('is rounded up once over all dishes; each recipe line that asks for the goods is shown', async () => {
    const oil = await stock.goods('菜油');
    const on = '2026-11-23';
    for (const name of ['甲', '乙', '丙'])
      await plantDish(stock, on, { name: `${name}菜`, goodsId: oil, grams: 3.3, planQty: 1 });
    await stock.keeper.call(page, 'run', { day: on, buffer: 0 });
    const search = { goodsId: oil, purchaseDate: [on, on] };
    const [line] = (await stock.keeper.call<{ rows: Line[] }>(page, 'query', { search })).rows;
    // 3.3 g ÷ 80 % × 1.05 = 4.33125 g, three times.
    expect(line).toMatchObject({ need: '13 克' });
    const { rows } = await stock.keeper.call<{ rows: Record<string, unknown>[] }>(`${page}/need`, 'query', {
      search: { lineId: line!.id },
    });
    expect(rows.map(({ dishName, portions, qtyWords }) => [dishName, portions, qtyWords]).sort()).toEqual(
      ['丙菜菜', '乙菜菜', '甲菜菜'].map((name) => [name, 1, '5 克']),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  });

  test('takes no supplier whose licence does not hold on the day, and prices do not overlap', async () => {
    const bean = await stock.goods('黄豆', { minStock: 1_000 });
    const gone = await supplierOf('过期粮行', { licenceEnd: '2026-11-20' });
    await price(gone, bean, { priceFen: 1 });
    expect(
      await refusedBy(price(gone, bean, { priceFen: 2, fromDate: '2026-12-31', toDate: '2027-01-31' })),
    ).toMatchObject({ code: 'PRICE_OVERLAP' });
    expect(await refusedBy(price(gone, bean, { priceFen: 2, fromDate: '2026-11-19' }))).toMatchObject({
      code: 'PRICE_PAST',
    });
    await run();
    const [line] = await linesOf(bean);
    expect(line).toMatchObject({ supplierId: null });
    expect(await refusedBy(stock.keeper.call(page, 'order', { id: line!.id }))).toMatchObject({
      code: 'SUPPLIER_NONE',
    });
  });

  test('too late for one supplier, the line names the one who still can, and at what price', async () => {
    const noodle = await stock.goods('挂面', { minStock: 1_000 });
    await price(await supplierOf('慢粮行'), noodle, { priceFen: 1, leadDays: 5, preferred: true });
    await price(await supplierOf('更贵粮行'), noodle, { priceFen: 4 });
    await price(await supplierOf('当日粮行'), noodle, { priceFen: 3 });
    await run();
    expect(await linesOf(noodle)).toMatchObject([{ late: true, instead: '当日粮行 0.03 / 克' }]);
  });

  test('rounds up to packs and to what the supplier delivers at least', () => {
    expect([roundUp(1, 25, 0), roundUp(26, 25, 0), roundUp(1, 25, 3_000), roundUp(25, 25, 0)]).toEqual([
      25, 50, 75, 25,
    ]);
  });
});

describe('acceptance', () => {
  let meat: number;
  let orderId: number;
  const offered = async () => {
    const answer = await inspector.call<{ rows: Record<string, unknown>[] }>(`${erp}/receipt`, 'preview', {
      orderId,
      papers: [],
    });
    return answer.rows.find((row) => row.goodsName === '猪肉')!;
  };
  const accept = (line: Record<string, unknown>, by = inspector, second = 77_002, papers = ['QUARANTINE']) =>
    refusedBy(
      receipts[0]!.binding.create!(
        { ...by.ctx(`${erp}/receipt`), witness: { accountId: second, account: 'second', name: '验收乙' } },
        { orderId, papers, photo: null, lines: [line] } as never,
      ),
    );
  beforeAll(async () => {
    meat = await stock.goods('猪肉', {
      category: 'MEAT',
      tracked: true,
      stored: 'CHILLED',
      maxTemp: 4,
      shelfDays: 6,
      papers: ['QUARANTINE'],
      minStock: 10_000,
      units: [{ id: null, name: '千克', size: 1_000, forBuy: true, forIssue: true, forSale: true }],
    });
    const [kilo] = await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', {
      within: { goodsId: meat },
    });
    await price(await supplierOf('肉联厂'), meat, { unitId: kilo!.id, priceFen: 3_000 });
    await run();
    const [line] = await linesOf(meat);
    await stock.keeper.call(page, 'order', { id: line!.id });
    orderId = (
      await stock.bench.database.pool.query<{ order_id: number }>(`select order_id from daily_purchase where id = $1`, [
        line!.id,
      ])
    ).rows[0]!.order_id;
  });

  test('is by two accounts, neither of whom ordered', async () => {
    const line = { ...(await offered()), gross: 6, temp: 3, producedOn: '2026-11-20' };
    expect(await accept(line, stock.keeper)).toMatchObject({ code: 'RECEIPT_ORDERER' });
    expect(await accept(line, inspector, stock.keeper.session.accountId)).toMatchObject({ code: 'RECEIPT_ORDERER' });
  });

  test('refuses, by line, what is warm, too much, out of date, and takes a reason for what is nearly so', async () => {
    const line = { ...(await offered()), gross: 6, temp: 3, producedOn: '2026-11-20' };
    for (const [wrong, cell] of [
      [{ temp: null }, 'temp'],
      [{ temp: 4.5 }, 'temp'],
      [{ gross: 10.6 }, 'gross'],
      [{ expiresOn: '2026-11-19' }, 'expiresOn'],
      [{ expiresOn: '2026-11-21' }, 'reason'],
      [{ look: 'BAD' }, 'look'],
      [{ verdict: 'REFUSE' }, 'reason'],
      [{ tare: 7 }, 'tare'],
    ] as const)
      expect(await accept({ ...line, ...wrong })).toMatchObject({
        code: 'INVALID_FIELDS',
        fields: { [`lines.0.${cell}`]: expect.any(String) },
      });
    // Goods that ask for papers come with them, or not at all.
    expect(await accept(line, inspector, 77_002, ['INVOICE'])).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { 'lines.0.verdict': expect.stringContaining('须有检疫证明') },
    });
  });

  test('puts net weight into stock under its lot; a dearer price waits for a third person', async () => {
    const first = await accept({
      ...(await offered()),
      gross: 6.5,
      tare: 0.5,
      pieces: 3,
      temp: 3,
      lotNo: 'M1',
      producedOn: '2026-11-20',
    });
    expect(await stock.balance(central, meat)).toMatchObject({ qty: 6_000, fen: 18_000 });
    // Paid by weight; how many they were stands beside.
    const { receipt: paper } = await stock.keeper.call<{ receipt: { sheets: { rows: string[][] }[] } }>(
      `${erp}/receipt`,
      'print',
      { id: (first as { id: number }).id },
    );
    expect(paper.sheets[0]!.rows[0]).toContain('6 千克（3 件）');
    const tooDear = async () =>
      (
        (await accept({
          ...(await offered()),
          gross: 4,
          temp: 2,
          lotNo: 'M2',
          producedOn: '2026-11-20',
          priceFen: 3_100,
        })) as { id: number }
      ).id;
    const turned = await tooDear();
    expect(await stock.balance(central, meat)).toMatchObject({ qty: 6_000 });
    // Whoever does not agree sends it back: it was never in stock, and is still to come.
    const away = { id: turned, reason: '高于市场价' };
    expect(await refusedBy(inspector.call(`${erp}/receipt`, 'turnAway', away))).toMatchObject({ code: 'HELD_SAME' });
    await stock.keeper.call(`${erp}/receipt`, 'turnAway', away);
    expect(await refusedBy(stock.keeper.call(`${erp}/receipt`, 'turnAway', away))).toMatchObject({ code: 'BAD_STATE' });
    expect(await stock.keeper.call(`${erp}/receipt`, 'get', { id: turned })).toMatchObject({ status: 'DONE' });
    expect(await stock.keeper.call(`${erp}/supply_order`, 'get', { id: orderId })).toMatchObject({
      status: 'PART_RECEIVED',
      receivedFen: 18_000,
    });
    const id = await tooDear();
    expect(await stock.balance(central, meat)).toMatchObject({ qty: 6_000 });
    expect(await refusedBy(inspector.call(`${erp}/receipt`, 'approve', { id, reason: '同意' }))).toMatchObject({
      code: 'HELD_SAME',
    });
    await stock.keeper.call(`${erp}/receipt`, 'approve', { id, reason: '节前涨价，同意' });
    const { receipt } = await stock.keeper.call<{ receipt: { sheets: { rows: string[][] }[] } }>(
      `${erp}/receipt`,
      'print',
      { id },
    );
    expect(receipt.sheets[0]!.rows[0]).toEqual(
      expect.arrayContaining(['1', '4 千克', 'M2', '2026-11-20', '2 ℃', '收']),
    );
    // The lot says how it came: who took it, how warm it was, with which papers.
    const { rows: lots } = await stock.keeper.call<{ rows: { id: number }[] }>(`${erp}/lot_trace`, 'query', {
      search: { keyword: 'M2' },
    });
    expect(await stock.keeper.call(`${erp}/lot_trace`, 'get', { id: lots[0]!.id })).toMatchObject({
      temp: '2 ℃',
      papers: expect.any(Array),
      inspectors: expect.stringContaining('、'),
    });
    expect(await stock.balance(central, meat)).toMatchObject({ qty: 10_000, fen: 30_400 });
    expect(await stock.keeper.call(`${erp}/supply_order`, 'get', { id: orderId })).toMatchObject({
      status: 'RECEIVED',
      receivedFen: 30_400,
    });
  });

  test('goods go back at their price, an invoice that is dearer goes into the pool as far as they are there', async () => {
    const { rows } = await stock.bench.database.pool.query<{ id: number; receipt_id: number; unit_id: number | null }>(
      `select id, receipt_id, unit_id from receipt_line where goods_id = $1 order by id`,
      [meat],
    );
    const [first] = rows;
    await stock.post('ISSUE', central, [{ goodsId: meat, typed: 3_000 }]);
    const before = await stock.balance(central, meat);
    // Of 6 kg bought for 180.00 three are there: half of the 0.30 a kilogram more.
    await inspector.call(`${erp}/receipt/line`, 'invoice', { id: first!.id, amountFen: 18_180, reason: '发票贵 0.30' });
    expect((await stock.balance(central, meat)).fen - before.fen).toBe(90);
    await stock.bench.database.pool.query('update receipt_line set unit_id = null where id = $1', [first!.id]);
    const halfGram = { id: first!.id, qty: 0.5, reason: '有异味' };
    expect(await refusedBy(inspector.call(`${erp}/receipt/line`, 'giveBack', halfGram))).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { qty: expect.stringContaining('折合不到整克、整毫升或整个') },
    });
    await stock.bench.database.pool.query('update receipt_line set unit_id = $2 where id = $1', [
      first!.id,
      first!.unit_id,
    ]);
    await inspector.call(`${erp}/receipt/line`, 'giveBack', { id: first!.id, qty: 1, reason: '有异味' });
    expect(
      await refusedBy(inspector.call(`${erp}/receipt/line`, 'giveBack', { id: first!.id, qty: 6, reason: '全退' })),
    ).toMatchObject({ code: 'RETURN_MORE' });
    const variances = await stock.bench.database.pool.query(
      `select kind, amount_fen from price_variance where goods_id = $1 order by recorded_at, id`,
      [meat],
    );
    expect(variances.rows).toMatchObject([{ kind: 'REVALUE', amount_fen: 90 }, { kind: 'RETURN' }]);
    // What is in no pool is read beside the receipt, of its line and of all.
    const outside = variances.rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
    const read = async (at: string, search: object) =>
      (
        await stock.keeper.call<{ rows: { id: number; varianceFen: number }[] }>(`${erp}/receipt${at}`, 'query', {
          search,
        })
      ).rows;
    expect((await read('/line', { receiptId: first!.receipt_id })).find(({ id }) => id === first!.id)).toMatchObject({
      varianceFen: outside,
    });
    expect((await read('', {})).find(({ id }) => id === first!.receipt_id)).toMatchObject({ varianceFen: outside });
  });

  test('a price above the list, or a tenth above what it cost, waits', () => {
    const of = { listFen: 500, unitSize: 1, pastFen: 4_000, pastQty: 10 };
    expect([heldWhy(501, of), heldWhy(441, of), heldWhy(440, of)]).toEqual(['高于价目表', '高于 30 天均价 10%', '']);
    expect(heldWhy(500, { ...of, pastFen: 0, pastQty: 0 })).toBe('');
  });
});

test('a lot that is near its end says where it is needed first', async () => {
  const [curd, salt] = [
    await stock.goods('嫩豆腐', { tracked: true, shelfDays: 8 }),
    await stock.goods('虾酱', { tracked: true, shelfDays: 8 }),
  ];
  const dates = { producedOn: '2026-11-14', expiresOn: '2026-11-22' };
  for (const goodsId of [curd, salt])
    await stock.post('IN', central, [{ goodsId, typed: 1_000, amountFen: 500, ...dates }]);
  const need = (on: string) =>
    plantRow(stock, 'meal_need', {
      contractor_id: stock.keeper.session.unitId,
      purchase_date: on,
      goods_id: curd,
      id: 990_000 + Number(on.slice(-2)),
      site_id: units.organization,
      source: 'PLAN',
      qty: 400,
      dish_ids: [1],
      portions: [4],
      amounts: [400],
    });
  const adviceOf = async (goodsId: number) =>
    (await stock.keeper.call<{ rows: { advice: string }[] }>(`${erp}/goods/lot`, 'query', { search: { goodsId } }))
      .rows[0]!.advice;
  // After its date it helps nobody.
  await need('2026-11-23');
  expect(await adviceOf(curd)).toContain('没有菜谱用到');
  await need('2026-11-22');
  expect(await adviceOf(curd)).toMatch(/^调拨到 .+，11-22 用$/);
  expect(await adviceOf(salt)).toContain('没有菜谱用到');
});

test('a dish costs what its recipe takes of the store', async () => {
  const { rows } = await stock.keeper.call<{ rows: Record<string, unknown>[] }>(
    '/admin/contractor/supermarket/food_bom',
    'query',
    { search: { keyword: '粳米菜' } },
  );
  // 131.25 g at 5.00 a kilogram.
  expect(rows).toMatchObject([{ grams: 131, unmappedCount: 0, costFen: 66, priceFen: 500, marginRatio: 8_680 }]);
  expect(site).toBeGreaterThan(0);
});

test('a price list out of a sheet tells what changes and which margin it leaves, and takes each goods’ own unit', async () => {
  const units = [{ id: null, name: '千克', size: 1_000, forBuy: true, forIssue: true, forSale: true }];
  const [oats, barley] = [await stock.goods('燕麦', { units }), await stock.goods('大麦', { units })];
  const unitOf = async (goodsId: number) =>
    (await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', { within: { goodsId } }))[0]!.id;
  const supplierId = await supplierOf('麦商');
  await price(supplierId, oats, { unitId: await unitOf(oats), priceFen: 500, toDate: '2026-11-30' });
  await plantDish(stock, '2026-12-21', { name: '燕麦粥', goodsId: oats, grams: 100, planQty: 1 });
  await stock.post('IN', central, [{ goodsId: oats, typed: 10_000, amountFen: 5_000 }]);
  const dates = { fromDate: '2026-12-01', toDate: '2026-12-31', minQty: 0, leadDays: 1 };
  // Both name 千克: the sheet's reader finds one of them.
  const unitId = await unitOf(barley);
  const rows = [
    { rowNo: 2, values: { supplierId, goodsId: oats, unitId, priceFen: 600, ...dates } },
    { rowNo: 3, values: { supplierId, goodsId: barley, unitId, priceFen: 300, ...dates } },
  ];
  const ctx = stock.keeper.ctx(`${erp}/supply_price`);
  // 131.25 g at 5.00 a kilogram are 0.66 of 5.00, at 6.00 0.79.
  expect(await importPrices.warnings!(ctx, rows)).toEqual([
    '与现行价格相比：1 种涨价，0 种降价，0 种不变，1 种第一次报价',
    '「燕麦」5.00 → 6.00 元（+20%），「燕麦粥菜」毛利率 86.9% → 84.3%',
  ]);
  expect([...(await importPrices.check!(ctx, rows))]).toEqual([]);
  expect([...(await importPrices.commit(ctx, rows))]).toEqual([]);
  const kept = await stock.bench.database.pool.query(
    'select goods_id, unit_id, price_fen from supply_price where supplier_id = $1 and price_fen <> 500 order by goods_id',
    [supplierId],
  );
  expect(kept.rows).toEqual([
    { goods_id: oats, unit_id: await unitOf(oats), price_fen: 600 },
    { goods_id: barley, unit_id: unitId, price_fen: 300 },
  ]);
});

test('what an inspector has typed is there for the other, and is judged before it is signed', async () => {
  const salt = await stock.goods('海盐', { minStock: 1_000, stored: 'CHILLED', maxTemp: 7 });
  await price(await supplierOf('盐商'), salt, { priceFen: 1 });
  await run();
  await stock.keeper.call(page, 'order', { id: (await linesOf(salt))[0]!.id });
  const { rows: ordered } = await stock.bench.database.pool.query<{ id: number; order_id: number }>(
    `select id, order_id from daily_purchase where goods_id = $1`,
    [salt],
  );
  const { id: purchaseId, order_id: orderId } = ordered[0]!;
  const line = { purchaseId, gross: 990, tare: 0, lotNo: 'S9', look: 'GOOD', verdict: 'TAKE', reason: '少一包' };
  const preview = (by: Caller, lines?: object[]) =>
    by.call<{ rows: object[]; notices?: object[] }>(`${erp}/receipt`, 'preview', { orderId, papers: [], lines });
  expect(await refusedBy(preview(inspector, [line]))).toMatchObject({
    fields: { 'lines.0.temp': expect.stringContaining('须测温') },
  });
  const taken = await preview(stock.other);
  expect(taken.rows).toMatchObject([{ purchaseId, gross: 990, lotNo: 'S9', reason: '少一包' }]);
  expect(taken.notices).toMatchObject([{ text: expect.stringContaining('接着验收甲') }]);
  await receipts[0]!.binding.create!(
    { ...inspector.ctx(`${erp}/receipt`), witness: { accountId: 77_002, account: 'second', name: '验收乙' } },
    { orderId, papers: [], photo: null, lines: [{ ...line, temp: 3 }] } as never,
  );
  const { rows: left } = await stock.bench.database.pool.query('select order_id from receipt_draft');
  expect(left).toEqual([]);
});

test('a look over a delivery names every line that is wrong, not the first alone', async () => {
  const seller = await supplierOf('豆制品厂');
  const goods: number[] = [];
  for (const name of ['内酯豆腐', '豆皮']) {
    const id = await stock.goods(name, { minStock: 1_000, stored: 'CHILLED', maxTemp: 7 });
    await price(seller, id, { priceFen: 1 });
    goods.push(id);
  }
  await run();
  const ids = (await Promise.all(goods.map(linesOf))).map(([line]) => line!.id);
  await stock.keeper.call(page, 'order', { ids });
  const { rows } = await stock.bench.database.pool.query<{ id: number; order_id: number }>(
    'select id, order_id from daily_purchase where id = any($1) order by id',
    [ids],
  );
  const line = { gross: 1_000, tare: 0, look: 'GOOD', verdict: 'TAKE' };
  const refused = await refusedBy(
    inspector.call(`${erp}/receipt`, 'preview', {
      orderId: rows[0]!.order_id,
      papers: [],
      lines: [
        { ...line, purchaseId: rows[0]!.id, temp: 9 },
        { ...line, purchaseId: rows[1]!.id, verdict: 'REFUSE' },
      ],
    }),
  );
  expect(refused).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: {
      lines: expect.stringMatching(/^第 1 行.*9℃ 超过 7℃.*；第 2 行.*拒收须填写原因$/),
      'lines.0.temp': expect.stringContaining('9℃'),
      'lines.1.reason': expect.stringContaining('拒收须填写原因'),
    },
  });
});

test('what cannot be bought for: no central store, a food-stuff of no library, a paper without number or picture', async () => {
  const { pool } = stock.bench.database;
  await pool.query(`update storehouse set status = 'DISABLED' where id = $1`, [central]);
  expect(await refusedBy(run())).toMatchObject({ code: 'NO_CENTRAL' });
  await pool.query(`update storehouse set status = 'NORMAL' where id = $1`, [central]);
  const own = await stock.goods('自种小葱');
  const { dishId } = await plantDish(stock, '2026-12-20', { name: '小葱', goodsId: own, grams: 5, planQty: 1 });
  const bom = '/admin/contractor/supermarket/food_bom/line';
  const [line] = (await stock.keeper.call<{ rows: { id: number }[] }>(bom, 'query', { search: { dishId } })).rows;
  await pool.query(`update food_stuff set lib_id = null where name = '小葱'`);
  expect(
    await refusedBy(stock.keeper.call(bom, 'map', { id: line!.id, goodsId: own, grams: 1, fromDate: '2026-12-01' })),
  ).toMatchObject({ code: 'MAP_STUFF', params: { stuff: '小葱' } });
  const id = await supplierOf('无证粮行');
  expect(await refusedBy(stock.keeper.call(`${erp}/supplier`, 'addPaper', { id, kind: 'FOOD' }))).toMatchObject({
    code: 'PAPER_BAD',
  });
});

describe('a recall', () => {
  const trace = `${erp}/lot_trace`;
  const recall = `${erp}/lot_recall`;

  test('seals a lot in every storehouse at once, tells its meals, and is closed by another when nothing is left', async () => {
    const cake = await stock.goods('年糕');
    await stock.post('IN', central, [{ goodsId: cake, typed: 9_000, amountFen: 9_000, lotNo: 'R1' }]);
    const sent = await stock.draft('TRANSFER', central, [{ goodsId: cake, typed: 4_000 }], { toStorehouseId: site });
    await stock.move('send', sent);
    await stock.move('receive', sent, { shorts: [{ lineNo: 1, shortQty: 500 }], note: '破损' }, stock.other);
    const { rows: meal } = await stock.bench.database.pool.query<{ id: number }>(
      'select id from meal_period where organization_id = $1',
      [units.organization],
    );
    const issued = {
      siteId: units.organization,
      diningDate: '2026-11-20',
      mealPeriodId: meal[0]!.id,
      dishName: '炒年糕',
    };
    await stock.post('ISSUE', site, [{ goodsId: cake, typed: 1_500 }], issued);
    const held = await stock.draft('TRANSFER', central, [{ goodsId: cake, typed: 3_000 }], { toStorehouseId: site });
    stock.bench.services.countEaters = async (_contractor, meals) => meals.map(() => 42);
    const asked = { search: { goodsId: cake } };
    const [lot] = (await stock.keeper.call<{ rows: { id: number }[] }>(trace, 'query', asked)).rows;
    await stock.keeper.call(trace, 'recall', { id: lot!.id, reason: '检出异物', delivery: false });
    expect((await stock.keeper.call<{ rows: object[] }>(trace, 'query', asked)).rows).toMatchObject([
      {
        cameIn: '9 千克',
        onHand: '7 千克',
        issued: '1.5 千克',
        lost: '500 克',
        inTransit: '0 千克',
        closes: 'YES',
        state: 'SEALED',
      },
    ]);
    expect(
      await refusedBy(
        beginRecall(stock.keeper.ctx(trace), {
          ids: [lot!.id],
          rows: [],
          values: { reason: '两人同时', delivery: false },
        } as never),
      ),
    ).toMatchObject({ code: 'RECALL_SEALED', params: { where: expect.stringMatching(/已在召回 ZH\d+ 中封存/) } });
    // What it was promised to is told at once: nothing of it can be sent.
    expect(await stock.balance(central, cake)).toMatchObject({ reserved: 0 });
    expect(await refusedBy(stock.move('send', held))).toMatchObject({ code: 'STOCK_SHORT' });
    expect(
      (await stock.keeper.call<{ rows: object[] }>(`${trace}/meal`, 'query', { search: { lotId: lot!.id } })).rows,
    ).toMatchObject([{ issuedWords: '1.5 千克', dishes: '炒年糕', sure: 'SURE', people: 42 }]);
    const [doc] = (await stock.keeper.call<{ rows: { id: number }[] }>(recall, 'query', {})).rows;
    await stock.keeper.call(recall, 'trace', { id: doc!.id, note: '去向已查清' });
    expect(await refusedBy(stock.other.call(recall, 'close', { id: doc!.id, note: '完' }))).toMatchObject({
      code: 'RECALL_LEFT',
    });
    for (const [house, typed] of [
      [central, 5_000],
      [site, 2_000],
    ] as const)
      await stock.post('LOSS', house, [{ goodsId: cake, typed }], { reason: '召回销毁' });
    expect(await refusedBy(stock.keeper.call(recall, 'close', { id: doc!.id, note: '完' }))).toMatchObject({
      code: 'NOT_NOW',
    });
    await stock.other.call(recall, 'close', { id: doc!.id, note: '全部销毁' });
    expect((await stock.keeper.call<{ rows: object[] }>(trace, 'query', asked)).rows).toMatchObject([
      { onHand: '0 千克', lost: '7.5 千克', closes: 'YES' },
    ]);
    await stock.move('discard', held);
  });

  test('of what a supplier brought that day is released by another, and leaves again', async () => {
    const { rows } = await stock.bench.database.pool.query<{ id: number; goods_id: number }>(
      `select l.id, l.goods_id from lot l where l.supplier_name = '肉联厂' order by l.id`,
    );
    await stock.keeper.call(trace, 'recall', { id: rows[0]!.id, reason: '通报', delivery: true });
    const status = async () =>
      (
        await stock.bench.database.pool.query<{ status: string }>(
          `select distinct status from lot where supplier_name = '肉联厂'`,
        )
      ).rows;
    expect(await status()).toEqual([{ status: 'SEALED' }]);
    const [doc] = (
      await stock.keeper.call<{ rows: { id: number; lotCount: number }[] }>(recall, 'query', {
        search: { status: ['SEALED'] },
      })
    ).rows;
    expect(doc).toMatchObject({ lotCount: rows.length });
    await stock.other.call(recall, 'release', { id: doc!.id, reason: '复检合格' });
    expect(await status()).toEqual([{ status: 'NORMAL' }]);
  });

  test('a whole number is that lot alone, a label too; part of one finds all that have it', async () => {
    const oats = await stock.goods('莜麦');
    await stock.post(
      'OPENING',
      central,
      ['YM-1', 'YM-12'].map((lotNo) => ({ goodsId: oats, typed: 1_000, amountFen: 500, lotNo })),
    );
    const found = async (keyword: string) =>
      (await stock.keeper.call<{ rows: { id: number; lotNo: string }[] }>(trace, 'query', { search: { keyword } }))
        .rows;
    const [exact] = await found('YM-1');
    expect((await found('YM-1')).map(({ lotNo }) => lotNo)).toEqual(['YM-1']);
    expect((await found(`LOT${exact!.id}`)).map(({ lotNo }) => lotNo)).toEqual(['YM-1']);
    expect((await found('ym-')).map(({ lotNo }) => lotNo).sort()).toEqual(['YM-1', 'YM-12']);
  });
});
