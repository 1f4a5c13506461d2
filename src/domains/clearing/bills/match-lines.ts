/**
 * Holds a bill's lines against orders, meals and refunds of all units at once: our number ends in the id, so nothing needs to know
 * whose it is. A line is matched by number, amount and merchant; nothing is ever booked by its amount alone.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface BillKey {
  id: number;
  channel: string;
  kind: string;
  merchantNo: string;
  day: string;
}

const booked = `('CREDITED', 'PART_REFUNDED', 'REFUNDED')`;

/** Payments: by our number, of diners and of units' bills, else by the channel's number somebody typed at a counter. */
const payments = `
  update /* wall: lines of all units */ merchant_bill_line l
  set organization_id = r.organization_id, ref_type = r.ref_type, ref_id = r.ref_id, our_fen = r.our_fen, state = r.state
  from (
    select l.row_no, coalesce(o.organization_id, t.organization_id, c.organization_id) as organization_id,
      case when o.id is not null or c.id is not null then 'RECHARGE' when t.id is not null then 'MEAL' when u.id is not null then 'UNIT_BILL' else '' end as ref_type,
      coalesce(o.id, t.id, c.id, u.id) as ref_id, coalesce(o.amount_fen, t.amount_fen, c.amount_fen, u.amount_fen) as our_fen,
      case
        when o.id is null and t.id is null and c.id is null and u.id is null then 'ORPHAN'
        when coalesce(o.amount_fen, t.amount_fen, c.amount_fen, u.amount_fen) <> l.amount_fen then 'AMOUNT'
        when o.status = 'REVERSED' or t.status = 'CLOSED' then 'REVERSED'
        when o.id is not null and o.status in ${booked} and o.channel_no <> l.channel_no
          or t.id is not null and t.status = 'SUCCESS' and t.channel_no <> l.channel_no
          then case when exists (select from merchant_bill_line x join merchant_bill b on b.id = x.bill_id and b.current
            where x.channel_no = coalesce(o.channel_no, t.channel_no) and x.type = 'PAYMENT') then 'DUPLICATE' else 'NUMBER' end
        when $5 and coalesce(o.merchant_no, t.merchant_no, '') not in ('', $3) then 'NUMBER'
        when o.id is not null and o.status not in ${booked} or t.id is not null and t.status <> 'SUCCESS'
          or u.id is not null and u.status in ('WAITING', 'CLOSED', 'DENIED') then 'UNCREDITED'
        when (coalesce(o.paid_at, t.paid_at, c.paid_at) at time zone 'Asia/Shanghai')::date <> l.day then 'OTHER_DAY'
        else 'MATCHED' end as state
    from merchant_bill_line l
    left join recharge_order o on o.order_no = l.out_no and o.channel = l.channel
    left join third_trade t on t.trade_no = l.out_no and t.channel = l.channel
    left join recharge_order c on o.id is null and t.id is null and c.channel_no = l.channel_no and c.channel = l.channel
      and c.posting_id is not null
    left join unit_bill_payment u on o.id is null and t.id is null and u.order_no = l.out_no and u.channel = l.channel
    where l.day = $2::date and l.bill_id = $1 and l.type = 'PAYMENT' and l.channel = $4 and l.state <> 'MATCHED') r
  where l.day = $2::date and l.bill_id = $1 and l.row_no = r.row_no`;

/** Refunds: those of orders and meals, and those with which money without an order went back. */
const refunds = `
  update /* wall: lines of all units */ merchant_bill_line l
  set organization_id = r.organization_id, ref_type = r.ref_type, ref_id = r.ref_id, our_fen = r.our_fen, state = r.state
  from (
    select l.row_no, coalesce(t.organization_id, a.organization_id) as organization_id,
      case when t.id is not null then 'REFUND' when a.id is not null then 'ABNORMAL' else '' end as ref_type,
      coalesce(t.id, a.id) as ref_id, coalesce(t.amount_fen, a.amount_fen) as our_fen,
      case
        when t.id is null and a.id is null then 'REFUND_ORPHAN'
        when coalesce(t.amount_fen, a.amount_fen) <> l.amount_fen then 'AMOUNT'
        when t.id is not null and t.channel_no <> l.channel_no then 'NUMBER'
        when t.id is not null and t.status <> 'SUCCESS' then 'REFUND_OPEN'
        when t.id is not null and (t.finished_at at time zone 'Asia/Shanghai')::date <> l.day then 'OTHER_DAY'
        else 'MATCHED' end as state
    from merchant_bill_line l
    left join third_refund t on t.refund_no = l.out_refund_no and t.channel = l.channel
    left join abnormal_trade a on t.id is null and a.refund_no = l.out_refund_no and a.refund_no <> ''
    where l.day = $2::date and l.bill_id = $1 and l.type = 'REFUND' and l.channel = $3 and l.state <> 'MATCHED') r
  where l.day = $2::date and l.bill_id = $1 and l.row_no = r.row_no`;

/** Gives every line that is not matched yet its state. */
export async function matchLines(tx: Sql, bill: BillKey): Promise<void> {
  // An account's number is not the application's that orders carry: only one of the channels states the merchant in its lines.
  const stated = bill.channel === 'WECHAT';
  await tx.query(payments, [bill.id, bill.day, bill.merchantNo, bill.channel, stated]);
  await tx.query(refunds, [bill.id, bill.day, bill.channel]);
}

export interface MissingRef {
  kind: 'MISSING' | 'REFUND_MISSING';
  refType: 'RECHARGE' | 'MEAL' | 'REFUND';
  refId: number;
  organizationId: number;
  no: string;
  channelNo: string;
  amountFen: number;
  personName: string;
  at: string;
  /** Close to a midnight behind which the bill is not read yet: no difference so far. */
  transit: boolean;
}

/** Around a midnight this long, a payment may stand in the bill of the other day. */
const aroundMidnight = '30 minutes';

/** Of the named, those that stand in a bill of the days around `day`: one number at a time, so that few cost few look-ups. */
async function readAround(tx: Sql, day: string, named: readonly MissingRef[]): Promise<ReadonlySet<number>> {
  const line = (
    type: string,
    number: string,
  ) => `exists (select /* wall: bills of the platform */ from merchant_bill_line l
    join merchant_bill b on b.id = l.bill_id and b.current and b.kind = 'TRADE'
    where l.day between $1::date - 1 and $1::date + 1 and l.type = '${type}' and ${number})`;
  const { rows } = await tx.query<{ at: number }>(
    `select /* wall: bills of the platform */ (n.at - 1)::int as at
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as n (kind, no, channel_no, at)
     where case when n.kind = 'MISSING'
       then ${line('PAYMENT', `l.out_no = n.no and l.out_no <> ''`)} or ${line('PAYMENT', 'l.channel_no = n.channel_no')}
       else ${line('REFUND', `l.out_refund_no = n.no and l.out_refund_no <> ''`)} end`,
    [day, named.map(({ kind }) => kind), named.map(({ no }) => no), named.map(({ channelNo }) => channelNo)],
  );
  return new Set(rows.map(({ at }) => at));
}

/**
 * What is booked here on the bill's day under its merchant number and stands in no bill of the days around. A bill names its
 * merchant in another number than orders do where it names an account: those of the orders it matched are meant as well. Its own
 * lines are held against all of them; bills of other numbers and days are asked for the rest alone, however many they are.
 */
export async function missingLines(tx: Sql, bill: BillKey): Promise<MissingRef[]> {
  const { rows } = await tx.query<MissingRef>(
    `with bounds as (select ($3::date::timestamp at time zone 'Asia/Shanghai') as f, (($3::date + 1)::timestamp at time zone 'Asia/Shanghai') as t),
     merchants as (
       select $4 as no union
       select distinct coalesce(o.merchant_no, t.merchant_no) from merchant_bill_line l
         left join recharge_order o on l.ref_type = 'RECHARGE' and o.organization_id = l.organization_id and o.id = l.ref_id
         left join third_trade t on l.ref_type = 'MEAL' and t.organization_id = l.organization_id and t.id = l.ref_id
       where l.day = $3::date and l.bill_id = $1 and l.ref_type in ('RECHARGE', 'MEAL')),
     ours as (
       select 'MISSING' as kind, 'RECHARGE' as "refType", o.id as "refId", o.organization_id as "organizationId", o.order_no as no,
         o.channel_no as "channelNo", o.amount_fen as "amountFen", p.name as "personName", o.paid_at as at
       from bounds, recharge_order o join person p on p.organization_id = o.organization_id and p.id = o.person_id
       where o.channel = $2 and o.credited_via is not null and o.status in ('CREDITED', 'REVERSED', 'PART_REFUNDED', 'REFUNDED')
         and o.paid_at >= bounds.f and o.paid_at < bounds.t and o.merchant_no in (select no from merchants)
       union all
       select 'MISSING', 'MEAL', t.id, t.organization_id, t.trade_no, t.channel_no, t.amount_fen, '散客', t.paid_at
       from bounds, third_trade t
       where t.channel = $2 and t.status = 'SUCCESS' and t.paid_at >= bounds.f and t.paid_at < bounds.t
         and t.merchant_no in (select no from merchants)
       union all
       select 'REFUND_MISSING', 'REFUND', r.id, r.organization_id, r.refund_no, r.channel_no, r.amount_fen, '', r.finished_at
       from bounds, third_refund r
         left join third_trade t on t.organization_id = r.organization_id and t.id = r.third_trade_id
         left join recharge_order o on o.order_no = r.trade_no
       where r.channel = $2 and r.status = 'SUCCESS' and r.finished_at >= bounds.f and r.finished_at < bounds.t
         and coalesce(t.merchant_no, o.merchant_no) in (select no from merchants)),
     -- One number at a time, so that many lines are looked up by hash.
     own as materialized (
       select l.type, l.out_no, l.channel_no, l.out_refund_no from merchant_bill_line l where l.day = $3::date and l.bill_id = $1),
     read as (select day from merchant_bill where channel = $2 and merchant_no = $4 and kind = 'TRADE' and current)
     select ours.*, (at < bounds.f + interval '${aroundMidnight}' and $3::date - 1 not in (select day from read)
         or at >= bounds.t - interval '${aroundMidnight}' and $3::date + 1 not in (select day from read)) as transit
     from ours, bounds
     where not exists (select from own l where ours.kind = 'MISSING' and l.type = 'PAYMENT' and l.out_no = ours.no)
       and not exists (select from own l where ours.kind = 'MISSING' and l.type = 'PAYMENT' and l.channel_no = ours."channelNo")
       and not exists (select from own l where ours.kind = 'REFUND_MISSING' and l.type = 'REFUND' and l.out_refund_no = ours.no)
     order by 1, 3`,
    [bill.id, bill.channel, bill.day, bill.merchantNo],
  );
  const around = await readAround(tx, bill.day, rows);
  return rows.filter((_, i) => !around.has(i));
}
