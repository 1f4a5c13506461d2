/** What other domains use of activities. */

// Settlement counts what a caterer is due.
export { movedOfDays, movedOfTrade } from './offers/moved-sql.ts';
