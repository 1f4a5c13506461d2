/** Lines posted one by one through the money door, and what became of them written down. */
import type { PoolClient } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { MoneyRequest, Posted } from '../../wallet/types.ts';
import type { Batch } from './batch-row.ts';
import type { OpenLine } from './open-lines.ts';

export type PostDeps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock'>;

/** Answers of the door that say «not now»: they are not stored, and the line stays open for the next attempt. */
const passing: ReadonlySet<string> = new Set(['BUSY', 'SERVICE_CLOSING']);

export interface LineResult {
  line: OpenLine;
  posted?: Posted;
  /** Why not. */
  reason?: string;
}

async function writeReturns(deps: PostDeps, client: PoolClient, batch: Batch, done: readonly LineResult[]) {
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
export async function record(deps: PostDeps, batch: Batch, results: readonly LineResult[]): Promise<void> {
  if (results.length === 0) return;
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

/**
 * Sends `requests`, one per line, and notes the answers. @throws when the door is closing, after noting what it said:
 * the job comes again.
 */
export async function postLines(
  deps: PostDeps,
  batch: Batch,
  lines: readonly OpenLine[],
  requests: readonly MoneyRequest[],
): Promise<void> {
  if (lines.length === 0) return;
  const outcomes = await deps.wallet.submitMany(requests);
  const results: LineResult[] = [];
  let closing = false;
  outcomes.forEach((outcome, i) => {
    const line = lines[i]!;
    if (!isRefusal(outcome)) results.push({ line, posted: outcome.posted });
    else if (passing.has(outcome.code)) closing = true;
    else results.push({ line, reason: refusalMessage(outcome) });
  });
  await record(deps, batch, results);
  if (closing) throw new Error(`batch ${batch.batch_no}: the money door is closing`);
}
