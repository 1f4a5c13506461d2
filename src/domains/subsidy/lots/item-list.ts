/** Lines of batches with what became of each lot: spent, cleared, returned, left. For lists of single people's grants. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';

/** Lines with their batch, person and lot. */
export function itemsFrom(db: Db) {
  return db
    .selectFrom('subsidy_item as i')
    .innerJoin('subsidy_batch as b', (on) =>
      on.onRef('b.organization_id', '=', 'i.organization_id').onRef('b.id', '=', 'i.batch_id'),
    )
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.person_id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.department_id'),
    )
    .leftJoin('subsidy_rule as r', (on) =>
      on.onRef('r.organization_id', '=', 'b.organization_id').onRef('r.id', '=', 'b.rule_id'),
    )
    .leftJoin('wallet as w', (on) =>
      on.onRef('w.organization_id', '=', 'i.organization_id').onRef('w.id', '=', 'i.wallet_id'),
    );
}

/** What left a lot by postings of these kinds, their reversals taken out; of the rows shown only. */
export const movedOut = (...kinds: readonly string[]): RawBuilder<number> => sql<number>`(
  select -coalesce(sum(e.amount_fen), 0)::bigint from ledger_entry e
    join posting g on g.organization_id = e.organization_id and g.id = e.posting_id and g.business_date = e.business_date
   where e.organization_id = i.organization_id and e.wallet_id = i.wallet_id and e.wallet_id <> 0
     and (g.kind = any(${kinds}::text[]) or g.reverses_kind = any(${kinds}::text[])))`;

/**
 * State of a line without regard to its last day. A lot is frozen and thawed with its person's account; an empty one is
 * named after the last thing that emptied it.
 */
export const itemState: RawBuilder<string> = sql<string>`case
  when b.status = 'VOID' then 'VOID'
  when i.status <> 'POSTED' then i.status
  when w.balance_fen > 0 then case w.status when 'FROZEN' then 'FROZEN' else 'ACTIVE' end
  else coalesce((select case g.kind when 'SUBSIDY_CLEAR' then 'CLEARED' when 'SUBSIDY_RETURN' then 'RETURNED' else 'USED_UP' end
     from ledger_entry e
     join posting g on g.organization_id = e.organization_id and g.id = e.posting_id and g.business_date = e.business_date
    where e.organization_id = w.organization_id and e.wallet_id = w.id and e.wallet_version = w.version and e.wallet_id <> 0), 'USED_UP')
  end`;

/** What is ACTIVE past its last day has ended. `today` is the business day. */
export function stateOn(today: string, state: unknown, expiresOn: unknown): unknown {
  return state === 'ACTIVE' && typeof expiresOn === 'string' && expiresOn < today ? 'EXPIRED' : state;
}
