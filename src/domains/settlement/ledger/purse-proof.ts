import { sql } from 'kysely';

/** Balance and version of each purse of the unit `b` against its entries: U2 and U3 of this unit, as the row is read. */
export const purseProof = sql<'OK' | 'BREAK'>`case when exists (
  select 1 from unit_wallet w cross join lateral (
    select coalesce(sum(e.amount_fen), 0) as fen, count(*) as entries from unit_entry e
    where e.account = 'unit' and e.unit_type = w.unit_type and e.unit_id = w.unit_id and e.purse = w.purse) of_it
  where w.unit_type = b.unit_type and w.unit_id = b.unit_id and (w.balance_fen <> of_it.fen or w.version <> of_it.entries))
  then 'BREAK' else 'OK' end`;
