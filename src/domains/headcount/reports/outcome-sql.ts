/** Where a report `r` stands among the figures of the summaries, as an expression. */
import { sql } from 'kysely';

export const outcomeOf = sql<string>`case when r.status = 'CANCELLED' then 'CANCELLED' when r.fate = '' then 'WAITING'
  when r.fate in ('EATEN', 'UNCLEAR') then r.fate else 'MISSED' end`;
