/** What others use of ordering. */

// The demo's people are bound in the units' apps.
export { bindByCode } from './diner/app-keys.ts';

// The demo lives some days of orders, and its terminal hands them out.
export { takeByRecord } from './pickups/pickup-records.ts';
export { turnUnit } from './settle/order-clock.ts';

// The meals to come on the unit's home.
export { ordersAhead } from './reports/orders-ahead.ts';

// Further calls of diners in their apps, and who stands before a terminal: the shop takes orders of both.
export { dinerCalls, toldOfDiner } from './diner/diner-calls.ts';
export { dinerBefore } from './kiosk/identify-diner.ts';
export type { Self } from './diner/signers.ts';

// Coupons taken off orders, filled by the domain that has them (`services.orderCoupons`).
export type { CouponAsked, OrderCoupons, OrderKey } from './services.ts';
