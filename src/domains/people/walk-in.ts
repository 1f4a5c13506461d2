/** People without a card who pay by their phone's code: their trades name no person. */
import { sql } from 'kysely';

export const walkInName = '散客';

/** Name of a trade's or posting's person, joined as `p`. */
export const personOrWalkIn = sql<string>`coalesce(p.name, ${sql.lit(walkInName)})`;
