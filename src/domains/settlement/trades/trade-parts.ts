/**
 * Each trade's part of its contract day: differences of cumulated splits, restaurant by restaurant in the order of the trades, so
 * that rows sum to the day and to each of its restaurants.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { paidDirect } from '../../funding/public.server.ts';
import { movedOfTrade } from '../../promotion/public.server.ts';
import { type Parts, runningParts } from '../days/contract-day.ts';

export interface TradeAsked {
  from: string;
  to: string;
  contractorIds: readonly number[] | null;
  organizationIds: readonly number[] | null;
}

export interface TradeShown {
  id: number;
  organizationId: number;
  organizationName: string;
  contractorId: number;
  contractorName: string;
  contractId: number;
  restaurantId: number;
  restaurantName: string;
  businessDate: string;
  occurredAt: string;
  amountFen: number;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  correctedFen: number;
  offersFen: number;
  feeFen: number;
  serviceRatio: number;
  shareRatio: number;
  netFen: number;
  status: string;
  statementNo: string | null;
}

/**
 * Trades under contract of the days, in the order they are settled in; activities count by who bears them. A correction the organization bears takes nothing from the
 * caterer; main money that was divided when it was topped up is no part of a trade. Ratios are those the day was settled by, of days not settled those of the contract.
 */
const tradesSql = `
  select t.id, t.organization_id as "organizationId", o.name as "organizationName", c.contractor_id as "contractorId",
    k.name as "contractorName", c.contract_id as "contractId", r.id as "restaurantId", r.name as "restaurantName", t.business_date::text as "businessDate",
    t.occurred_at as "occurredAt",
    case when t.kind = 'REVERSE' then 0 else x.value_fen end as "amountFen",
    s.sign * t.main_fen as "mainFen", s.sign * t.subsidy_fen as "subsidyFen", s.sign * t.gift_fen as "giftFen",
    s.sign * t.arrears_fen as "arrearsFen", s.sign * t.third_fen as "thirdFen",
    case when t.kind = 'REVERSE' and (site.bear_correction <> 'ORGANIZATION' or site.split_mode = 'RECHARGE') then x.value_fen else 0 end as "correctedFen",
    v.offers_fen as "offersFen",
    coalesce(p.fee_fen, 0)::bigint as "feeFen",
    coalesce(d.service_ratio, least(k.fee_rate, 10000 - site.share_ratio))::int as "serviceRatio",
    coalesce(d.share_ratio, site.share_ratio)::int as "shareRatio",
    (case when t.kind <> 'REVERSE' then x.value_fen when site.bear_correction = 'ORGANIZATION' and site.split_mode = 'CONSUME' then 0 else -x.value_fen end
      + v.offers_fen - coalesce(p.fee_fen, 0))::bigint as "netFen",
    case when d.id is null then 'OPEN' when l.status is null then 'COUNTED' when l.status = 'SETTLED' then 'SETTLED' else 'STATED' end
      as status,
    l.statement_no as "statementNo"
  from trade t
  cross join lateral (select case when t.kind = 'REVERSE' then -1 else 1 end as sign) s
  join contract_restaurant c on c.organization_id = t.organization_id and c.restaurant_id = t.restaurant_id
    and t.business_date between c.from_date and c.to_date
  join contract_site site on site.organization_id = t.organization_id and site.id = c.contract_id
  join contractor k on k.id = c.contractor_id
  join organization o on o.id = t.organization_id
  join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
  cross join lateral (select case when exists (select from contract_restaurant q join contract_site z
      on z.organization_id = q.organization_id and z.id = q.contract_id and z.split_mode = 'RECHARGE' where q.organization_id = t.organization_id
        and t.business_date between q.from_date and q.to_date) then 0 else t.main_fen end + t.subsidy_fen + t.third_fen + t.arrears_fen + t.gift_fen
    + t.count_used * site.count_price_fen as value_fen) x
  left join settle_day d on d.organization_id = t.organization_id and d.contract_id = c.contract_id and d.business_date = t.business_date
  left join lateral (select u.status, u.statement_no from unit_statement_line n
    join unit_statement u on u.organization_id = n.organization_id and u.id = n.statement_id
    where n.organization_id = t.organization_id and n.contract_id = c.contract_id and n.business_date = t.business_date and n.kind = 'DAY'
    order by n.id limit 1) l on true
  left join lateral (select q.fee_fen - coalesce((select sum(f.fee_fen) from third_refund f where f.organization_id = q.organization_id
      and f.third_trade_id = q.id and f.status = 'SUCCESS'), 0) as fee_fen
    from third_trade q where q.organization_id = t.organization_id and q.posting_id = t.id
      and not ${paidDirect('q')}) p on t.third_fen > 0 and t.kind <> 'REVERSE'
  cross join lateral (select (${movedOfTrade('c.contractor_id')})::bigint
    as offers_fen) v
  where t.business_date between $1::date and $2::date
    and ($3::bigint[] is null or c.contractor_id = any($3)) and ($4::bigint[] is null or t.organization_id = any($4))
  order by t.organization_id, c.contract_id, t.business_date, t.restaurant_id, t.id`;

export type TradeRow = TradeShown & Parts;

/** In the order of the trades within a contract's day. */
export async function tradeParts(tx: Sql, asked: TradeAsked): Promise<TradeRow[]> {
  const { rows } = await tx.query<TradeShown>(`/* wall: the platform's own page */ ${tradesSql}`, [
    asked.from,
    asked.to,
    asked.contractorIds,
    asked.organizationIds,
  ]);
  const byDay = Map.groupBy(rows, (row) => `${row.organizationId} ${row.contractId} ${row.businessDate}`);
  return [...byDay.values()].flatMap((day) => {
    const { serviceRatio, shareRatio } = day[0]!;
    const parts = runningParts(
      day.map(({ netFen }) => netFen),
      { serviceRatio, shareRatio, organizationBears: false },
    );
    return day.map((row, i) => ({ ...row, ...parts[i]! })).sort((a, b) => a.id - b.id);
  });
}
