/** What others use of money between units. */

// The demo brings the books between units up to date every morning, as the house does.
export { settleOrganization, stateOrganization } from './settle-all.ts';

// Bank accounts of the demo cool down as the house's job lets them.
export { warmAccounts } from './banks/bank-moves.ts';
