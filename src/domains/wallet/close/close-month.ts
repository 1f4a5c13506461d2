/** Month close: after it nothing is booked into the month; what comes late goes to the first open day, both dates kept. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, firstDayAfterMonth, monthOf } from '../business-day.ts';
import { runInvariants } from '../proof/run-invariants.ts';
import { walletRefusals } from '../refusals.ts';
import { periodLockKey } from '../writer/lock.ts';
import { sealClosedDays } from './seal-days.ts';

export interface ClosedMonth {
  /** First day of the month. */
  month: string;
  closedAt: string;
  sealedDays: number;
}

/**
 * Closes the month of `month` (any date in it). Refused while it is not over, while an earlier month with postings is
 * open, when it is closed already, or when an invariant is broken.
 */
export async function closeMonth(
  tools: { pool: Pool; clock: Clock; ids: Ids },
  request: { organizationId: number; month: string; operatorId: number },
): Promise<ClosedMonth | Refusal> {
  const { pool, clock } = tools;
  const { organizationId } = request;
  const month = monthOf(request.month);
  const label = month.slice(0, 7);
  if (businessDay(clock.now()) < firstDayAfterMonth(month))
    return refuse(walletRefusals.PERIOD_NOT_OVER, { month: label });
  const { breaks } = await runInvariants(tools, organizationId);
  const [first] = breaks;
  if (first)
    return refuse(walletRefusals.LEDGER_BREAK, {
      count: breaks.length,
      first: `${first.rule} ${first.subject}：${first.found}`,
    });
  const closed = await inTransaction<string | Refusal>(pool, async (client) => {
    // Alone: batches hold this key shared from deciding their dates until their commit.
    await client.query(`select pg_advisory_xact_lock(${periodLockKey})`, [organizationId]);
    const known = await client.query('select 1 from period where organization_id = $1 and month = $2', [
      organizationId,
      month,
    ]);
    if (known.rowCount) return refuse(walletRefusals.PERIOD_CLOSED, { month: label });
    const earlier = await client.query<{ month: string }>(
      `select date_trunc('month', p.business_date)::date as month from posting p
       where p.organization_id = $1 and p.business_date < $2 and not exists (
         select from period c where c.organization_id = $1 and c.month = date_trunc('month', p.business_date)::date)
       order by p.business_date limit 1`,
      [organizationId, month],
    );
    const open = earlier.rows[0];
    if (open) return refuse(walletRefusals.PERIOD_ORDER, { month: open.month.slice(0, 7) });
    // Never before a posting another node's clock dated a moment ahead.
    const { rows } = await client.query<{ closed_at: string }>(
      `insert into period (organization_id, month, closed_at, closed_by)
       select $1, $2::date, greatest($3::timestamptz, max(recorded_at)), $4 from posting
       where organization_id = $1 and business_date >= $2::date and business_date < ($2::date + interval '1 month')
       returning closed_at`,
      [organizationId, month, isoAt(clock.now()), request.operatorId],
    );
    return rows[0]?.closed_at ?? '';
  });
  if (typeof closed !== 'string') return closed;
  const sealedDays = await sealClosedDays(pool, clock, organizationId);
  return { month, closedAt: closed, sealedDays };
}
