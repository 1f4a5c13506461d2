/** Lines noted in the transaction that grants them: a run broken off anywhere leaves none granted but open. */
import { type Command, type Granted, intArray, type Statement } from '../../wallet/public.server.ts';
import type { Batch } from './batch-row.ts';

/** A line no longer open, or a batch no longer running, takes the chunk back. */
const note: Statement = {
  name: 'subsidy_note_granted',
  text: `with done as (
      update subsidy_item i set status = 'POSTED', posting_id = n.posting_id, wallet_id = n.wallet_id,
        posted_at = $3::timestamptz
      from unnest($4::bigint[], $5::bigint[], $6::bigint[]) as n(id, posting_id, wallet_id)
      where i.organization_id = $1 and i.id = n.id and i.status = 'PENDING'
      returning i.amount_fen),
    head as (
      update subsidy_batch b set posted_count = b.posted_count + s.count, posted_fen = b.posted_fen + s.fen, updated_at = $3
      from (select count(*) as count, coalesce(sum(amount_fen), 0) as fen from done) s
      where b.organization_id = $1 and b.id = $2 and b.status = 'GRANTING'
      returning 1)
    select wallet_assert_rows('subsidy_item', (select count(*) from done), $7),
      wallet_assert_rows('subsidy_batch', (select count(*) from head), 1)`,
};

/** The statement that notes what was granted; `lineIds` by request key, `at` is an ISO time. */
export function noteGranted(
  batch: Pick<Batch, 'organization_id' | 'id'>,
  lineIds: ReadonlyMap<string, number>,
  granted: readonly Granted[],
  at: string,
): Command {
  return {
    statement: note,
    values: [
      batch.organization_id,
      batch.id,
      at,
      intArray(granted.map((one) => lineIds.get(one.requestKey) ?? 0)),
      intArray(granted.map((one) => one.postingId)),
      intArray(granted.map((one) => one.walletId)),
      granted.length,
    ],
  };
}
