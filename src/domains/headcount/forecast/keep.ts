/** Makes the forecasts of the coming meals every night, and the last one of each at its cut-off, which is kept. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { standingGuests } from '../guests/guest-flow.ts';
import { isReported, type MealSetting, mealSetting } from '../rules/setting.ts';
import type { MealOfDay } from '../settle/settle-meal.ts';
import { eatenOf, foretell, habitDays, type Kept, type PastMeal } from './forecast.ts';
import { foretellPlaceDays } from './keep-places.ts';
import { type NearSort, nearHoliday } from './near-holiday.ts';

/** Days back of which errors are told, and days ahead that are foretold. */
export const errorDays = 28;
const aheadDays = 14;
/** Days back in which days beside a holiday are looked for, how many of a sort, and the days before each that tell of its habit. */
const nearBackDays = 400;
const mostNear = 6;
const nearHabitDays = 28;

interface Day extends Omit<PastMeal, 'kind' | 'near'> {
  /** The forecast kept at the cut-off, if one was. */
  portions: number | null;
  naive: number | null;
  kept: boolean;
}

/** Settled days of a meal before one, and further ones, with the forecasts that were kept. Diners without a report are those consumption has beyond, guests left out. */
export async function pastDays(
  db: Sql,
  { organizationId, mealPeriodId, diningDate }: MealOfDay,
  days = habitDays,
  further: readonly string[] = [],
): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `select s.dining_date as date, coalesce(r.reported, 0) + coalesce(n.portions, 0) as reported,
       coalesce(r.eaten, 0) + coalesce(n.came, 0) as eaten, greatest(coalesce(u.heads, 0) - coalesce(r.eaters, 0)
         - coalesce(n.came, 0) - coalesce(g.heads, 0), 0) as "walkIns", f.portions, f.naive, f.id is not null as kept
     from meal_settlement s
     left join lateral (select sum(m.portions)::int as reported, (sum(m.portions) filter (where m.fate = 'EATEN'))::int as eaten,
         (count(*) filter (where m.fate = 'EATEN'))::int as eaters
       from meal_report m where m.organization_id = s.organization_id and m.dining_date = s.dining_date
         and m.meal_period_id = s.meal_period_id and m.status = 'REPORTED') r on true
     left join lateral (select sum(n.portions)::int as portions, sum(least(n.portions, n.came_heads))::int as came
       from meal_count n where n.organization_id = s.organization_id and n.dining_date = s.dining_date
         and n.meal_period_id = s.meal_period_id and n.status = 'REPORTED') n on true
     left join lateral (select sum(c.heads)::int as heads from consumed_by_people c where c.organization_id = s.organization_id
         and c.business_date = s.dining_date and c.meal_period_id = s.meal_period_id) u on true
     left join lateral (select sum(g.eaten_heads)::int as heads from guest_meal g where g.organization_id = s.organization_id
         and g.dining_date = s.dining_date and g.meal_period_id = s.meal_period_id and g.charged_fen <> 0) g on true
     left join meal_forecast f on f.organization_id = s.organization_id and f.dining_date = s.dining_date
       and f.meal_period_id = s.meal_period_id and f.frozen
     where s.organization_id = $1 and s.meal_period_id = $2 and s.state = 'SETTLED' and s.dining_date < $3
       and (s.dining_date >= $4 or s.dining_date = any($5::date[]))
     order by s.dining_date`,
    [organizationId, mealPeriodId, diningDate, addDays(diningDate, -days), further],
  );
  return rows;
}

/** The forecasts among them that were kept in the last weeks, with what was eaten. */
export const keptOf = (days: readonly Day[], before: string): Kept[] =>
  days
    .filter((day) => day.kept && day.date >= addDays(before, -errorDays))
    .map((day) => ({ portions: day.portions, naive: day.naive, actual: eatenOf(day) }));

/** Days longer ago that tell of days beside a holiday among `dates`: the latest of their sorts, with the weeks before each. */
function furtherDays(dates: readonly string[], first: string, calendar: MealSetting['calendar']): string[] {
  const found = new Map<NearSort | null, string[]>();
  for (const date of dates) found.set(nearHoliday(date, calendar), []);
  found.delete(null);
  if (found.size === 0) return [];
  for (let back = 1; back <= nearBackDays; back++) {
    const date = addDays(first, -back);
    const days = found.get(nearHoliday(date, calendar));
    if (days && days.length < mostNear) days.push(date);
  }
  const weeks = [...found.values()]
    .flat()
    .flatMap((date) => Array.from({ length: nearHabitDays + 1 }, (_, i) => addDays(date, -i)));
  return [...new Set(weeks)];
}

/** Portions reported for a meal, by name or by count, on its coming days. */
async function reportedAhead(db: Sql, organizationId: number, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ key: string; portions: number }>(
    `select dining_date || '/' || meal_period_id as key, sum(portions)::int as portions
     from (select dining_date, meal_period_id, portions from rollup_meal
         where organization_id = $1 and dining_date between $2 and $3
       union all select dining_date, meal_period_id, portions from meal_count
         where organization_id = $1 and dining_date between $2 and $3 and status = 'REPORTED') said group by 1`,
    [organizationId, from, to],
  );
  return new Map(rows.map((row) => [row.key, row.portions]));
}

/** Guests expected at a meal on its coming days. */
async function guestsAhead(
  db: Sql,
  { organizationId, mealPeriodId }: Pick<MealOfDay, 'organizationId' | 'mealPeriodId'>,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ day: string; heads: number }>(
    `select dining_date as day, sum(heads)::int as heads from guest_meal
     where organization_id = $1 and meal_period_id = $2 and dining_date between $3 and $4 and status = any($5::text[]) group by 1`,
    [organizationId, mealPeriodId, from, to, standingGuests],
  );
  return new Map(rows.map((row) => [row.day, row.heads]));
}

/** Foretells a meal on some days; the last word on those whose cut-off has passed. What was kept before stays. */
async function foretellDays(
  services: Pick<Services, 'pool' | 'clock' | 'ids'>,
  setting: MealSetting,
  { organizationId, mealPeriodId }: Pick<MealOfDay, 'organizationId' | 'mealPeriodId'>,
  dates: readonly string[],
  frozen: boolean,
): Promise<void> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return;
  const { pool, clock, ids } = services;
  const { calendar } = setting;
  const further = furtherDays(dates, first, calendar);
  const days = await pastDays(pool, { organizationId, mealPeriodId, diningDate: first }, habitDays, further);
  const past = days.map(
    (day): PastMeal => ({ ...day, kind: dayKind(day.date, calendar), near: nearHoliday(day.date, calendar) }),
  );
  const reported = await reportedAhead(pool, organizationId, first, last);
  const guests = await guestsAhead(pool, { organizationId, mealPeriodId }, first, last);
  const made = dates.map((date) => {
    const sofar = Math.max(0, reported.get(`${date}/${mealPeriodId}`) ?? 0);
    const [kind, near] = [dayKind(date, calendar), nearHoliday(date, calendar)];
    const coming = { date, kind, near, reported: sofar, open: !frozen };
    return { date, kind, near: near !== null, reported: sofar, ...foretell(past, coming, keptOf(days, first)) };
  });
  await pool.query(
    `insert into meal_forecast as f (organization_id, id, dining_date, meal_period_id, reported, portions, naive, told, low, high,
       made_at, frozen, guests, note)
     select $1, n.id, n.day, $2, n.reported, n.portions, n.naive, n.told, n.low, n.high, $3, $4, n.guests, n.note
     from unnest($5::bigint[], $6::date[], $7::int[], $8::int[], $9::int[], $10::text[], $11::int[], $12::int[], $13::int[],
       $14::text[]) as n (id, day, reported, portions, naive, told, low, high, guests, note)
     on conflict on constraint meal_forecast_once do update set reported = excluded.reported, portions = excluded.portions,
       naive = excluded.naive, told = excluded.told, low = excluded.low, high = excluded.high, made_at = excluded.made_at,
       frozen = excluded.frozen, guests = excluded.guests, note = excluded.note
     where not f.frozen`,
    [
      organizationId,
      mealPeriodId,
      isoAt(clock.now()),
      frozen,
      await ids.take(made.length),
      made.map((one) => one.date),
      made.map((one) => one.reported),
      made.map((one) => one.portions),
      made.map((one) => one.naive),
      made.map((one) => one.told),
      made.map((one) => one.low),
      made.map((one) => one.high),
      made.map((one) => guests.get(one.date) ?? 0),
      made.map((one) => one.note),
    ],
  );
  const unit = made.map(({ date, kind, near, told, portions, naive }) => {
    const value = told === 'NONE' ? null : told === 'NAIVE' ? naive : portions;
    return { date, kind, near, portions: value === null ? null : value + (guests.get(date) ?? 0) };
  });
  const keptSince = addDays(first, -errorDays);
  const at = isoAt(clock.now());
  await foretellPlaceDays(pool, { organizationId, mealPeriodId }, unit, {
    calendar,
    keptSince,
    at,
    frozen,
  });
}

/** The forecast of a meal that has just been closed, once for all. */
export const keepForecast = (services: Services, setting: MealSetting, meal: MealOfDay): Promise<void> =>
  foretellDays(services, setting, meal, [meal.diningDate], true);

/** The coming meals of a unit anew. */
export async function foretellMeals(services: Services, organizationId: number): Promise<void> {
  const setting = await mealSetting(services.pool, organizationId, services.clock.now());
  const today = businessDay(services.clock.now());
  const dates = Array.from({ length: aheadDays + 1 }, (_, i) => addDays(today, i));
  for (const { id } of setting.meals.values()) {
    const own = dates.filter((date) => isReported(setting, id, date));
    await foretellDays(services, setting, { organizationId, mealPeriodId: id }, own, false);
  }
}
