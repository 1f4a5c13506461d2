/** Lines noted in the transaction that grants them: a run broken off anywhere leaves none granted but open. */
import { type Command, cellOf, type Granted, intArray, intMatrix, type Statement } from '../../wallet/public.server.ts';
import type { Batch } from './batch-row.ts';

/** A line no longer open, or a batch no longer running, takes the chunk back. */
const note: Statement = {
  name: 'subsidy_note_granted',
  text: `with done as (
      update subsidy_item i set status = 'POSTED', posting_id = ${cellOf('i.id', 4, 5, 2, 1)}, wallet_id = ${cellOf('i.id', 4, 5, 2, 2)},
        posted_at = $3::timestamptz
      where i.organization_id = $1 and i.id = any($4::bigint[]) and i.status = 'PENDING'
      returning i.amount_fen),
    head as (
      update subsidy_batch b set posted_count = b.posted_count + s.count, posted_fen = b.posted_fen + s.fen, updated_at = $3
      from (select count(*) as count, coalesce(sum(amount_fen), 0) as fen from done) s
      where b.organization_id = $1 and b.id = $2 and b.status = 'GRANTING'
      returning 1)
    select wallet_assert_rows('subsidy_item', (select count(*) from done), $6),
      wallet_assert_rows('subsidy_batch', (select count(*) from head), 1)`,
};

/** The statement that notes what was granted; `lineIds` by request key, `at` is an ISO time. */
export function noteGranted(
  batch: Pick<Batch, 'organization_id' | 'id'>,
  lineIds: ReadonlyMap<string, number>,
  granted: readonly Granted[],
  at: string,
): Command {
  const lines = granted.map((one) => ({ id: lineIds.get(one.requestKey) ?? 0, ...one }));
  lines.sort((a, b) => a.id - b.id);
  return {
    statement: note,
    values: [
      batch.organization_id,
      batch.id,
      at,
      intArray(lines.map(({ id }) => id)),
      intMatrix(lines.map(({ postingId, walletId }) => [postingId, walletId])),
      lines.length,
    ],
  };
}
