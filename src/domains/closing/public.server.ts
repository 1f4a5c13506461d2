/** What others use of the closing of months. */

// The demo checks its books and closes the months behind it.
export { runCheck } from './check/ledger-check.ts';
export type { MonthCloseState } from './closing-state.ts';
export { openMonths } from './month/month-books.ts';
export { runClose } from './month/run-close.ts';
