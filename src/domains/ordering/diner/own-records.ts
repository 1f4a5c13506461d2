/** What a diner reads of himself: who he is, his purses, reports, orders and trades. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { KnownDiner } from './signers.ts';

type Parts = Pick<Services, 'pool'>;

/** Most rows one call answers. */
const most = 500;

export interface Days {
  from: string;
  to: string;
}

const readRows = async (
  { pool }: Parts,
  { organizationId, personId }: KnownDiner,
  text: string,
  { from, to }: Days,
): Promise<{ rows: object[]; more: boolean }> => {
  const { rows } = await pool.query<object>(text, [organizationId, personId, from, to, most + 1]);
  return { rows: rows.slice(0, most), more: rows.length > most };
};

export async function whoAmI({ pool }: Parts, { organizationId, personId }: KnownDiner): Promise<object> {
  const { rows } = await pool.query<object>(
    `select p.id as "personId", p.name, p.job_number as "jobNumber", p.status, t.name as "typeName", d.name as "departmentName",
       o.name as "organizationName"
     from person p join organization o on o.id = p.organization_id
     join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
     left join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where p.organization_id = $1 and p.id = $2`,
    [organizationId, personId],
  );
  return rows[0]!;
}

/** Fen by purse; COUNT in times. `heldFen` is set aside for orders and in the balances still. */
export async function ownBalance({ pool }: Parts, { organizationId, personId }: KnownDiner): Promise<object> {
  const { rows } = await pool.query<{ kind: string; balance: number; held: number }>(
    `select kind, sum(balance_fen)::bigint as balance, sum(held_fen)::bigint as held from wallet
     where organization_id = $1 and person_id = $2 and status <> 'CLOSED' group by kind`,
    [organizationId, personId],
  );
  return {
    balances: Object.fromEntries(rows.map((row) => [row.kind, row.balance])),
    heldFen: rows.reduce((sum, row) => sum + row.held, 0),
  };
}

export const ownReports = (parts: Parts, diner: KnownDiner, days: Days) =>
  readRows(
    parts,
    diner,
    `select r.id as "reportId", r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId", m.name as "mealName",
       r.portions, r.status, r.source, r.fate
     from meal_report r join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
     where r.organization_id = $1 and r.person_id = $2 and r.dining_date between $3 and $4
     order by r.dining_date desc, m.start_time desc limit $5`,
    days,
  );

export const ownOrders = (parts: Parts, diner: KnownDiner, days: Days) =>
  readRows(
    parts,
    diner,
    `select o.id as "orderId", o.order_no as "orderNo", o.dining_date as "diningDate", o.meal_period_id as "mealPeriodId",
       m.name as "mealName", s.name as "restaurantName", o.status, o.pickup, o.pickup_code as "pickupCode",
       o.amount_fen as "amountFen", o.fee_fen as "feeFen", o.coupon_fen as "couponFen", o.booked_fen as "bookedFen", o.refunded_fen as "refundedFen", o.pay_time as "payTime", o.counts,
       o.booked_counts as "bookedCounts", o.portions, o.note,
       o.allergy_note as warning,
       coalesce((select jsonb_agg(jsonb_build_object('name', x.name, 'qty', x.qty, 'priceFen', x.price_fen, 'refundedQty', x.refunded_qty) order by x.id)
         from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id
           and x.revision = o.revision), '[]') as items
     from meal_order o join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id
     join restaurant s on s.organization_id = o.organization_id and s.id = o.restaurant_id
     where o.organization_id = $1 and o.person_id = $2 and o.dining_date between $3 and $4 and o.status <> 'EXPIRED'
     order by o.dining_date desc, o.id desc limit $5`,
    days,
  );

/** What they were told of their meals, newest first. */
export const ownNotices = (parts: Parts, diner: KnownDiner, days: Days) =>
  readRows(
    parts,
    diner,
    `select n.id as "noticeId", n.kind, n.dining_date as "diningDate", n.meal_period_id as "mealPeriodId", m.name as "mealName",
       n.content, n.at, n.read_at as "readAt"
     from meal_notice n join meal_period m on m.organization_id = n.organization_id and m.id = n.meal_period_id
     where n.organization_id = $1 and n.person_id = $2 and n.at >= $3::date::timestamp at time zone 'Asia/Shanghai'
       and n.at < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai'
     order by n.id desc limit $5`,
    days,
  );

/** Marks what they were told up to this notice as read; the same once more changes nothing. */
export async function readNotices(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { organizationId, personId }: KnownDiner,
  noticeId: number,
): Promise<{ read: number }> {
  const { rowCount } = await pool.query(
    `update meal_notice set read_at = $4 where organization_id = $1 and person_id = $2 and id <= $3 and read_at is null`,
    [organizationId, personId, noticeId, isoAt(clock.now())],
  );
  return { read: rowCount ?? 0 };
}

/** Trades by the day they were booked, corrections as lines of their own. */
export const ownTrades = (parts: Parts, diner: KnownDiner, days: Days) =>
  readRows(
    parts,
    diner,
    `select t.id as "tradeId", t.business_date as "businessDate", t.occurred_at as "occurredAt", t.kind,
       t.original_trade_id as "originalTradeId", m.name as "mealName", s.name as "restaurantName", t.mode,
       t.amount_fen as "amountFen", t.count_used as "countUsed"
     from trade t
     left join meal_period m on m.organization_id = t.organization_id and m.id = t.meal_period_id
     left join restaurant s on s.organization_id = t.organization_id and s.id = t.restaurant_id
     where t.organization_id = $1 and t.person_id = $2 and t.business_date between $3 and $4
     order by t.business_date desc, t.occurred_at desc, t.id desc limit $5`,
    days,
  );
