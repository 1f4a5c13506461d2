/** How many days pictures and clips are kept; both sides read it. */

/** What holds until a unit says otherwise. */
export const usualDays = { passageDays: 30, checkDays: 180, pictureDays: 180, clipDays: 30 } as const;
export const leastDays = 7;
/** Two years. */
export const mostDays = 730;
