/** Ordering: meals ordered ahead, handed out, and what becomes of those nobody collects. */

import type { Domain } from '../../kit/server/domain.ts';
import { sealColumn } from '../../kit/server/vault.ts';
import { type Found, keepAlerts } from '../alerts/public.server.ts';
import { ofPerson } from '../people/public.server.ts';
import { dinerRoutes } from './diner/diner-routes.ts';
import { forgetRequests } from './diner/once.ts';
import { kioskRoutes } from './kiosk/kiosk-routes.ts';
import { orderVersion } from './kiosk/order-version.ts';
import { tellUnordered, unitsTakingOrders } from './notices/tell-unordered.ts';
import { orderDesk } from './orders/charge-desk.ts';
import { ordersLeft } from './orders/orders-left.ts';
import { pickupRoutes } from './pickups/pickup-routes.ts';
import { swipesTakeOrders } from './pickups/swipe-takes.ts';
import { ordersClosed } from './rules/orders-closed.ts';
import { orderedReaches } from './rules/overlap.ts';
import { orderRules } from './settle/ledger-rules.ts';
import { turnOrderClock } from './settle/order-clock.ts';
import './tables.ts';
import { ordersToday } from './waiting.ts';

/** The clock of orders, every minute. */
const clockJob = 'order-clock';
/** Who has not ordered yet, before orders close. */
const noticeJob = 'order-notices';
/** What diners sent days ago, at night. */
const forgetJob = 'diner-requests';

export const ordering: Domain = {
  name: 'ordering',
  tables: {
    ordering_rule: { organization: 'organization_id', restaurant: 'restaurant_id' },
    order_area: { organization: 'organization_id' },
    order_address: { organization: 'organization_id' },
    meal_order: {
      organization: 'organization_id',
      department: 'department_id',
      restaurant: 'restaurant_id',
      day: 'dining_date',
    },
    meal_order_item: { organization: 'organization_id', restaurant: 'restaurant_id', day: 'dining_date' },
    meal_order_event: { organization: 'organization_id' },
    order_pickup: { organization: 'organization_id', department: ofPerson, restaurant: 'restaurant_id' },
    order_settlement: { organization: 'organization_id', restaurant: 'restaurant_id' },
    diner_app: { organization: 'organization_id' },
    diner_code: { organization: 'organization_id', department: ofPerson },
    diner_request: { organization: 'organization_id' },
    order_code_key: { organization: 'organization_id' },
  },
  build: (services) => {
    services.consumeGateway = swipesTakeOrders(services, services.consumeGateway);
    services.closeGuards.push(ordersLeft);
    services.orderDesk = orderDesk(services);
    services.ordersClosed = ordersClosed;
    services.orderedReaches = orderedReaches;
    services.orderVersion = orderVersion(services);
    services.ledgerRules?.push(...orderRules);
    services.jobs?.define(clockJob, (_data, { signal }) => turnOrderClock(services, signal));
    services.jobs?.define(noticeJob, async () => {
      const found: Found[] = [];
      for (const organizationId of await unitsTakingOrders(services))
        found.push(...(await tellUnordered(services, organizationId)));
      await keepAlerts(services, 'MEAL_UNSAID', found, 'order:');
    });
    services.jobs?.define(forgetJob, () => forgetRequests(services));
  },
  routes: (app, host) => {
    pickupRoutes(app, host);
    kioskRoutes(app, host);
    dinerRoutes(app, host);
  },
  start: async (services) => {
    services.shellBoard.registerMission('OrderMission', ordersToday);
    await services.jobs?.schedule(clockJob, '* * * * *');
    await services.jobs?.schedule(noticeJob, '2-59/5 * * * *');
    await services.jobs?.schedule(forgetJob, '40 3 * * *');
    await sealColumn(services.pool, services.vault, 'diner_app', 'id', 'secret');
    await sealColumn(services.pool, services.vault, 'order_code_key', 'organization_id', 'secret');
  },
};
