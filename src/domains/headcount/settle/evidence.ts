/**
 * What says that somebody who reported a meal ate it: trades that stand, records of terminals that wait for a clerk. And what
 * leaves it open: a swipe that was refused, a meal that was taken back.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface Evidence {
  reportId: number;
  /** The earliest standing trade of the meal. */
  eatenAt: string | null;
  /** A record taken offline that waits in 脱机消费. */
  waitingAt: string | null;
  /** A swipe the till refused, with its words. */
  refusedAt: string | null;
  refusedWhy: string | null;
  /** Every trade of the meal was taken back. */
  undone: boolean;
}

/** Minutes before and after a meal within which a trade of no meal still tells of it. */
const toleranceMin = 10;

const text = `
  with asked as (
    select r.id, r.organization_id, r.person_id, r.dining_date, r.meal_period_id,
      (r.dining_date::text || ' 00:00+08')::timestamptz
        + make_interval(mins => split_part(m.start_time, ':', 1)::int * 60 + split_part(m.start_time, ':', 2)::int) as starts,
      (r.dining_date::text || ' 00:00+08')::timestamptz
        + make_interval(mins => split_part(m.end_time, ':', 1)::int * 60 + split_part(m.end_time, ':', 2)::int) as ends
    from meal_report r join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
    where r.organization_id = $1 and r.id = any($2::bigint[]))
  select a.id as "reportId", ate.at as "eatenAt", coalesce(ate.undone, false) as undone, kept.at as "waitingAt",
    no.at as "refusedAt", no.reason as "refusedWhy"
  from asked a
  left join lateral (
    select min(t.occurred_at) filter (where v.posting_id is null or v.reversed_fen < v.amount_fen
        or v.reversed_count < v.count_used) as at,
      bool_and(v.posting_id is not null and v.reversed_fen >= v.amount_fen and v.reversed_count >= v.count_used) as undone
    from trade t
    left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
    left join restaurant s on s.organization_id = t.organization_id and s.id = t.restaurant_id
    where t.organization_id = a.organization_id and t.person_id = a.person_id and t.business_date >= a.dining_date
      and t.occurred_at between a.starts - make_interval(hours => 24) and a.ends + make_interval(hours => 24)
      and t.occurred_date = a.dining_date and t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT'
      and (t.meal_period_id = a.meal_period_id or (t.meal_period_id = 0 and s.kind is distinct from 'SHOP'
        and t.occurred_at between a.starts - make_interval(mins => ${toleranceMin})
          and a.ends + make_interval(mins => ${toleranceMin})))) ate on true
  left join lateral (
    select min(o.occurred_at) as at from offline_trade o
    where o.organization_id = a.organization_id and o.person_id = a.person_id and o.state = 'SUSPENSE'
      and o.occurred_at between a.starts - make_interval(mins => ${toleranceMin})
        and a.ends + make_interval(mins => ${toleranceMin})) kept on true
  left join lateral (
    select f.refused_at as at, f.reason from refused_swipe f
    where f.organization_id = a.organization_id and f.person_id = a.person_id
      and f.refused_at between a.starts - make_interval(mins => ${toleranceMin})
        and a.ends + make_interval(mins => ${toleranceMin})
    order by f.refused_at limit 1) no on true`;

/** One row per report. */
export async function evidenceOf(
  db: Sql,
  organizationId: number,
  reportIds: readonly number[],
): Promise<Map<number, Evidence>> {
  if (reportIds.length === 0) return new Map();
  const { rows } = await db.query<Evidence>(text, [organizationId, reportIds]);
  return new Map(rows.map((row) => [row.reportId, row]));
}
