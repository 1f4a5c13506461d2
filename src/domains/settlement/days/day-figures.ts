/** What each contract's days come to, out of the trades that stand: by who served the restaurant on the day. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { paidDirect } from '../../funding/public.server.ts';
import { movedOfDays } from '../../promotion/public.server.ts';

export interface ContractDay {
  contractId: number;
  contractorId: number;
  date: string;
  mainFen: number;
  subsidyFen: number;
  thirdFen: number;
  arrearsFen: number;
  giftFen: number;
  countUsed: number;
  correctedFen: number;
}

/** What a contract day comes to in one of its restaurants. */
export interface PlaceDay extends ContractDay {
  restaurantId: number;
  /** A shop: what it takes in is income of the shops, in whatever way it is paid. */
  shop: boolean;
}

/** Money paid by code and kept at a merchant number of the platform, net of what went back; the channel's fee is taken off it. */
export interface ContractChannel {
  contractId: number;
  restaurantId: number;
  date: string;
  channel: string;
  merchantNo: string;
  thirdFen: number;
  feeFen: number;
}

/** What activities move on a contract day: reductions the organization bears are added, gifts the caterer bears left out. */
export interface ContractOffers {
  contractId: number;
  restaurantId: number;
  date: string;
  offersFen: number;
}

/** Of a trade `t`: what wages or the unit owe, or its own merchant number took. It lies with the unit, as subsidies do. */
const owed = `case when t.third_fen > 0 and (exists (select from ledger_entry e where e.organization_id = t.organization_id
  and e.business_date = t.business_date and e.posting_id = t.id and e.account in ('channel:payroll', 'channel:unit'))
  or exists (select from third_trade p where p.organization_id = t.organization_id
    and p.posting_id = case when t.kind = 'REVERSE' then t.original_trade_id else t.id end and ${paidDirect('p')}))
  then t.third_fen else 0 end`;

const term = `left join contract_restaurant c on c.organization_id = $1 and c.restaurant_id = t.restaurant_id
  and t.business_date between c.from_date and c.to_date`;

/** Purses net of what was reversed, restaurant by restaurant; contract 0 where nobody is under contract. Days in [from, to]. */
export async function placeDays(tx: Sql, organizationId: number, from: string, to: string): Promise<PlaceDay[]> {
  const { rows } = await tx.query<PlaceDay>(
    `select coalesce(c.contract_id, 0)::bigint as "contractId", coalesce(c.contractor_id, 0)::bigint as "contractorId",
       t.business_date::text as date, coalesce(t.restaurant_id, 0)::bigint as "restaurantId",
       coalesce(bool_or(r.kind = 'SHOP'), false) as shop, sum(s.sign * t.main_fen)::bigint as "mainFen", sum(s.sign * (t.subsidy_fen + w.owed))::bigint as "subsidyFen",
       sum(s.sign * (t.third_fen - w.owed))::bigint as "thirdFen", sum(s.sign * t.arrears_fen)::bigint as "arrearsFen",
       sum(s.sign * t.gift_fen)::bigint as "giftFen", sum(s.sign * t.count_used)::bigint as "countUsed",
       coalesce(sum(t.amount_fen) filter (where t.kind = 'REVERSE'), 0)::bigint as "correctedFen"
     from trade t cross join lateral (select case when t.kind = 'REVERSE' then -1 else 1 end as sign) s
     cross join lateral (select ${owed} as owed) w ${term}
     left join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
     where t.organization_id = $1 and t.business_date between $2::date and $3::date
     group by 1, 2, 3, 4 order by 3, 1, 4`,
    [organizationId, from, to],
  );
  return rows;
}

/** By merchant number; a payment counts on its trade's day, the channel's fee on the day of the payment. */
export async function contractChannels(
  tx: Sql,
  organizationId: number,
  from: string,
  to: string,
): Promise<ContractChannel[]> {
  const { rows } = await tx.query<ContractChannel>(
    `select "contractId", "restaurantId", date, channel, merchant_no as "merchantNo", sum(third_fen)::bigint as "thirdFen", sum(fee_fen)::bigint as "feeFen"
     from (
       select coalesce(c.contract_id, 0)::bigint as "contractId", coalesce(t.restaurant_id, 0)::bigint as "restaurantId",
         t.business_date::text as date, p.channel, p.merchant_no,
         case when t.kind = 'REVERSE' then -t.third_fen else t.third_fen end as third_fen, 0 as fee_fen
       from trade t join third_trade p on p.organization_id = t.organization_id
         and p.posting_id = case when t.kind = 'REVERSE' then t.original_trade_id else t.id end ${term}
       where t.organization_id = $1 and t.business_date between $2::date and $3::date and t.third_fen > 0
         and not ${paidDirect('p')}
       union all
       select coalesce(c.contract_id, 0), coalesce(t.restaurant_id, 0), t.business_date::text, t.channel, t.merchant_no, 0, t.fee_fen - coalesce((
           select sum(f.fee_fen) from third_refund f where f.organization_id = t.organization_id and f.third_trade_id = t.id
             and f.status = 'SUCCESS'), 0)
       from third_trade t ${term}
       where t.organization_id = $1 and t.business_date between $2::date and $3::date and t.posting_id is not null
         and not ${paidDirect('t')}) paid
     group by 1, 2, 3, 4, 5 order by 3, 1, 4, 5, 2`,
    [organizationId, from, to],
  );
  return rows;
}

export async function contractOffers(
  tx: Sql,
  organizationId: number,
  from: string,
  to: string,
): Promise<ContractOffers[]> {
  const { rows } = await tx.query<ContractOffers>(
    `select coalesce(c.contract_id, 0)::bigint as "contractId", coalesce(t.restaurant_id, 0)::bigint as "restaurantId",
       t.business_date::text as date, sum(t.fen)::bigint as "offersFen"
     from (${movedOfDays}) t ${term}
     where t.contractor_id is null or t.contractor_id = c.contractor_id
     group by 1, 2, 3 order by 3, 1, 2`,
    [organizationId, from, to],
  );
  return rows;
}
