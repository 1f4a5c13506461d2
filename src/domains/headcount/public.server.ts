/** What other domains use of reporting meals. */

// Instants of meals: one way of counting cut-offs and meal times for whatever is settled ahead.
export { type CutOff, cutOffAt } from './rules/cut-off.ts';
export { instantOf, mealMinutes } from './rules/setting.ts';

// A meal is reported or ordered: which rules speak of the same (`services.orderedReaches`).
export { met, metWords, reportedReaches } from './rules/overlap.ts';
export type { NamedReach, Reach } from './services.ts';

// People as diners: what keeps one from a meal.
export { type Diner, dinersOf, reportMeals } from './reports/report-meals.ts';

// Orders are announced before they close as reports are.
export { stageAt } from './notices/notice-words.ts';
export { byDepartment, habitDays } from './notices/tell-unreported.ts';
export { claimNotice, type NoticeOf, writeNotices } from './notices/write-notices.ts';
export { isAway } from './absences/absent.ts';

// Diners report and take back for themselves, by the same commands as the desk.
export { cancelMeals } from './reports/cancel-meals.ts';
export { eatsByDefault, instantsOf, mealSetting, ruleFor } from './rules/setting.ts';

// The demo closes, judges and books its meals at their moments.
export { foretellMeals } from './forecast/keep.ts';
export { tellUnreported } from './notices/tell-unreported.ts';
export { bookGuests } from './guests/book-guests.ts';
export { closeAndJudge } from './settle/meal-clock.ts';

// What is foretold of a meal stands beside what was ordered of it.
export { foretold } from './summaries/foretold.ts';

// The meals to come on the unit's home.
export { nextMeals } from './summaries/next-meals.ts';
