/**
 * FEE: what channels kept of diners' recharges, as their bills say, out of 待结算 of who bears it; diners' money bears none of it.
 * By difference: a bill that says another fee than the one before posts what is between them.
 */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { paidDirect } from '../../funding/public.server.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { UnitPurse } from '../ledger/lines.ts';
import { postBucket } from '../ledger/post-bucket.ts';
import { channelAccount } from '../online/post-online.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

export interface FeeBucket {
  organizationId: number;
  date: string;
  channel: string;
  merchantNo: string;
  wantFen: number;
  postedFen: number;
  /** When a bill of the day was read last, ISO 8601. */
  movedAt: string;
}

/** Fees that are not what the ledger has of them, of one organization or all (0), since a business day. */
export async function feesOpen(tx: Sql, organizationId: number, from: string): Promise<FeeBucket[]> {
  const { rows } = await tx.query<FeeBucket>(
    `with want as (
       select organization_id, business_date as date, channel, merchant_no, sum(fee_fen) as fen from recharge_order
       where channel in ('WECHAT', 'ALIPAY') and status in ('CREDITED', 'PART_REFUNDED', 'REFUNDED') and fee_fen <> 0
         and ($1::bigint = 0 or organization_id = $1) and business_date >= $2::date
         and not ${paidDirect('recharge_order')}
       group by 1, 2, 3, 4),
     have as (
       select p.organization_id, p.bucket_date as date, p.channel, p.merchant_no, sum(e.amount_fen) as fen
       from unit_posting p join unit_entry e on e.posting_id = p.id and e.account <> 'unit'
       where p.kind = 'FEE' and ($1::bigint = 0 or p.organization_id = $1) and p.bucket_date >= $2::date
       group by 1, 2, 3, 4)
     select /* wall: the house books every unit */ o.*, coalesce((select max(b.created_at) from merchant_bill b
         where b.channel = o.channel and b.day between o.date::date and o.date::date + 1), '-infinity'::timestamptz) as "movedAt"
     from (select organization_id as "organizationId", date::text as date, channel, merchant_no as "merchantNo",
         coalesce(want.fen, 0)::bigint as "wantFen", coalesce(have.fen, 0)::bigint as "postedFen"
       from want full join have using (organization_id, date, channel, merchant_no)
       where coalesce(want.fen, 0) <> coalesce(have.fen, 0)) o order by 1, 2, 3, 4`,
    [organizationId, from],
  );
  return rows;
}

/** Who bears the bucket: as it was when the first of it was booked, and the rule of today for a new one. */
async function bearer(tx: Sql, { organizationId, date, channel, merchantNo }: FeeBucket): Promise<UnitPurse> {
  const { rows } = await tx.query<{ type: UnitPurse['unitType'] }>(
    `select coalesce((select e.unit_type from unit_posting p join unit_entry e on e.posting_id = p.id and e.account = 'unit'
         where p.organization_id = $1 and p.bucket_date = $2 and p.kind = 'FEE' and p.channel = $3 and p.merchant_no = $4
         order by p.id limit 1),
       (select /* wall: one row for the house */ fee_bearer from withdrawal_rule limit 1), 'PLATFORM') as type`,
    [organizationId, date, channel, merchantNo],
  );
  const unitType = rows[0]!.type;
  return { unitType, unitId: unitType === 'PLATFORM' ? platformUnitId : organizationId, purse: 'PENDING' };
}

/** Posts what is missing since the business day `from`; answers how many postings. */
export async function postFees(tools: Tools, organizationId: number, from: string): Promise<number> {
  const open = await feesOpen(tools.pool, organizationId, from);
  for (const fee of open)
    await inTransaction(tools.pool, async (tx) => {
      const { date, channel, merchantNo, wantFen } = fee;
      const bucket = {
        organizationId,
        date,
        kind: 'FEE' as const,
        contractId: 0,
        contractorId: 0,
        channel,
        merchantNo,
      };
      const id = await postBucket(tools, tx, bucket, [
        { account: channelAccount(channel, merchantNo), amountFen: wantFen },
        { ...(await bearer(tx, fee)), amountFen: -wantFen },
      ]);
      if (isRefusal(id)) throw new Error(`FEE of ${organizationId} on ${date}: ${id.code}`);
    });
  return open.length;
}
