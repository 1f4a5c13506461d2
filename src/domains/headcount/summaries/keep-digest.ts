/**
 * Adds up the meals of past days, per person and month and per meal of a day, so that reports on them need not read every
 * report and every trade. Run at night: months in which nothing was written since are left as they are.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { deducted, eatenTrade } from './deductions.ts';
import { guestsSql } from './eaten.ts';
import { countedSql, dinerSorts, portionsOfReports, standsSql, timesOfReports } from './report-figures.ts';
import { type Digest, staleSince } from './stale.ts';

/** What is recorded up to here may be committed later. */
const commitMs = 10 * 60_000;

const columns = (figures: Readonly<Record<string, string>>) => Object.keys(figures).join(', ');
const selected = (figures: Readonly<Record<string, string>>) =>
  Object.entries(figures)
    .map(([key, text]) => `${text} as ${key}`)
    .join(', ');
const added = (figures: Readonly<Record<string, string>>) =>
  Object.keys(figures)
    .map((key) => `coalesce(sum(${key}), 0)`)
    .join(', ');

/** Who ate: `eaters` per restaurant, `diners` once per meal; $1 unit, $2 first and $3 last day. */
const eaten = `
  eaters as materialized (
    select t.occurred_date as day, t.meal_period_id as meal, t.person_id as person, t.restaurant_id as restaurant,
      min(t.department_id) as department, bool_or(r.id is not null) as reported,
      bool_or(r.id is null and ${countedSql()}) as counted, ${guestsSql} as guests,
      case when t.person_id = 0 then coalesce(sum(t.heads), 0) else 1 end as heads,
      case when t.person_id = 0 then coalesce(sum(t.restaurant_heads), 0) else 1 end as restaurant_heads
    from trade t
    join meal_settlement s on s.organization_id = t.organization_id and s.dining_date = t.occurred_date
      and s.meal_period_id = t.meal_period_id
    left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
    left join meal_report r on r.organization_id = t.organization_id and r.dining_date = t.occurred_date
      and r.meal_period_id = t.meal_period_id and r.person_id = t.person_id and r.status = 'REPORTED'
    where t.organization_id = $1 and t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT' and t.business_date >= $2
      and t.occurred_date between $2 and $3 and ${standsSql}
    group by 1, 2, 3, 4, ${guestsSql}),
  diners as (
    select day, meal, person, min(restaurant) as restaurant, min(department) as department, bool_or(reported) as reported,
      bool_or(counted) as counted, guests,
      case when person = 0 then sum(heads) else 1 end as heads
    from eaters group by 1, 2, 3, guests)`;

const headsOf = (sort: string, heads = 'heads') => `sum(${heads}) filter (where ${sort})`;
const eaterFigures = {
  reported_heads: headsOf(dinerSorts.reported),
  counted_heads: headsOf(dinerSorts.counted),
  unreported_heads: headsOf(dinerSorts.unreported),
  guest_heads: headsOf(dinerSorts.guest),
};
const restaurantFigures = {
  reported_restaurant_heads: headsOf(dinerSorts.reported, 'restaurant_heads'),
  counted_restaurant_heads: headsOf(dinerSorts.counted, 'restaurant_heads'),
  unreported_restaurant_heads: headsOf(dinerSorts.unreported, 'restaurant_heads'),
  guest_restaurant_heads: headsOf(dinerSorts.guest, 'restaurant_heads'),
};
const countedFigures = { heads: 'sum(t.heads)', restaurant_heads: 'sum(t.restaurant_heads)' };

const nothing = (figures: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(figures).map((key) => [key, '0::bigint']));

/** One part of a union: the keys, its own figures, and nothing of those before and after. */
const part = (keys: string, parts: readonly Readonly<Record<string, string>>[], own: number, from: string) =>
  `select ${keys}, ${parts.map((figures, i) => selected(i === own ? figures : nothing(figures))).join(', ')} ${from}`;

const personParts = [timesOfReports, eaterFigures, restaurantFigures, countedFigures] as const;
const insertPersons = `
  with ${eaten}, lines as (
    ${part(
      'r.person_id as person, r.meal_period_id as meal, r.restaurant_id as restaurant, coalesce(r.department_id, 0) as department',
      personParts,
      0,
      `from meal_report r where r.organization_id = $1 and r.dining_date between $2 and $3 group by 1, 2, 3, 4`,
    )}
    union all ${part('person, meal, restaurant, department', personParts, 1, 'from diners group by 1, 2, 3, 4')}
    union all ${part('person, meal, restaurant, department', personParts, 2, 'from eaters group by 1, 2, 3, 4')}
    union all ${part(
      't.person_id, t.meal_period_id, t.restaurant_id, t.department_id',
      personParts,
      3,
      `from trade t
       left join trade o on o.organization_id = t.organization_id and o.id = t.original_trade_id
       join meal_settlement s on s.organization_id = t.organization_id and s.meal_period_id = t.meal_period_id
         and s.dining_date = coalesce(o.occurred_date, t.occurred_date)
       where t.organization_id = $1 and (t.heads <> 0 or t.restaurant_heads <> 0) and t.business_date >= $2
         and coalesce(o.occurred_date, t.occurred_date) between $2 and $3
       group by 1, 2, 3, 4`,
    )})
  insert into rollup_diner_month (organization_id, month, person_id, meal_period_id, restaurant_id, department_id,
    ${personParts.map(columns).join(', ')})
  select $1, date_trunc('month', $2::date), person, meal, restaurant, department, ${personParts.map(added).join(', ')}
  from lines group by person, meal, restaurant, department`;

const dayParts = [portionsOfReports, eaterFigures, restaurantFigures] as const;
const insertDays = `
  with ${eaten}, lines as (
    ${part(
      'r.dining_date as day, r.meal_period_id as meal, r.restaurant_id as restaurant, coalesce(r.department_id, 0) as department',
      dayParts,
      0,
      `from meal_report r where r.organization_id = $1 and r.dining_date between $2 and $3 group by 1, 2, 3, 4`,
    )}
    union all ${part('day, meal, restaurant, department', dayParts, 1, 'from diners group by 1, 2, 3, 4')}
    union all ${part('day, meal, restaurant, department', dayParts, 2, 'from eaters group by 1, 2, 3, 4')})
  insert into rollup_diner_day (organization_id, dining_date, meal_period_id, restaurant_id, department_id,
    ${dayParts.map(columns).join(', ')})
  select $1, day, meal, restaurant, department, ${dayParts.map(added).join(', ')}
  from lines group by day, meal, restaurant, department`;

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const nextMonth = (month: string) => monthOf(addDays(month, 31));

interface Span {
  first: string;
  last: string;
}

/** The last day of which every meal is settled, yesterday at most; null where there is none. */
async function coverable(
  db: Sql,
  organizationId: number,
  nowMs: number,
): Promise<{ first: string; last: string } | null> {
  const { rows } = await db.query<{ first: string | null; open: string | null }>(
    // Where departments say numbers alone there is no report, and the meals are settled all the same.
    `select least((select min(dining_date) from meal_report where organization_id = $1),
         (select min(dining_date) from meal_settlement where organization_id = $1)) as first,
       (select min(dining_date) from meal_settlement where organization_id = $1 and state <> 'SETTLED') as open`,
    [organizationId],
  );
  const { first, open } = rows[0]!;
  const yesterday = addDays(businessDay(nowMs), -1);
  const last = open !== null && open <= yesterday ? addDays(open, -1) : yesterday;
  return first !== null && first <= last ? { first, last } : null;
}

/** Months to be added up: all of them the first time, later those with something new and the one that goes on. */
async function monthsDue(db: Sql, unit: number, { first, last }: Span): Promise<string[]> {
  const { rows } = await db.query<Digest>(
    `select organization_id as unit, covered_to as "coveredTo", covered_until as "coveredUntil", seen_at as "seenAt",
       costs_seen_at as "costsSeenAt" from meal_digest where organization_id = $1`,
    [unit],
  );
  const known = rows[0];
  const due = new Set<string>();
  // A meal closed late takes its day out again.
  const [from, to] = known ? [known.coveredTo, last].sort() : [first, last];
  for (let month = monthOf(from!); month <= to!; month = nextMonth(month)) due.add(month);
  if (known) for (const { day } of await staleSince(db, known)) due.add(monthOf(day));
  return [...due];
}

/** Months with trades recorded since they were added up, and the one that goes on. */
async function costsDue(db: Sql, unit: number, today: string): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>(
    `select distinct date_trunc('month', t.business_date)::date as month from trade t
     where t.organization_id = $1 and t.recorded_at > coalesce(
       (select d.costs_seen_at from meal_digest d where d.organization_id = $1), '-infinity'::timestamptz)`,
    [unit],
  );
  return [...new Set([...rows.map(({ month }) => month), monthOf(today)])];
}

/** What the meals of a month cost whom, of all trades recorded up to `seenAt`. */
async function addCosts(db: Db, unit: number, month: string, seenAt: string): Promise<void> {
  await db.deleteFrom('rollup_cost_month').where('organization_id', '=', unit).where('month', '=', month).execute();
  const keys = ['t.person_id', 't.meal_period_id', 't.restaurant_id', 't.department_id'] as const;
  const total = (fen: RawBuilder<number>) => sql<number>`sum(${fen})::bigint`;
  await db
    .insertInto('rollup_cost_month')
    .columns([
      'organization_id',
      'month',
      'person_id',
      'meal_period_id',
      'restaurant_id',
      'department_id',
      'times',
      'subsidy_fen',
      'personal_fen',
      'payroll_fen',
      'unit_fen',
    ])
    .expression(
      db
        .selectFrom('trade as t')
        .where('t.organization_id', '=', unit)
        .where('t.meal_period_id', '<>', 0)
        .where('t.business_date', '>=', month)
        .where('t.business_date', '<', nextMonth(month))
        .where('t.recorded_at', '<=', seenAt)
        .groupBy(keys)
        .select([sql<number>`${unit}::bigint`.as('organization_id'), sql<string>`${month}::date`.as('month'), ...keys])
        .select([
          sql<number>`count(*) filter (where ${eatenTrade})`.as('times'),
          total(deducted.subsidyFen).as('subsidy_fen'),
          total(deducted.personalFen).as('personal_fen'),
          total(deducted.payrollFen).as('payroll_fen'),
          total(deducted.unitFen).as('unit_fen'),
        ]),
    )
    .execute();
}

/** Adds up what is due of one unit, in one transaction: what is read stands for one moment. */
export async function keepDigest(services: Services, organizationId: number): Promise<void> {
  const nowMs = services.clock.now();
  await services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    // A month of a hundred thousand people is added up in one statement, and nobody waits for it.
    await db.query(`set local statement_timeout = '15min'`);
    await db.query(`select pg_advisory_xact_lock(hashtextextended('meal digest', $1))`, [organizationId]);
    const span = await coverable(db, organizationId, nowMs);
    if (!span) return;
    const { last } = span;
    for (const month of await monthsDue(db, organizationId, span)) {
      const end = addDays(nextMonth(month), -1);
      const values = [organizationId, month, end < last ? end : last];
      await db.query('delete from rollup_diner_month where organization_id = $1 and month = $2', values.slice(0, 2));
      await db.query('delete from rollup_diner_day where organization_id = $1 and dining_date between $2 and $3', [
        organizationId,
        month,
        end,
      ]);
      await db.query(insertPersons, values);
      await db.query(insertDays, values);
    }
    const seenAt = isoAt(nowMs - commitMs);
    for (const month of await costsDue(db, organizationId, businessDay(nowMs)))
      await addCosts(trx, organizationId, month, seenAt);
    await db.query(
      `insert into meal_digest (organization_id, covered_to, covered_until, seen_at, costs_seen_at) values ($1, $2, $3, $4, $4)
       on conflict (organization_id) do update set covered_to = excluded.covered_to, covered_until = excluded.covered_until,
         seen_at = excluded.seen_at, costs_seen_at = excluded.costs_seen_at`,
      [organizationId, last, isoAt(businessDayEnd(last)), seenAt],
    );
  });
}
