/** Shops for tests of the market: one with its shelf by the pages alone, one at the demo school with a till and stock behind it. */
import type { Domain } from '../../kit/server/domain.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { type ConsumptionBench, consumptionBench } from '../consumption/testing.ts';
import type { DeviceAt } from '../device/public.server.ts';
import { erp, type StockBench, stockBench } from '../stock/testing.ts';
import { units } from '../tenancy/testing.ts';
import { market } from './domain.ts';
import shelfPages from './shelf/pages/goods.server.ts';
import manage from './shelf/pages/manage.server.ts';

export { sweepOrders } from './orders/sweep-orders.ts';
export { checkMarket } from './proof/invariants.ts';

export interface ShopBench extends ConsumptionBench {
  contractorId: number;
  storehouseId: number;
  till: DeviceAt;
  goods: Record<'water' | 'apples' | 'milk', number>;
  prices: Record<'water' | 'apples' | 'milk', number>;
  /** POST as the caterer; `other` is its second person. */
  caterer<T = Record<string, unknown>>(path: string, verb: string, body?: object, other?: boolean): Promise<T>;
  /** Brings goods in, base units at fen. */
  receive(goodsId: number, qty: number, amountFen: number): Promise<void>;
  stock(goodsId: number): Promise<number>;
}

export async function shopBench(): Promise<ShopBench> {
  const bench = await consumptionBench({ days: 1, share: 0.15 });
  const { app, organizationId } = bench;
  const { pool, ids } = app.services;
  const run = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;
  const [place] = await run<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, 'SHOP' as mode, s.id as "deploySiteId",
       r.id as "restaurantId", true as "placeActive"
     from restaurant r join deploy_site s on s.organization_id = r.organization_id and s.restaurant_id = r.id
     join device d on d.organization_id = s.organization_id and d.deploy_site_id = s.id
     where r.organization_id = $1 and r.kind = 'SHOP' order by d.id limit 1`,
    [organizationId],
  );
  const till = place!;
  const [caterers] = await run<{ id: number }>(
    `select unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  const contractorId = caterers!.id;
  // Those who order in the demo are left alone, and what they order every week is not made here.
  const demo = await run<{ id: number }>(
    'select person_id as id from shop_order union select person_id from standing_order',
  );
  const busy = new Set(demo.map(({ id }) => id));
  await run(`update standing_order set status = 'DISABLED'`);
  const tokens = new Map<string, Promise<string>>();
  const caterer = async <T>(path: string, verb: string, body: object = {}, other = false): Promise<T> => {
    const account = other ? 'cb-caiwu' : 'contractor';
    const ask = async () => {
      const token = tokens.get(account) ?? app.login(account);
      tokens.set(account, token);
      return (await app.post(path, verb, body, await token)).body;
    };
    let answer = await ask();
    // Days pass in these tests, sessions end meanwhile.
    if (answer.errorcode === 1001) {
      tokens.delete(account);
      answer = await ask();
    }
    if (answer.errorcode !== 0) throw new Error(`${path} ${verb}: ${answer.errormsg}`);
    return answer.data as T;
  };
  const made = async (name: string, values: object) =>
    (
      await caterer<{ id: number }>(`${erp}/goods`, 'create', {
        name,
        category: 'DRINK',
        baseUnit: 'PIECE',
        tracked: false,
        stored: 'DRY',
        supply: 'CENTRAL',
        ...values,
      })
    ).id;
  const goods = {
    water: await made('测试矿泉水', { barcode: '6901234567892' }),
    apples: await made('测试苹果', { category: 'FRUIT', baseUnit: 'G' }),
    milk: await made('测试牛奶', { category: 'DAIRY' }),
  };
  const { id: storehouseId } = await caterer<{ id: number }>(`${erp}/storehouse`, 'create', {
    name: '测试商店仓',
    kind: 'NORMAL',
    siteId: organizationId,
  });
  await run('delete from shop_shelf where contractor_id = $1 and organization_id = $2', [
    contractorId,
    organizationId,
  ]).catch(() => []);
  await run(
    `insert into shop (contractor_id, id, organization_id, name, restaurant_id, storehouse_id, delivery, scale_prefix, scale_tells, created_at, updated_at)
     values ($1, $2, $3, '测试小卖部', $4, $5, true, 21, 'AMOUNT', now(), now())
     on conflict (contractor_id, organization_id) do update set storehouse_id = excluded.storehouse_id, restaurant_id = excluded.restaurant_id,
       scale_prefix = 21, scale_tells = 'AMOUNT', delivery = true, status = 'OPEN'`,
    [contractorId, await ids.next(), organizationId, till.restaurantId, storehouseId],
  );
  const prices = { water: 0, apples: 0, milk: 0 };
  for (const [i, key] of (['water', 'apples', 'milk'] as const).entries()) {
    const [shelfId, priceId] = await ids.take(2);
    const unit = key === 'apples' ? ['斤', 500] : ['件', 1];
    await run(
      `insert into shop_shelf (contractor_id, id, organization_id, goods_id, unit_name, unit_size, by_weight, plu, limit_qty, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'ON', '2026-01-01', '2026-01-01')`,
      [
        contractorId,
        shelfId,
        organizationId,
        goods[key],
        ...unit,
        key === 'apples',
        key === 'apples' ? 7011 : null,
        key === 'milk' ? 2 : null,
      ],
    );
    await run(
      `insert into shelf_price (contractor_id, id, organization_id, goods_id, price_fen, unit_name, unit_size, from_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, '2026-01-01', '2026-01-01')`,
      [contractorId, priceId, organizationId, goods[key], [200, 599, 350][i], ...unit],
    );
    prices[key] = priceId!;
  }
  return {
    ...bench,
    diners: bench.diners.filter(({ id }) => !busy.has(id)),
    contractorId,
    storehouseId,
    till: { ...till, mode: 'SHOP' },
    goods,
    prices,
    caterer,
    receive: async (goodsId, qty, amountFen) => {
      const { id } = await caterer<{ id: number }>(`${erp}/stock_bill`, 'create', {
        kind: 'IN',
        storehouseId,
        lines: [{ goodsId, typed: qty, amountFen }],
      });
      await caterer(`${erp}/stock_bill`, 'submit', { id });
      await caterer(`${erp}/stock_bill`, 'post', { id });
    },
    stock: async (goodsId) =>
      (
        await run<{ qty: number }>('select qty from stock_balance where storehouse_id = $1 and goods_id = $2', [
          storehouseId,
          goodsId,
        ])
      )[0]?.qty ?? 0,
  };
}

/** What was refused, in one word; anything else is a fault of the test. */
export const codeOf = (outcome: object): string => {
  if (isRefusal(outcome)) return outcome.code;
  if ('suspended' in outcome && isRefusal(outcome.suspended)) return `SUSPENDED ${outcome.suspended.code}`;
  return 'posted' in outcome ? 'POSTED' : 'other';
};

export const supermarket = '/admin/contractor/supermarket';

export interface ShelfBench extends StockBench {
  /** The place of kind SHOP at the first organization. */
  restaurantId: number;
  /** One that is none. */
  canteenId: number;
  /** Opens the shop there. */
  shop(values?: Record<string, unknown>): Promise<unknown>;
  /** Gives goods a place on the shelf, priced, and puts them on. */
  sell(goodsId: number, priceFen: number, more?: Record<string, unknown>): Promise<number>;
}

export async function shelfBench(more: readonly Bound[] = [], domains: readonly Domain[] = []): Promise<ShelfBench> {
  const stock = await stockBench([...shelfPages, manage, ...more], [...domains, market]);
  const made = async (path: string, values: Record<string, unknown>) => {
    const answer = await stock.keeper.call<{ id: number }>(path, 'create', values);
    if (isRefusal(answer))
      throw new Error(`${answer.code} ${JSON.stringify(answer.params)} ${JSON.stringify(answer.fields)}`);
    return answer.id;
  };
  const place = (name: string, kind: string) =>
    made('/admin/contractor/restaurant', { organizationId: units.organization, name, kind, consumeMode: 'AMOUNT' });
  const restaurantId = await place('小卖部', 'SHOP');
  const canteenId = await place('一食堂', 'RESTAURANT');
  // A session knows the restaurants there were when it began.
  const keeper = await stock.bench.as('CONTRACTOR', units.contractor);
  return {
    ...stock,
    keeper,
    restaurantId,
    canteenId,
    shop: (values = {}) =>
      keeper.call(`${supermarket}/manage`, 'create', {
        organizationId: units.organization,
        name: '校园超市',
        restaurantId,
        storehouseId: null,
        openAt: '07:00',
        closeAt: '21:00',
        cutoffDays: 1,
        cutoffAt: '16:00',
        pickup: true,
        delivery: false,
        afterSaleHours: 48,
        scalePrefix: null,
        ...values,
      }),
    sell: async (goodsId, priceFen, values = {}) => {
      const id = await made(`${supermarket}/goods`, {
        organizationId: units.organization,
        goodsId,
        priceFen,
        ...values,
      });
      const on = await keeper.call(`${supermarket}/goods`, 'on', { id });
      if (isRefusal(on)) throw new Error(on.code);
      return id;
    },
  };
}
