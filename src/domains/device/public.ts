/** What other domains use of devices on both sides. */

// Whether a terminal speaks against closing the month.
export { lights } from './records/light-choices.ts';

// How many days pictures and clips are kept.
export { mostDays, usualDays } from './media/retention-days.ts';
