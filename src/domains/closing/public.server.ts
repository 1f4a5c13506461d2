/** What others use of the closing of months. */

// The demo checks its books and closes the months behind it.
// Rules of the ledger in the clerk's words.
export { ruleWords } from './check/rule-words.ts';

export { runCheck } from './check/ledger-check.ts';
export type { MonthCloseState } from './closing-state.ts';
export { openMonths } from './month/month-books.ts';
export { runClose } from './month/run-close.ts';

// The papers of a month, for whoever packs them with more.
export { monthBooks } from './month/month-books.ts';
export { monthPapers, type Paper, paperWorkbook } from './month/month-pack.ts';
