/** Gives back what was set aside and forgotten: active holds past their time are voided, each under a key of its own. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../kit/server/clock.ts';
import type { HoldVoidRequest, Wallet } from './types.ts';

/** Holds voided in one run; the next run takes the rest. */
const maxHolds = 5000;

/** Answers how many were voided; one settled in between is left alone. */
export async function voidExpiredHolds(tools: { pool: Pool; clock: Clock; wallet: Wallet }): Promise<number> {
  const now = tools.clock.now();
  const { rows } = await tools.pool.query<{ organization_id: number; id: number; person_id: number }>(
    `select organization_id, id, person_id from hold where status = 'ACTIVE' and expires_at < $1 limit ${maxHolds}`,
    [isoAt(now)],
  );
  const outcomes = await tools.wallet.submitMany(
    rows.map(
      (row): HoldVoidRequest => ({
        kind: 'HOLD_VOID',
        organizationId: row.organization_id,
        requestKey: `hold-expired:${row.id}`,
        personId: row.person_id,
        occurredAt: now,
        holdId: row.id,
        expired: true,
      }),
    ),
  );
  return outcomes.filter((outcome) => 'posted' in outcome).length;
}
