/** Bounds of what one person may do alone. */

/**
 * A grant to one person, a return from one, or a clearing by hand up to this is booked at once (500 yuan); a larger one
 * waits for a second person.
 */
export const aloneFen = 50_000;
