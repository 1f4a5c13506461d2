/** What others use of the market. */

// The demo counts and sends the bills at their moment, as the house does at night.
export { runBills } from './bills/run-bills.ts';
