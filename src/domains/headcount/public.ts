/** What other domains' pages use of reporting meals. */

// Rules of ordering reach people and meals as those of reporting do.
export { mealReach } from './rules/meal-reach.ts';
