/** An hour at simulated tills against the whole server: what the tills took is what the books, the lines and the stock say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tallyLines } from '../../device/public.server.ts';
import { bookDues } from '../../stock/public.server.ts';
import { checkStock } from '../../stock/testing.ts';
import { checkMarket, type ShopBench, shopBench, supermarket } from '../testing.ts';
import { simulateShop } from './simulate-shop.ts';

let b: ShopBench;
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 60, 6_000);
  await b.receive(b.goods.apples, 60_000, 36_000);
}, 600_000);
afterAll(() => b?.app.stop());

const one = async <T extends object>(text: string) => (await b.app.services.pool.query<T>(text)).rows[0]!;

test('sold, weighed, cut off, priced anew and handed out: to the fen and to the gram', {
  timeout: 90_000,
}, async () => {
  const secret = 'onecard-demo';
  const ordered = await one<{ id: number; fen: number }>(
    `select id, amount_fen as fen from shop_order where status = 'PICKING' and delivery_way = 'PICKUP' order by id limit 1`,
  );
  await b.app.services.pool.query('update shop_order set restaurant_id = $2 where id = $1', [
    ordered.id,
    b.till.restaurantId,
  ]);
  await b.caterer(`${supermarket}/supermarket_order`, 'deliver', { ids: [ordered.id] });
  // The shelf has these three goods alone, so that each of them is met often enough.
  await b.app.services.pool.query(`update shop_shelf set status = 'OFF' where goods_id <> all($1::bigint[])`, [
    Object.values(b.goods),
  ]);
  const shelf = await one<{ id: number }>(`select id from shop_shelf where goods_id = ${b.goods.water}`);
  const played = await simulateShop(
    {
      url: b.app.origin,
      tills: 2,
      customers: 60,
      seed: 5,
      account: 'school',
      password: secret,
      platform: 'platform',
      platformPassword: secret,
      caterer: 'contractor',
      catererPassword: secret,
      whileCutOff: async () => {
        const { clock } = b.app;
        clock.set(clock.now() + 1_000);
        const today = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
        await b.caterer(`${supermarket}/goods`, 'price', { id: shelf.id, priceFen: 230, fromDate: today }, true);
        clock.set(clock.now() + 1_000);
      },
    },
    b.app.clock,
  );
  const { tally, figures } = played;
  const told = tallyLines(tally, 0).join('\n');
  expect(tally.faults, told).toBe(0);
  expect(figures.repriced, told).toBeGreaterThan(0);
  expect(figures.kept).toBeGreaterThan(5);
  expect([...tally.refused.keys()], told).toEqual(expect.arrayContaining([3925, 3931, 3942]));
  expect(tally.duplicates).toBeGreaterThan(0);
  expect(tally.uploaded).toBeGreaterThan(3);
  // The two orders of the demo that wait at the other shop's counter are refused here.
  expect([figures.handedOut, figures.handedOutFen]).toEqual([1, ordered.fen]);
  const ours = await one<{ n: number; fen: number }>(
    `select count(*)::int as n, coalesce(sum(t.amount_fen), 0)::bigint as fen from trade t join device d on d.id = t.device_id
     where t.mode = 'SHOP' and d.sn like 'SIMS-%'`,
  );
  expect(ours).toEqual({
    n: tally.accepted + tally.uploaded + figures.handedOut,
    fen: tally.acceptedFen + tally.uploadedFen + figures.handedOutFen,
  });
  // Sold by the old price while the new one held already: the cut-off till did not know.
  const late = await one<{ n: number }>(
    `select count(*)::int as n from trade_item i join trade t on t.organization_id = i.organization_id and t.id = i.trade_id
     join device d on d.id = t.device_id join shelf_price p on p.goods_id = i.goods_id and p.price_fen = 230
     where d.sn like 'SIMS-%' and i.goods_id = ${b.goods.water} and i.unit_price_fen = 200 and i.occurred_at > p.from_at`,
  );
  expect(late.n).toBeGreaterThan(0);
  await bookDues(b.app.services);
  // Nobody ever brought milk in: it was sold all the same, and waits.
  const milk = await one<{ n: number }>(
    `select count(*)::int as n from stock_due where goods_id = ${b.goods.milk} and status = 'SHORT'`,
  );
  expect(milk.n).toBeGreaterThan(0);
  const gaps = await one<{ n: number }>(
    `select count(*)::int as n from device_sequence q join device d on d.id = q.device_id and d.sn like 'SIMS-%'
     where q.stream <> 'EVENT' and q.seen <> int8multirange(int8range(1, q.last_seq + 1))`,
  );
  expect(gaps.n).toBe(0);
  expect(await checkStock(b.app.services.pool)).toEqual([]);
  expect(await checkMarket(b.app.services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});
