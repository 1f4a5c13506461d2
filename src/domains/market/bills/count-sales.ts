/** What a bill is counted on: the trades of mode SHOP at the places a caterer ran on their day, orders and tills alike. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface Sold {
  organizationId: number;
  /** First day of the month of the sale. */
  month: string;
  soldFen: number;
  /** Taken back within the window, of sales within it. */
  refundFen: number;
}

/** Taken back within the window of sales before it, with the ratio they were billed at. */
export interface LateRefund {
  ratio: number;
  fen: number;
}

const trades = `from contract_restaurant c join trade t on t.organization_id = c.organization_id and t.restaurant_id = c.restaurant_id
    and t.business_date between c.from_date and c.to_date and t.mode = 'SHOP'
  left join trade o on t.kind = 'REVERSE' and o.organization_id = t.organization_id and o.id = t.original_trade_id
  where c.contractor_id = $1 and t.business_date between $2::date and $3::date`;

export async function countSales(tx: Sql, contractorId: number, from: string, to: string): Promise<Sold[]> {
  const { rows } = await tx.query<Sold>(
    `select t.organization_id as "organizationId", date_trunc('month', coalesce(o.business_date, t.business_date))::date as month,
       coalesce(sum(t.amount_fen) filter (where t.kind <> 'REVERSE'), 0)::bigint as "soldFen",
       coalesce(sum(t.amount_fen) filter (where t.kind = 'REVERSE'), 0)::bigint as "refundFen"
     ${trades} and (o.id is null or o.business_date >= $2::date) group by 1, 2 order by 1, 2`,
    [contractorId, from, to],
  );
  return rows;
}

/** Sales of windows that nobody billed are no refund of a fee. */
export async function lateRefunds(tx: Sql, contractorId: number, from: string, to: string): Promise<LateRefund[]> {
  const { rows } = await tx.query<LateRefund>(
    `select b.service_fee_ratio as ratio, sum(x.fen)::bigint as fen from (
       select o.business_date as day, sum(t.amount_fen)::bigint as fen ${trades} and o.business_date < $2::date group by 1) x
     join subscribe_order b on b.contractor_id = $1 and x.day between b.calc_from and b.calc_to
     group by b.service_fee_ratio order by 1`,
    [contractorId, from, to],
  );
  return rows;
}

export interface MonthSold {
  organizationId: number;
  /** First day of the month. */
  month: string;
  orderCount: number;
  amountFen: number;
  /** Taken back of these sales by now. */
  backFen: number;
}

/** What was sold in whole months, by organization; `null` bounds and sites leave it open. */
export async function soldByMonth(
  tx: Sql,
  contractorId: number,
  from: string | null,
  to: string | null,
  sites: readonly number[] | null,
): Promise<MonthSold[]> {
  const { rows } = await tx.query<MonthSold>(
    `select t.organization_id as "organizationId", date_trunc('month', t.business_date)::date::text as month, count(*)::int as "orderCount",
       sum(t.amount_fen)::bigint as "amountFen", coalesce(sum(v.reversed_fen), 0)::bigint as "backFen"
     from contract_restaurant c join trade t on t.organization_id = c.organization_id and t.restaurant_id = c.restaurant_id
       and t.business_date between c.from_date and c.to_date and t.mode = 'SHOP' and t.kind <> 'REVERSE'
     left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
     where c.contractor_id = $1 and t.business_date >= coalesce($2::date, '-infinity') and t.business_date <= coalesce($3::date, 'infinity')
       and ($4::bigint[] is null or t.organization_id = any($4)) group by 1, 2`,
    [contractorId, from, to, sites],
  );
  return rows;
}
