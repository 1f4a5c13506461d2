/**
 * Posting by difference: a job says what a bucket should hold in all, and only what is missing is posted, under today's date. Run
 * twice, or again after a crash, it posts nothing more.
 */

import type { UnitType } from '../../../kit/define/page.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { difference, type Line } from './lines.ts';
import { type Parts, post } from './post.ts';
import type { Purse, UnitPostingKind } from './purses.ts';

export interface Bucket {
  organizationId: number;
  /** Business day of what is posted. */
  date: string;
  kind: UnitPostingKind;
  contractId: number;
  contractorId: number;
  channel: string;
  merchantNo: string;
}

interface EntryOfBucket {
  account: string;
  unit_type: UnitType | null;
  unit_id: number | null;
  purse: Purse | null;
  fen: number;
}

/** What the bucket's postings hold by account. */
async function postedIn(tx: Sql, bucket: Bucket): Promise<Line[]> {
  const { rows } = await tx.query<EntryOfBucket>(
    `select e.account, e.unit_type, e.unit_id, e.purse, sum(e.amount_fen)::bigint as fen
     from unit_posting p join unit_entry e on e.posting_id = p.id
     where p.organization_id = $1 and p.bucket_date = $2 and p.kind = $3 and p.contract_id = $4 and p.channel = $5
       and p.merchant_no = $6
     group by 1, 2, 3, 4`,
    [bucket.organizationId, bucket.date, bucket.kind, bucket.contractId, bucket.channel, bucket.merchantNo],
  );
  return rows.map(({ account, unit_type, unit_id, purse, fen }) =>
    account === 'unit'
      ? { unitType: unit_type!, unitId: unit_id!, purse: purse!, amountFen: fen }
      : { account, amountFen: fen },
  );
}

/** Takes the bucket to `want` and answers the posting's id, 0 when it was there already. The bucket's row is held until commit. */
export async function postBucket(
  parts: Parts,
  tx: Sql,
  bucket: Bucket,
  want: readonly Line[],
): Promise<number | Refusal> {
  const { organizationId, date, kind, contractId, contractorId, channel, merchantNo } = bucket;
  const key = [organizationId, date, kind, contractId, channel, merchantNo];
  await tx.query(
    `insert into unit_bucket (organization_id, business_date, source, contract_id, channel, merchant_no)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    key,
  );
  const where = `organization_id = $1 and business_date = $2 and source = $3 and contract_id = $4 and channel = $5 and merchant_no = $6`;
  const { rows } = await tx.query<{ postings: number }>(
    `select /* wall: the bucket's whole key */ postings from unit_bucket where ${where} for update`,
    key,
  );
  const lines = difference(want, await postedIn(tx, bucket));
  if (lines.length === 0) return 0;
  const n = rows[0]!.postings + 1;
  const id = await post(parts, tx, {
    requestKey: `bucket:${key.join(':')}:${n}`,
    kind,
    lines,
    organizationId,
    contractorId,
    contractId,
    bucket: { date, channel, merchantNo },
  });
  if (typeof id !== 'number') return id;
  const moved = lines.reduce((sum, { amountFen }) => sum + Math.max(0, amountFen), 0);
  await tx.query(
    `update /* wall: the bucket's whole key */ unit_bucket set postings = $7, amount_fen = amount_fen + $8 where ${where}`,
    [...key, n, moved],
  );
  return id;
}
