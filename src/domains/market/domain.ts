/** Market: the caterers' shops with their shelves and prices, and what they owe the platform for its service. */
import type { Domain } from '../../kit/server/domain.ts';
import { billFollower } from './bills/follow-bill.ts';
import { billDue } from './bills/notice.ts';
import { openWork } from './bills/open-work.ts';
import { runBills } from './bills/run-bills.ts';
import { supplyWork } from './open-work.ts';
import { orderBooker } from './orders/channel-money.ts';
import { runStanding } from './orders/standing-orders.ts';
import { sweepOrders } from './orders/sweep-orders.ts';
import { ownRoutes } from './own/own-routes.ts';
import { checkMarket } from './proof/invariants.ts';
import './refusals.ts';
import './sale-refusals.ts';
import { bookSoon, stopBooking } from './sales/book-soon.ts';
import { goodsVersion } from './sales/goods-list.ts';
import { returnSales } from './sales/return-sales.ts';
import { saleRoutes } from './sales/sale-routes.ts';
import { recallSales } from './sales/stop-sales.ts';
import { shopTill } from './sales/till.ts';
import { followTransfers } from './sheets/follow-transfers.ts';
import './tables.ts';

/** Goods of sales that were taken back, by the minute. */
const returnsJob = 'shop-returns';
/** Orders between stock and money, and those nobody signed for, by the minute; standing orders with them. */
const ordersJob = 'shop-orders';
const billsJob = 'market-bills';

const ofCaterer = { contractor: 'contractor_id' } as const;
const ofBoth = { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } } as const;

export const market: Domain = {
  name: 'market',
  files: ['base_catalog.icon', 'base_good.image', 'goods_copy.image', 'shop_order.photo'],
  tables: {
    base_catalog: 'global',
    base_good: 'global',
    base_good_code: 'global',
    base_good_sheet: 'global',
    goods_copy: ofCaterer,
    shop: ofCaterer,
    shop_shelf: ofCaterer,
    shelf_price: ofCaterer,
    shop_order: ofBoth,
    shop_order_item: ofBoth,
    standing_order: ofBoth,
    shop_order_sheet: ofCaterer,
    shop_wave: ofBoth,
    shop_wave_line: ofCaterer,
    shop_pick_try: { organization: 'organization_id' },
    market_subscription: ofCaterer,
    subscribe_order: ofCaterer,
    subscribe_order_part: ofCaterer,
    market_ratio: ofCaterer,
  },
  build: (services) => {
    services.billFollowers?.set('MARKET_SERVICE', billFollower);
    services.jobs?.define(billsJob, () => runBills(services));
    services.shopTill = shopTill(services, () => bookSoon(services));
    services.orderBooker = orderBooker(services);
    services.transferFollower = followTransfers;
    services.recallSales = recallSales;
    services.goodsVersion = goodsVersion(services);
    services.jobs?.define(returnsJob, async () => {
      if ((await returnSales(services)) > 0) bookSoon(services);
    });
    services.jobs?.define(ordersJob, async (_data, { signal }) => {
      await sweepOrders(services, signal);
      await runStanding(services, signal);
    });
    services.stockRulesAbove.push(checkMarket);
  },
  routes: (app, host) => {
    saleRoutes(app, host);
    ownRoutes(app, host);
  },
  start: async (services) => {
    services.shellBoard.registerSubscriptionNotice(billDue);
    services.shellBoard.registerWork(supplyWork, 'CONTRACTOR');
    services.shellBoard.registerWork(openWork, 'CONTRACTOR', 'PLATFORM');
    // After the unit bills have lapsed, and once more when the business day is over.
    await services.jobs.schedule(billsJob, '30 0,5 * * *');
    await services.jobs.schedule(returnsJob, '* * * * *');
    await services.jobs.schedule(ordersJob, '* * * * *');
  },
  stop: async (services) => stopBooking(services),
};
