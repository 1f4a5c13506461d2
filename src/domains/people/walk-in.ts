/** People without a card who pay by their phone's code: their trades name no person. */
import { sql } from 'kysely';

export const walkInName = '散客';

export const guestName = '客餐';

/** Name of a trade's (`t`) person, joined as `p`; guests of a department, who have none, by what they are. */
export const personOrGuest = sql<string>`coalesce(p.name, case when t.attendance = 'ORDERED_EATEN' then ${sql.lit(guestName)}
  else ${sql.lit(walkInName)} end)`;

/** Name of a trade's or posting's person, joined as `p`. */
export const personOrWalkIn = sql<string>`coalesce(p.name, ${sql.lit(walkInName)})`;
