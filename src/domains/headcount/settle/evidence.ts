/**
 * What says that somebody who reported a meal ate it: trades that stand, records of terminals that wait for a clerk. And what
 * leaves it open: a swipe that was refused, a meal that was taken back. Nothing that was bought, or tried, in a shop says either.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { instantOf } from '../rules/setting.ts';

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

/** A report as far as its meal is told. */
interface Reported {
  id: number;
  diningDate: string;
  mealPeriodId: number;
  startTime: string;
  endTime: string;
}

/** Minutes before and after a meal within which a trade of no meal still tells of it. */
export type SlackOf = (meal: Pick<Reported, 'mealPeriodId' | 'diningDate'>) => Promise<number>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Joins, and no look-up per report: the planner reads the trades of a day once where everybody reported, and those of single
 * people where a few did. $3–$6 are the meals (day, meal, from and until when a trade of no meal tells of it), $7–$9 bound the
 * trades of all of them.
 */
const text = `
  with asked as materialized (
    select r.id, r.person_id, r.dining_date, r.meal_period_id, w.begins, w.ends
    from meal_report r
    join unnest($3::date[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) as w (day, meal, begins, ends)
      on w.day = r.dining_date and w.meal = r.meal_period_id
    where r.organization_id = $1 and r.id = any($2::bigint[])),
  ate as (
    select a.id, min(t.occurred_at) filter (where v.posting_id is null or v.reversed_fen < v.amount_fen
        or v.reversed_count < v.count_used) as at,
      bool_and(v.posting_id is not null and v.reversed_fen >= v.amount_fen and v.reversed_count >= v.count_used) as undone
    from asked a
    join trade t on t.organization_id = $1 and t.person_id = a.person_id and t.occurred_date = a.dining_date
      and t.business_date >= $7::date and t.occurred_at between $8::timestamptz and $9::timestamptz
      and t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT'
    left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
    left join restaurant s on s.organization_id = t.organization_id and s.id = t.restaurant_id
    where t.meal_period_id = a.meal_period_id
      or (t.meal_period_id = 0 and s.kind is distinct from 'SHOP' and t.occurred_at between a.begins and a.ends)
    group by a.id),
  kept as (
    select a.id, min(o.occurred_at) as at
    from asked a
    join offline_trade o on o.organization_id = $1 and o.state = 'SUSPENSE' and o.person_id = a.person_id
      and o.occurred_at between a.begins and a.ends
    join device d on d.id = o.device_id
    left join deploy_site p on p.organization_id = o.organization_id and p.id = d.deploy_site_id
    left join restaurant s on s.organization_id = p.organization_id and s.id = p.restaurant_id
    where s.kind is distinct from 'SHOP'
    group by a.id),
  refused as (
    select distinct on (a.id) a.id, f.refused_at as at, f.reason
    from asked a
    join refused_swipe f on f.organization_id = $1 and f.person_id = a.person_id and f.refused_at between a.begins and a.ends
      and f.refused_at between $8::timestamptz and $9::timestamptz
    left join restaurant s on s.organization_id = f.organization_id and s.id = f.restaurant_id
    where s.kind is distinct from 'SHOP'
    order by a.id, f.refused_at)
  select a.id as "reportId", ate.at as "eatenAt", coalesce(ate.undone, false) as undone, kept.at as "waitingAt",
    refused.at as "refusedAt", refused.reason as "refusedWhy"
  from asked a
  left join ate on ate.id = a.id
  left join kept on kept.id = a.id
  left join refused on refused.id = a.id`;

/** One row per report. */
export async function evidenceOf(
  db: Sql,
  organizationId: number,
  reports: readonly Reported[],
  slackOf: SlackOf,
): Promise<Map<number, Evidence>> {
  if (reports.length === 0) return new Map();
  const meals = [...new Map(reports.map((one) => [`${one.diningDate}/${one.mealPeriodId}`, one])).values()];
  const slacks = await Promise.all(meals.map(async (one) => (await slackOf(one)) * minuteMs));
  const begins = meals.map((one, i) => instantOf(one.diningDate, one.startTime) - slacks[i]!);
  const ends = meals.map((one, i) => instantOf(one.diningDate, one.endTime) + slacks[i]!);
  const days = meals.map((one) => one.diningDate);
  const { rows } = await db.query<Evidence>(text, [
    organizationId,
    reports.map((one) => one.id),
    days,
    meals.map((one) => one.mealPeriodId),
    begins.map(isoAt),
    ends.map(isoAt),
    days.reduce((a, b) => (a < b ? a : b)),
    isoAt(begins.reduce((a, b) => Math.min(a, b)) - dayMs),
    isoAt(ends.reduce((a, b) => Math.max(a, b)) + dayMs),
  ]);
  return new Map(rows.map((row) => [row.reportId, row]));
}
