/** What other domains use of menus, on both sides. */

// Days of a week as every week grid counts them.
export { addDays, mondayOf, weekdayNames } from './menus/days.ts';
