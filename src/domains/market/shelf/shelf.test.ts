/** A shop and its shelf: prices from a moment on, what is refused, what another caterer sees, whether it may sell at all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { refusedBy } from '../../stock/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { type ShelfBench, shelfBench, supermarket } from '../testing.ts';
import { lineFen, priceAt, shelfAt } from './prices.ts';
import { frozenAt, shopAtRestaurant, shopOf } from './shops.ts';

const path = `${supermarket}/goods`;
const site = { contractorId: units.contractor, organizationId: units.organization };
let shop: ShelfBench;
let house: number;
let water: number;
let apples: number;
let waterShelf: number;
let jin: number;
let basket: number;

const tx = () => shop.bench.database.pool;
const call = (verb: string, body: Record<string, unknown> = {}) => shop.keeper.call(path, verb, body);
const priceOf = async (at: string, goods = water) => (await priceAt(tx(), site, at, [goods])).get(goods)?.priceFen;
const rowOf = async (id: number) =>
  ((await call('query')) as { rows: Record<string, unknown>[] }).rows.find((row) => row.id === id)!;

beforeAll(async () => {
  shop = await shelfBench();
  house = await shop.house('店仓');
  water = await shop.goods('矿泉水', { baseUnit: 'PIECE', category: 'DRINK', barcode: '6901234567892' });
  apples = await shop.goods('苹果', {
    category: 'FRUIT',
    units: [
      { id: null, name: '斤', size: 500, forBuy: true, forIssue: true, forSale: true },
      { id: null, name: '筐', size: 10_000, forBuy: true, forIssue: true, forSale: false },
    ],
  });
  const { rows } = await tx().query<{ id: number }>(`select id from goods_unit where goods_id = $1 order by size`, [
    apples,
  ]);
  [jin, basket] = rows.map(({ id }) => id) as [number, number];
});
afterAll(() => shop?.bench.database.drop());

test('a shelf needs a shop; a shop stands at a place of its organization that is one', async () => {
  const early = call('create', { organizationId: units.organization, goodsId: water, priceFen: 200 });
  expect(await refusedBy(early)).toMatchObject({ code: 'SHOP_NONE' });
  expect(await refusedBy(shop.shop({ restaurantId: shop.canteenId }))).toMatchObject({ code: 'SHOP_PLACE' });
  expect(await refusedBy(shop.shop({ pickup: false }))).toMatchObject({ fields: { pickup: expect.any(String) } });
  expect(await refusedBy(shop.shop({ storehouseId: house }))).toMatchObject({ id: expect.any(Number) });
  expect(await shopOf(tx(), site)).toMatchObject({ name: '校园超市', cutoff_at: '16:00' });
  expect(await shopOf(tx(), { ...site, contractorId: units.otherContractor })).toBeUndefined();
  expect(await shopAtRestaurant(tx(), units.organization, shop.restaurantId)).toMatchObject({ name: '校园超市' });
  expect(await shopAtRestaurant(tx(), units.otherOrganization, shop.restaurantId)).toBeUndefined();
});

test('only what has a price is put on; a price holds from its day, one to come can be withdrawn, none is taken back', async () => {
  const { id } = (await call('create', { organizationId: units.organization, goodsId: water })) as { id: number };
  waterShelf = id;
  expect(await refusedBy(call('on', { id }))).toMatchObject({ code: 'PRICE_NONE', params: { goods: '矿泉水' } });
  const price = (priceFen: number, fromDate: string) => call('price', { id, priceFen, fromDate });
  expect(await refusedBy(price(200, '2026-11-19'))).toMatchObject({ code: 'PRICE_BACK' });
  await price(200, '2026-11-20');
  await price(300, '2026-12-01');
  expect(await refusedBy(price(280, '2026-12-01'))).toMatchObject({ code: 'PRICE_TAKEN', params: { price: '3.00' } });
  await call('on', { id });
  expect(await priceOf('2026-11-20T08:59:59+08:00')).toBeUndefined();
  expect(await priceOf('2026-11-30T23:59:59+08:00')).toBe(200);
  expect(await priceOf('2026-12-01T00:00:00+08:00')).toBe(300);
  expect(await rowOf(id)).toMatchObject({ priceWords: '2.00 / 个', nextWords: '12-01 起 3.00', state: 'SOLD_OUT' });
  const prices = (await shop.keeper.call(`${path}/price`, 'query', { search: { shelfId: id } })) as {
    rows: { id: number; state: string }[];
  };
  const [coming, now] = prices.rows;
  expect([coming!.state, now!.state]).toEqual(['COMING', 'NOW']);
  expect(isRefusal(await shop.keeper.call(`${path}/price`, 'withdraw', { id: now!.id }))).toBe(true);
  await shop.keeper.call(`${path}/price`, 'withdraw', { id: coming!.id });
  expect(await priceOf('2026-12-01T00:00:00+08:00')).toBe(200);
});

test('weighed goods are priced by their unit and counted in grams; codes and scale numbers belong to one goods', async () => {
  const make = (more: Record<string, unknown>) =>
    call('create', { organizationId: units.organization, goodsId: apples, unitId: jin, priceFen: 599, ...more });
  expect(await refusedBy(make({ packCodes: '6901234567893' }))).toMatchObject({ code: 'SHELF_CODE' });
  expect(await refusedBy(make({ packCodes: '6901234567892' }))).toMatchObject({
    code: 'SHELF_CODE',
    params: { why: '已是「矿泉水」的' },
  });
  await make({ byWeight: true, plu: 11, packCodes: '6901234567908，6901234567915' });
  expect(await refusedBy(make({ byWeight: true, plu: 12 }))).toMatchObject({ code: 'SHELF_TWICE' });
  const juice = await shop.goods('果汁', { baseUnit: 'PIECE', category: 'DRINK' });
  const other = { organizationId: units.organization, goodsId: juice, priceFen: 500 };
  expect(await refusedBy(call('create', { ...other, byWeight: true, plu: 13 }))).toMatchObject({
    code: 'SHELF_WEIGHT',
  });
  const tea = await shop.goods('散茶', {
    category: 'DRY',
    units: [{ id: null, name: '斤', size: 500, forSale: true }],
  });
  expect(
    await refusedBy(
      call('create', { organizationId: units.organization, goodsId: tea, priceFen: 1, byWeight: true, plu: 11 }),
    ),
  ).toMatchObject({ code: 'PLU_TAKEN', params: { plu: 11, goods: '苹果' } });
  expect(await refusedBy(call('create', { ...other, unitId: jin }))).toMatchObject({
    fields: { unitId: expect.any(String) },
  });
  expect(await refusedBy(make({ unitId: basket }))).toMatchObject({ code: 'SHELF_UNIT' });
  const shelf = await shelfAt(tx(), site, '2026-11-21T00:00:00+08:00');
  const weighed = shelf.find(({ goodsId }) => goodsId === apples)!;
  expect(weighed).toMatchObject({
    plu: 11,
    byWeight: true,
    barcodes: ['6901234567908', '6901234567915'],
    status: 'OFF',
  });
  // 437 g at 5.99 per 500 g.
  expect(lineFen(weighed.price!, 437)).toBe(524);
});

test('the margin follows what was last paid and is told before a new price is taken', async () => {
  await shop.post('IN', house, [{ goodsId: water, typed: 100, amountFen: 12_000 }]);
  expect(await rowOf(waterShelf)).toMatchObject({
    costFen: 120,
    marginRatio: 4_000,
    stockWords: '100 个',
    state: 'ON',
  });
  const told = await shop.keeper.call<{ lines: string[][] }>(path, 'outcome', {
    action: 'price',
    id: waterShelf,
    priceFen: 240,
    fromDate: '2026-11-20',
  });
  expect(told.lines).toContainEqual(['毛利率', '40% → 50%']);
  expect((await rowOf(waterShelf)).priceWords).toBe('2.00 / 个');
});

test('another caterer sees nothing of it and moves nothing', async () => {
  for (const page of ['manage', 'goods']) {
    const { rows } = await shop.rival.call<{ rows: unknown[] }>(`${supermarket}/${page}`, 'query', {});
    expect(rows, page).toEqual([]);
  }
  expect(isRefusal(await shop.rival.call(path, 'off', { id: waterShelf }))).toBe(true);
  expect((await rowOf(waterShelf)).state).toBe('ON');
});

test('a freeze is told before it holds, and only to its caterer', async () => {
  const at = '2026-11-20T09:00:00+08:00';
  expect(await frozenAt(tx(), site.contractorId, at)).toMatchObject({ state: 'OPEN', from: null });
  await tx().query(
    `insert into market_subscription (contractor_id, id, name, subscribe_type, service_fee_ratio, start_date, created_at, updated_at,
       freezes_at, freeze_reason) values ($1, 1, '商超服务', 'MONTHLY', 100, '2026-01-01', now(), now(), '2026-11-21T00:00:00+08:00', '逾期')`,
    [site.contractorId],
  );
  expect(await frozenAt(tx(), site.contractorId, at)).toMatchObject({ state: 'NOTICE', reason: '逾期' });
  expect((await frozenAt(tx(), site.contractorId, '2026-11-21T00:00:00+08:00')).state).toBe('FROZEN');
  expect((await frozenAt(tx(), units.otherContractor, '2026-11-22T00:00:00+08:00')).state).toBe('OPEN');
  const shown = async () =>
    (await shop.keeper.call<{ rows: { state: string }[] }>(`${supermarket}/manage`, 'query', {})).rows;
  expect(await shown()).toMatchObject([{ state: 'NOTICE' }]);
  shop.bench.clock.set(Date.parse('2026-11-21T09:00:00+08:00'));
  expect(await shown()).toMatchObject([{ state: 'FROZEN' }]);
});
