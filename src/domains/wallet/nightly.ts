/** What the money core does by itself at night: coming months' tables, tidy totals and lots, seals, and the proof. */
import type { Pool } from 'pg';
import { addDays, type Clock } from '../../kit/server/clock.ts';
import type { Ids } from '../../kit/server/ids.ts';
import { businessDay } from './business-day.ts';
import { closeSpentLots } from './close-spent-lots.ts';
import { runInvariants } from './run-invariants.ts';
import { sealClosedDays } from './seal-days.ts';
import { ensureNearMonths } from './writer/partitions.ts';

export interface NightReport {
  organizations: number;
  /** Organizations with at least one break. */
  broken: number[];
}

/** Runs for every organization with purses, one after the other; stops early when `signal` is raised. */
export async function runNight(
  tools: { pool: Pool; clock: Clock; ids: Ids },
  signal?: AbortSignal,
): Promise<NightReport> {
  const { pool, clock } = tools;
  await ensureNearMonths(pool, clock);
  const today = businessDay(clock.now());
  const { rows } = await pool.query<{ organization_id: number }>(
    'select distinct organization_id from rollup_account_day order by 1',
  );
  const report: NightReport = { organizations: 0, broken: [] };
  for (const { organization_id: organizationId } of rows) {
    if (signal?.aborted) break;
    await pool.query('select wallet_merge_lanes($1, $2::date)', [organizationId, addDays(today, -1)]);
    await closeSpentLots(pool, organizationId, today);
    await sealClosedDays(pool, clock, organizationId);
    const { breaks } = await runInvariants(tools, organizationId);
    report.organizations += 1;
    if (breaks.length > 0) report.broken.push(organizationId);
  }
  return report;
}
