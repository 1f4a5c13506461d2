/** The chain of day seals: each day's digest again, and each link to the day before. */
import type { Services } from '../../../kit/server/context.ts';

export interface SealState {
  days: number;
  /** Days whose lines changed since, or whose link is broken. */
  broken: number;
  first: string | null;
  last: string | null;
}

/** Verifies the seals of `from`–`to`, or all; reads the ledger lines of those days. */
export async function verifySeals(
  services: Pick<Services, 'pool'>,
  organizationId: number,
  range: { from: string; to: string } | null = null,
): Promise<SealState> {
  const { rows } = await services.pool.query<SealState>(
    `select count(*)::int as days, min(s.business_date) as first, max(s.business_date) as last,
       count(*) filter (where s.previous_hash <> s.before or d.entries_hash <> s.entries_hash or d.entry_count <> s.entry_count
         or s.chain_hash <> encode(sha256(convert_to(s.previous_hash || s.business_date || s.entries_hash, 'UTF8')), 'hex'))::int
         as broken
     from (select *, coalesce(lag(chain_hash) over (order by business_date), '') as before
           from ledger_seal where organization_id = $1) s
     cross join lateral wallet_day_digest(s.organization_id, s.business_date) d
     where $2::date is null or s.business_date between $2::date and $3::date`,
    [organizationId, range?.from ?? null, range?.to ?? null],
  );
  return rows[0]!;
}
