/** Seals the days of closed months: a hash over each day's ledger lines, chained to the day before. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';

/**
 * Seals every day of a closed month that has postings and no seal yet, oldest first; answers how many. Can be repeated:
 * what a crash left unsealed is sealed by the next run.
 */
export async function sealClosedDays(pool: Pool, clock: Clock, organizationId: number): Promise<number> {
  const { rows: days } = await pool.query<{ day: string }>(
    `select distinct p.business_date as day from posting p
     join period c on c.organization_id = p.organization_id and c.month = date_trunc('month', p.business_date)::date
     where p.organization_id = $1 and not exists (
       select from ledger_seal s where s.organization_id = p.organization_id and s.business_date = p.business_date)
     order by 1`,
    [organizationId],
  );
  for (const { day } of days) {
    await pool.query(
      `insert into ledger_seal (organization_id, business_date, sealed_at, posting_count, entry_count, sums, entries_hash,
         previous_hash, chain_hash)
       select $1, $2::date, $3, d.posting_count, d.entry_count, d.sums, d.entries_hash, b.before,
         encode(sha256(convert_to(b.before || $2::date || d.entries_hash, 'UTF8')), 'hex')
       from wallet_day_digest($1, $2::date) d,
         (select coalesce((select chain_hash from ledger_seal where organization_id = $1 and business_date < $2::date
           order by business_date desc limit 1), '') as before) b
       on conflict do nothing`,
      [organizationId, day, isoAt(clock.now())],
    );
  }
  return days.length;
}
