/** What a count finds, in the words of SQL: a difference is worth its part of the pool it was counted against. */
import { type RawBuilder, sql } from 'kysely';

/** Fen of the difference of a line `l`; what is found where there was nothing is priced when it is booked. */
export const diffFen: RawBuilder<number> = sql`case when l.book_qty > 0
  then round((l.counted_qty - l.book_qty)::numeric * l.book_fen / l.book_qty)::bigint else 0 end`;

/** Kilograms, litres or pieces of base units. */
export const perShown = { G: 1_000, ML: 1_000, PIECE: 1 } as const;
