/** What others use of money between units. */

// The demo brings the books between units up to date every morning, as the house does.
export { settleOrganization } from './settle-all.ts';
