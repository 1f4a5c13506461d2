/** What others use of ordering. */

// The demo lives some days of orders.
export { turnUnit } from './settle/order-clock.ts';
