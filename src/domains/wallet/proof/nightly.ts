/** What the money core does by itself at night: coming months' tables, tidy totals and lots, seals, and the proof. */
import type { Pool } from 'pg';
import { addDays, type Clock } from '../../../kit/server/clock.ts';
import { refreshStatistics } from '../../../kit/server/db/statistics.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { businessDay } from '../business-day.ts';
import { closeSpentLots } from '../close/close-spent-lots.ts';
import { foldDays, foldedUntil } from '../close/fold-days.ts';
import { sealClosedDays } from '../close/seal-days.ts';
import { foldAllWaiting } from '../totals/fold-waiting.ts';
import { ensureNearMonths } from '../writer/partitions.ts';
import type { LedgerRule } from './invariants.ts';
import { runInvariants } from './run-invariants.ts';

export interface NightReport {
  organizations: number;
  /** Organizations with at least one break. */
  broken: number[];
  /** Organizations whose proof did not come to an end, with why. */
  unproven: { organizationId: number; error: string }[];
}

/** Of the day totals added up here; above those of all writers. */
const nightLane = 32_001;

/** Runs for every organization with purses, one after the other; stops early when `signal` is raised. */
export async function runNight(
  tools: { pool: Pool; clock: Clock; ids: Ids; ledgerRules?: readonly LedgerRule[] },
  signal?: AbortSignal,
): Promise<NightReport> {
  const { pool, clock } = tools;
  await ensureNearMonths(pool, clock);
  await refreshStatistics(pool);
  const today = businessDay(clock.now());
  const { rows } = await pool.query<{ organization_id: number }>(
    'select distinct organization_id from rollup_account_day order by 1',
  );
  const past = addDays(today, -2);
  await foldAllWaiting(pool, nightLane);
  const report: NightReport = { organizations: 0, broken: [], unproven: [] };
  for (const { organization_id: organizationId } of rows) {
    if (signal?.aborted) return report;
    await pool.query('select wallet_merge_lanes($1, $2::date)', [organizationId, addDays(today, -1)]);
    await foldDays(pool, organizationId, past);
    await closeSpentLots(pool, organizationId, today);
    await sealClosedDays(pool, clock, organizationId);
    report.organizations += 1;
    // One organization's trouble is not the others': their proof goes on.
    await runInvariants(tools, organizationId).then(
      ({ breaks }) => breaks.length > 0 && report.broken.push(organizationId),
      (error: Error) => report.unproven.push({ organizationId, error: error.message }),
    );
  }
  // Not before every unit's days are.
  await foldedUntil(pool, past);
  return report;
}
