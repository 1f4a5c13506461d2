/** What others use of the market. */

// The demo counts and sends the bills at their moment, as the house does at night.
export { runBills } from './bills/run-bills.ts';

// The demo books what it has sold before it sets its clock back.
export { stopBooking } from './sales/book-soon.ts';
