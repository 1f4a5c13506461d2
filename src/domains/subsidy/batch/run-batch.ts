/**
 * 执行 of an approved batch as a job: 1,000 lines at a time through the money door, each under a key of its own, so that a
 * run killed anywhere goes on without posting a line twice. The counts of the header follow the lines.
 */
import type { PoolClient } from 'pg';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { MoneyRequest, Posted } from '../../wallet/types.ts';
import { type Batch, readBatch } from './batch-row.ts';
import { keyOfLine, type LineCursor, type OpenLine, openLines, overtakenLines } from './open-lines.ts';

export type RunDeps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock'>;

/** Answers of the door that say «not now»: they are not stored, and the line stays open for the next attempt. */
const passing: ReadonlySet<string> = new Set(['BUSY', 'SERVICE_CLOSING']);

function requestOf(batch: Batch, line: OpenLine, now: number): MoneyRequest {
  const today = dateAt(now);
  const base = {
    organizationId: batch.organization_id,
    requestKey: keyOfLine(batch, line),
    personId: line.personId,
    occurredAt: now,
    ...(batch.auditor_id === null ? {} : { operatorId: batch.auditor_id }),
    reason: batch.kind === 'GRANT' ? batch.name : batch.reason || batch.name,
    sourceType: 'subsidy_batch',
    sourceId: batch.id,
  };
  if (batch.kind === 'RETURN')
    return {
      kind: 'SUBSIDY_RETURN',
      ...base,
      amountFen: line.amountFen,
      ...(line.sourceWalletId === null ? {} : { walletId: line.sourceWalletId }),
    };
  return {
    kind: 'SUBSIDY_GRANT',
    ...base,
    // A grant at 00:05 of the first belongs to the first, though the canteen's day has not turned yet.
    businessDate: today,
    amountFen: line.amountFen,
    batchId: batch.id,
    ...(batch.rule_id === null ? {} : { ruleId: batch.rule_id }),
    ...(batch.expires_on === null ? {} : { expiresOn: batch.expires_on }),
    spendOrder: batch.spend_order,
  };
}

export interface LineResult {
  line: OpenLine;
  posted?: Posted;
  /** Why not. */
  reason?: string;
}

async function writeReturns(deps: RunDeps, client: PoolClient, batch: Batch, done: readonly LineResult[]) {
  const posted = done.filter((result) => result.posted !== undefined);
  if (batch.kind !== 'RETURN' || posted.length === 0) return;
  const ids = await deps.ids.take(posted.length);
  const at = isoAt(deps.clock.now());
  await client.query(
    `insert into subsidy_return (organization_id, id, return_no, person_id, department_id, batch_id, return_batch_id, wallet_id,
       amount_fen, reason, operator_id, operator_name, posting_id, business_date, at, status)
     select $1, n.id, 'TB' || to_char($2::timestamptz at time zone 'Asia/Shanghai', 'YYYYMMDD') || n.id, n.person_id,
       n.department_id, n.batch_id, $3, n.wallet_id, n.fen, $4, $5, $6, n.posting_id, n.business_date, $2, 'OK'
     from unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
       $14::date[]) as n(id, person_id, department_id, batch_id, wallet_id, fen, posting_id, business_date)
     on conflict (organization_id, posting_id) do nothing`,
    [
      batch.organization_id,
      at,
      batch.id,
      batch.reason || batch.name,
      batch.auditor_id,
      batch.auditor_name ?? batch.creator_name,
      ids,
      posted.map(({ line }) => line.personId),
      posted.map(({ line }) => line.departmentId),
      posted.map(({ line }) => line.lotBatchId),
      posted.map(({ line }) => line.sourceWalletId),
      posted.map(({ line }) => line.amountFen),
      posted.map((result) => result.posted?.postingId),
      posted.map((result) => result.posted?.businessDate),
    ],
  );
}

/** Writes down what became of lines still open, and lets the header follow. */
async function record(deps: RunDeps, batch: Batch, results: readonly LineResult[]): Promise<void> {
  const at = isoAt(deps.clock.now());
  await inTransaction(deps.pool, async (client) => {
    await client.query(
      `with done as (
         update subsidy_item i set status = n.status, reason = n.reason, posting_id = n.posting_id,
           wallet_id = n.wallet_id, posted_at = case when n.posting_id is null then null else $3::timestamptz end
         from unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
           as n(id, status, reason, posting_id, wallet_id)
         where i.organization_id = $1 and i.id = n.id and i.status = 'PENDING'
         returning i.status, i.amount_fen)
       update subsidy_batch b set
         posted_count = b.posted_count + s.posted, posted_fen = b.posted_fen + s.posted_fen,
         failed_count = b.failed_count + s.failed, failed_fen = b.failed_fen + s.failed_fen, updated_at = $3
       from (select count(*) filter (where status = 'POSTED') as posted, count(*) filter (where status = 'FAILED') as failed,
               coalesce(sum(amount_fen) filter (where status = 'POSTED'), 0) as posted_fen,
               coalesce(sum(amount_fen) filter (where status = 'FAILED'), 0) as failed_fen from done) s
       where b.organization_id = $1 and b.id = $2`,
      [
        batch.organization_id,
        batch.id,
        at,
        results.map(({ line }) => line.id),
        results.map(({ posted }) => (posted ? 'POSTED' : 'FAILED')),
        results.map(({ reason }) => reason ?? ''),
        results.map(({ posted }) => posted?.postingId ?? null),
        results.map(({ posted }) => posted?.walletId ?? null),
      ],
    );
    await writeReturns(deps, client, batch, results);
  });
}

/** What the door and the rules say of each line. @throws when the door is closing: the job comes again. */
async function postLines(deps: RunDeps, batch: Batch, lines: readonly OpenLine[]): Promise<LineResult[]> {
  const reasons = await overtakenLines(deps, batch, lines);
  const results: LineResult[] = [];
  const open = lines.filter((line) => !reasons.has(line.id));
  for (const line of lines) {
    const reason = reasons.get(line.id);
    if (reason) results.push({ line, reason });
  }
  const now = deps.clock.now();
  const outcomes = await deps.wallet.submitMany(open.map((line) => requestOf(batch, line, now)));
  const closing = outcomes.some((outcome) => isRefusal(outcome) && passing.has(outcome.code));
  outcomes.forEach((outcome, i) => {
    const line = open[i]!;
    if (!isRefusal(outcome)) results.push({ line, posted: outcome.posted });
    else if (!passing.has(outcome.code)) results.push({ line, reason: refusalMessage(outcome) });
  });
  if (closing) {
    await record(deps, batch, results);
    throw new Error(`batch ${batch.batch_no}: the money door is closing`);
  }
  return results;
}

/**
 * One pass over the open lines; answers how many there were. While one thousand is being noted the next is posted
 * already: killed in between, both are found again by their keys.
 */
async function pass(deps: RunDeps, organizationId: number, batchId: number, signal: AbortSignal): Promise<number> {
  let count = 0;
  let after: LineCursor = { lineNo: 0, id: 0 };
  let noting: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const batch = await readBatch(deps.pool, organizationId, batchId);
      if (batch?.status !== 'GRANTING') return 0;
      if (signal.aborted) throw new Error(`batch ${batch.batch_no} was interrupted`);
      const lines = await openLines(deps, batch, after);
      const last = lines.at(-1);
      if (!last) return count;
      count += lines.length;
      after = last;
      const results = await postLines(deps, batch, lines);
      await noting;
      noting = record(deps, batch, results);
      // Looked at before the next one; until then a failure must not count as unseen.
      noting.catch(() => undefined);
    }
  } finally {
    await noting;
  }
}

/** Moves an approved batch whose day has come into GRANTING. */
async function begin(deps: RunDeps, organizationId: number, batchId: number): Promise<Batch | undefined> {
  const now = deps.clock.now();
  await deps.pool.query(
    `update subsidy_batch set status = 'GRANTING', started_at = coalesce(started_at, $3), updated_at = $3, version = version + 1
      where organization_id = $1 and id = $2 and status = 'APPROVED' and grant_on <= $4`,
    [organizationId, batchId, isoAt(now), dateAt(now)],
  );
  const batch = await readBatch(deps.pool, organizationId, batchId);
  return batch?.status === 'GRANTING' ? batch : undefined;
}

/**
 * Runs an approved batch to its end (GRANTED, or PART_FAILED with lines to retry). Before its day and in any other
 * state it does nothing. @throws when `signal` ends it; the next run goes on behind the last line written.
 */
export async function runBatch(
  deps: RunDeps,
  organizationId: number,
  batchId: number,
  signal: AbortSignal,
): Promise<void> {
  if (!(await begin(deps, organizationId, batchId))) return;
  // Lines of a retry may lie before the cursor: over means that a whole pass found none.
  while ((await pass(deps, organizationId, batchId, signal)) > 0);
  await deps.pool.query(
    `update subsidy_batch set status = case when failed_count = 0 then 'GRANTED' else 'PART_FAILED' end,
       stop_requested = false, finished_at = $3, updated_at = $3, version = version + 1
      where organization_id = $1 and id = $2 and status = 'GRANTING' and posted_count + failed_count = total_count`,
    [organizationId, batchId, isoAt(deps.clock.now())],
  );
}
