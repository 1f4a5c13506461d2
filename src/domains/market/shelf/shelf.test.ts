/** What a shelf answers: prices as they were at a moment, goods with all their codes, whether the shop may sell at all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StockBench, stockBench } from '../../stock/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { market } from '../domain.ts';
import { lineFen, priceAt, shelfAt } from './prices.ts';
import { frozenAt, shopAtRestaurant, shopOf } from './shops.ts';

const site = { contractorId: units.contractor, organizationId: units.organization };
let stock: StockBench;
let water: number;
let apples: number;
const run = (text: string, values: unknown[] = []) => stock.bench.database.pool.query(text, values);

beforeAll(async () => {
  stock = await stockBench([], [market]);
  water = await stock.goods('矿泉水', { baseUnit: 'PIECE', category: 'DRINK', barcode: '6901234567892' });
  apples = await stock.goods('苹果', { category: 'FRUIT' });
  await run(
    `insert into shop (contractor_id, id, organization_id, name, restaurant_id, created_at, updated_at) values ($1, 1, $2, '小卖部', 7, now(), now())`,
    [site.contractorId, site.organizationId],
  );
  await run(
    `insert into shop_shelf (contractor_id, id, organization_id, goods_id, unit_name, unit_size, by_weight, plu, barcodes, status, sort, created_at, updated_at)
     values ($1, 1, $2, $3, '个', 1, false, null, '{6901234567908}', 'ON', 1, now(), now()),
            ($1, 2, $2, $4, '斤', 500, true, 11, '{}', 'ON', 2, now(), now())`,
    [site.contractorId, site.organizationId, water, apples],
  );
  await run(
    `insert into shelf_price (contractor_id, id, organization_id, goods_id, price_fen, unit_name, unit_size, from_at, created_at)
     values ($1, 1, $2, $3, 200, '个', 1, '2026-11-01T00:00:00+08:00', now()),
            ($1, 2, $2, $3, 250, '个', 1, '2026-11-10T00:00:00+08:00', now()),
            ($1, 3, $2, $3, 300, '个', 1, '2026-12-01T00:00:00+08:00', now()),
            ($1, 4, $2, $4, 599, '斤', 500, '2026-11-01T00:00:00+08:00', now())`,
    [site.contractorId, site.organizationId, water, apples],
  );
});
afterAll(() => stock?.bench.database.drop());

const tx = () => stock.bench.database.pool;
const priceOf = async (at: string) => (await priceAt(tx(), site, at, [water])).get(water)?.priceFen;

test('a price holds from its moment until the next one, and none before the first', async () => {
  expect(await priceOf('2026-10-31T23:59:59+08:00')).toBeUndefined();
  expect(await priceOf('2026-11-09T23:59:59+08:00')).toBe(200);
  expect(await priceOf('2026-11-10T00:00:00+08:00')).toBe(250);
  expect(await priceOf('2026-12-02T00:00:00+08:00')).toBe(300);
});

test('the shelf tells codes of all packs, the price by its unit, and what is off because its goods are', async () => {
  const shelf = await shelfAt(tx(), site, '2026-11-20T00:00:00+08:00');
  expect(shelf).toMatchObject([
    { goodsId: water, barcodes: ['6901234567892', '6901234567908'], status: 'ON', price: { id: 2, priceFen: 250 } },
    { goodsId: apples, barcodes: [], plu: 11, byWeight: true, price: { priceFen: 599, unitSize: 500 } },
  ]);
  // 437 g at 5.99 per 500 g.
  expect(lineFen(shelf[1]!.price!, 437)).toBe(524);
  await run(`update goods set status = 'DISABLED' where id = $1`, [apples]);
  expect((await shelfAt(tx(), site, '2026-11-20T00:00:00+08:00', [apples]))[0]).toMatchObject({ status: 'OFF' });
});

test('a shop is found by its site and by where its tills stand, of its own caterer alone', async () => {
  expect(await shopOf(tx(), site)).toMatchObject({ name: '小卖部', cutoff_at: '16:00' });
  expect(await shopOf(tx(), { ...site, contractorId: units.otherContractor })).toBeUndefined();
  expect(await shopAtRestaurant(tx(), units.organization, 7)).toMatchObject({ id: 1 });
  expect(await shopAtRestaurant(tx(), units.otherOrganization, 7)).toBeUndefined();
});

test('a freeze is told before it holds, and only to its caterer', async () => {
  const at = '2026-11-20T09:00:00+08:00';
  expect(await frozenAt(tx(), site.contractorId, at)).toMatchObject({ state: 'OPEN', from: null });
  await run(
    `insert into market_subscription (contractor_id, id, name, subscribe_type, service_fee_ratio, start_date, created_at, updated_at,
       freezes_at, freeze_reason) values ($1, 1, '商超服务', 'MONTHLY', 100, '2026-01-01', now(), now(), '2026-11-21T00:00:00+08:00', '逾期')`,
    [site.contractorId],
  );
  expect(await frozenAt(tx(), site.contractorId, at)).toMatchObject({ state: 'NOTICE', reason: '逾期' });
  expect((await frozenAt(tx(), site.contractorId, '2026-11-21T00:00:00+08:00')).state).toBe('FROZEN');
  expect((await frozenAt(tx(), units.otherContractor, '2026-11-22T00:00:00+08:00')).state).toBe('OPEN');
});
