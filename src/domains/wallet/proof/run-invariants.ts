/** Runs I1–I13 and the rules of domains above for one organization and keeps the result, for the page of checks and the month close. */
import type { Pool } from 'pg';
import type { Clock } from '../../../kit/server/clock.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { refreshStatistics } from '../../../kit/server/db/statistics.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Break, checkInvariants, type LedgerRule } from './invariants.ts';

/** A rule over a year of a large school takes seconds; one that takes this long would take for ever. */
const ruleMs = 300_000;

/** Breaks kept with a run; the count is always whole. */
const keptBreaks = 200;

export interface InvariantRun {
  id: number;
  breaks: Break[];
  postingCount: number;
}

/** @throws when a rule takes longer than `mostMsPerRule`; nothing is kept then. */
export async function runInvariants(
  tools: { pool: Pool; clock: Clock; ids: Ids; ledgerRules?: readonly LedgerRule[] },
  organizationId: number,
  mostMsPerRule = ruleMs,
): Promise<InvariantRun> {
  const { pool, clock, ids } = tools;
  const startedAt = isoAt(clock.now());
  await refreshStatistics(pool);
  const breaks = await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    // Every rule joins whole tables of the organization: row by row is never the way, whatever the planner believes.
    await client.query(`set local statement_timeout = ${mostMsPerRule}; set local work_mem = '64MB';
      set local enable_nestloop = off; set local jit = off`);
    return checkInvariants(client, organizationId, tools.ledgerRules);
  });
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from posting where organization_id = $1', [
    organizationId,
  ]);
  const id = await ids.next();
  const postingCount = rows[0]?.n ?? 0;
  await pool.query(
    `insert into invariant_run (organization_id, id, started_at, finished_at, posting_count, break_count, breaks)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      organizationId,
      id,
      startedAt,
      isoAt(clock.now()),
      postingCount,
      breaks.length,
      JSON.stringify(breaks.slice(0, keptBreaks)),
    ],
  );
  return { id, breaks, postingCount };
}
