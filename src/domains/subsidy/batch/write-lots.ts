/** What a posted line leaves beside its own columns. */
import type { PoolClient } from 'pg';
import type { LineResult } from '../../../kit/server/batch/run-lines.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { LinePosted } from '../../wallet/public.server.ts';
import type { Batch } from './batch-row.ts';
import type { Line } from './open-lines.ts';

type PostedLine = LineResult<Line, LinePosted>;

/** The lot of each line that was posted; of a return its document too. In the transaction that settles the lines. */
export async function writeLots(
  deps: Pick<Services, 'ids' | 'clock'>,
  client: PoolClient,
  batch: Batch,
  done: readonly PostedLine[],
): Promise<void> {
  const posted = done.flatMap(({ line, done: answer }) => (answer ? [{ line, posted: answer.posted }] : []));
  if (posted.length === 0) return;
  await client.query(
    `update subsidy_item i set wallet_id = n.wallet_id from unnest($2::bigint[], $3::bigint[]) as n(id, wallet_id)
      where i.organization_id = $1 and i.id = n.id and i.wallet_id is null`,
    [batch.organization_id, posted.map(({ line }) => line.id), posted.map((one) => one.posted.walletId ?? null)],
  );
  if (batch.kind !== 'RETURN') return;
  const ids = await deps.ids.take(posted.length);
  const at = isoAt(deps.clock.now());
  await client.query(
    `insert into subsidy_return (organization_id, id, return_no, person_id, department_id, batch_id, return_batch_id, wallet_id,
       amount_fen, reason, maker_id, maker_name, posting_id, business_date, at, status)
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
      batch.checker_id,
      batch.checker_name || batch.maker_name,
      ids,
      posted.map(({ line }) => line.personId),
      posted.map(({ line }) => line.departmentId),
      posted.map(({ line }) => line.lotBatchId),
      posted.map(({ line }) => line.sourceWalletId),
      posted.map(({ line }) => line.amountFen),
      posted.map((result) => result.posted.postingId),
      posted.map((result) => result.posted.businessDate),
    ],
  );
}
