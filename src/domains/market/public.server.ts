/** What others use of the market. */

// The demo subscribes and draws bills.
export { drawBill, subscribe } from './bills/draw-bill.ts';
