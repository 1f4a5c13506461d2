/** What other domains use of consumption. */

// The till of a shop, filled by the domain that has shops (`services.shopTill`).
export type { ShopTill, SoldGoods } from './services.ts';

// What activities take off a swipe, filled by the domain that has them (`services.offerDesk`).
export type { HeldOffer, OfferAsked, OfferDesk } from './services.ts';

// Orders handed out by a manual charge, filled by the domain that has orders (`services.orderDesk`).
export type { OpenOrder, OrderDesk } from './services.ts';
export { itemIds, writeItems } from './trades/trade-items.ts';

// What a reversal owes to whoever paid by a code.
export { giveBackSoon } from './swipes/give-back-soon.ts';

// Above which amount what is put right needs a second person.
export { consumptionSetting } from './settings.ts';

// A terminal's days, which the close of a month counts.
export { equipmentDays } from './equipment/days.ts';
export { gapDays } from './equipment/gap-days.ts';

// Breakfast, lunch, dinner and the rest as columns of a report; the person beside rows that are added up by person.
export { withMealColumns } from './summaries/meal-columns.ts';
export { withPerson } from './summaries/with-person.ts';

// What kind of day a date is, for whoever counts meals ahead.
export { dayKind } from './pricing/day-kind.ts';
export { nationalYears, provisionalNote } from './pricing/national-days.ts';
export type { DayKind } from './pricing/price.ts';

// Which meals late records and corrections touched: whoever settles a meal settles it again.
export { mealsTouched, type TouchedMeal } from './trades/meals-touched.ts';

// The demo runs manual charges and batches of corrections at their moment.
export { runCorrectionBatch } from './correct/batch-run.ts';
export { runManualCharge } from './manual/run.ts';

// The till asks what meals reported ahead cost (`services.mealSchemes`).
export type { MealScheme, ReportedMeal, ReportsAsked, SchemeAsked, SchemeSource } from './swipes/meal-scheme.ts';

// What was eaten in many units, by whatever a report groups, out of the day totals.
export { namesOf, netOf, unitReads, unitTotals } from './units/unit-totals.ts';

// The home tells why swipes were refused.
export { conflictOf } from './offline/conflict-sql.ts';
export { conflicts } from './offline/states.ts';
