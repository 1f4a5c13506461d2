/** Diners' online money: what came in over a channel and what went back the way it came, by business day, channel and
 * merchant. What a unit collects itself is in none of it. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { paidDirect } from '../../funding/public.server.ts';

export interface OnlineBucket {
  organizationId: number;
  kind: 'ONLINE_IN' | 'ONLINE_OUT';
  date: string;
  channel: string;
  merchantNo: string;
  /** What the diners' ledger says in all, signed as 备付 sees it. */
  wantFen: number;
  postedFen: number;
  /** When anything of it was last credited, taken back or sent back, ISO 8601. */
  movedAt: string;
}

/**
 * Days, channels and merchants whose recharges credited and original-way refunds since a day ($2) are not what the unit ledger
 * holds of them; of one organization, or of all ($1 = 0).
 */
export const onlineOpenSql = `
  with want as (
    select organization_id, 'ONLINE_IN' as kind, business_date as date, channel, merchant_no,
      sum(amount_fen) filter (where status <> 'REVERSED') as fen, max(greatest(credited_at, reversed_at)) as moved
    from recharge_order
    where channel in ('WECHAT', 'ALIPAY') and status in ('CREDITED', 'PART_REFUNDED', 'REFUNDED', 'REVERSED')
      and ($1::bigint = 0 or organization_id = $1) and business_date >= $2::date and not ${paidDirect('recharge_order')}
    group by 1, 3, 4, 5
    union all
    select f.organization_id, 'ONLINE_OUT', f.business_date, o.channel, o.merchant_no, -sum(f.amount_fen), max(f.finished_at)
    from refund_order f join recharge_order o on o.organization_id = f.organization_id and o.id = f.recharge_order_id
    where f.way = 'ORIGINAL' and f.status = 'SUCCESS' and ($1::bigint = 0 or f.organization_id = $1) and f.business_date >= $2::date
      and not ${paidDirect('o')}
    group by 1, 3, 4, 5),
  have as (
    select p.organization_id, p.kind, p.bucket_date as date, p.channel, p.merchant_no, sum(e.amount_fen) as fen
    from unit_posting p join unit_entry e on e.posting_id = p.id and e.purse = 'FLOAT'
    where p.kind in ('ONLINE_IN', 'ONLINE_OUT') and ($1::bigint = 0 or p.organization_id = $1) and p.bucket_date >= $2::date
    group by 1, 2, 3, 4, 5)
  select organization_id as "organizationId", kind, date::text as date, channel, merchant_no as "merchantNo",
    coalesce(want.fen, 0)::bigint as "wantFen", coalesce(have.fen, 0)::bigint as "postedFen",
    coalesce(want.moved, '-infinity'::timestamptz) as "movedAt"
  from want full join have using (organization_id, kind, date, channel, merchant_no)
  where coalesce(want.fen, 0) <> coalesce(have.fen, 0)
  order by kind, organization_id, date, channel, merchant_no`;

/** What of the organization is not posted yet, money that came in first. */
export async function onlineOpen(tx: Sql, organizationId: number, from: string): Promise<OnlineBucket[]> {
  return (await tx.query<OnlineBucket>(onlineOpenSql, [organizationId, from])).rows;
}

/**
 * Online money of the organization that diners have not spent and could still be sent back: what is left in each main purse came
 * from its newest credits (funding/refund/plan). Held money counts: an order or a refund under way may yet give it back.
 */
export const onlineUnspentSql = `
  with purse as (
    select person_id, balance_fen from wallet
    where organization_id = $1 and kind = 'MAIN' and status <> 'CLOSED' and balance_fen > 0),
  credit as (
    select o.person_id, o.id, case when ${paidDirect('o')} then 'DIRECT' else o.channel end as channel, o.credited_at as at, o.amount_fen - coalesce((select sum(f.amount_fen) from refund_order f
        where f.organization_id = o.organization_id and f.recharge_order_id = o.id and f.way = 'ORIGINAL' and f.status = 'SUCCESS'), 0) as fen
    from recharge_order o join purse using (person_id)
    where o.organization_id = $1 and o.status in ('CREDITED', 'PART_REFUNDED', 'REFUNDED')
    union all
    select c.person_id, 0, 'CASH', c.at, c.amount_fen from cash_deposit c join purse using (person_id)
    where c.organization_id = $1 and c.status = 'OK'),
  stacked as (
    select person_id, channel, fen, sum(fen) over (partition by person_id order by at desc, id desc) - fen as newer from credit)
  select coalesce(sum(greatest(0, least(s.fen, p.balance_fen - s.newer))), 0)::bigint as fen
  from stacked s join purse p using (person_id) where s.channel in ('WECHAT', 'ALIPAY')`;

export async function onlineUnspent(tx: Sql, organizationId: number): Promise<number> {
  return (await tx.query<{ fen: number }>(onlineUnspentSql, [organizationId])).rows[0]!.fen;
}
