/** Bounds of stored value. */

/**
 * Most a named card's main account may hold: 5,000 yuan, the bound for named single-purpose prepaid cards
 * (Ministry of Commerce, 2012). Organizations may set their own with 余额限制.
 */
export const maxBalanceFen = 500_000;
