/** What others use of reconciliation. */

// The demo's terminals are looked at as the house does by the hour.
export { checkAllDays } from './days/check-days.ts';
// What the demo's clerk finds on the bank's statement.
export { bankShould } from './banks/bank-chain.ts';
export { followMonths } from './months/follow-months.ts';
