/** Bounds of what one person may do alone. */

/**
 * A grant to one person, a return from one, or a clearing by hand up to this is booked at once (500 yuan); a larger one
 * waits for a second person.
 */
export const aloneFen = 50_000;

/** The most one grant gives one person, by form or by a row of a spreadsheet (10,000 yuan): above it stands a slip of the hand. */
export const mostPerGrantFen = 1_000_000;

/** The same in meals: about what 500 and 10,000 yuan buy. */
export const aloneMeals = 50;
export const mostPerGrantMeals = 1_000;
