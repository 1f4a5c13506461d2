/**
 * What happens to a meal by the clock: closed at its cut-off, judged a quarter of an hour after it, settled an hour after (a setting) when
 * every terminal of its restaurants has told what it took. Each step is a transaction of its own and may be run again at any time.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { mealsTouched, type TouchedMeal } from '../../consumption/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { foretellMeals, keepForecast } from '../forecast/keep.ts';
import { type Habit, habitsSql } from '../habits/habits.ts';
import { dinersOf, reportMeals } from '../reports/report-meals.ts';
import {
  type Eater,
  eatsByDefault,
  instantOf,
  instantsOf,
  isReported,
  type MealRule,
  type MealSetting,
  mealMinutes,
  mealSetting,
  type ReportedMeal,
  ruleFor,
} from '../rules/setting.ts';
import { bookCharges } from './book-charges.ts';
import { noteHeard } from './heard.ts';
import { type MealOfDay, settleMeal } from './settle-meal.ts';
import { terminalsWaited } from './waited-for.ts';

const minuteMs = 60_000;
/** Judged for the first time this long after the end of the meal; settled when its setting says. */
const judgedMs = 15 * minuteMs;
/** Terminals are waited for this long; then the meal is settled without them. */
const waitedMs = 3 * 86_400_000;
/** Meals that ended longer ago and were never closed are left alone: the rule is younger than they are. */
const backDays = 3;
const aheadDays = 31;

/** The job that keeps the clock, and no person. */
export const clockHand = { id: 0, name: '系统' };

/** People who eat unless they say otherwise and have said nothing. */
async function silentDiners(db: Sql, setting: MealSetting, meal: MealOfDay): Promise<number[]> {
  const { mealPeriodId, diningDate } = meal;
  const silence = ({ mode, mealPeriodIds }: MealRule) =>
    (mode === 'OPT_OUT' || mode === 'CALENDAR') && mealPeriodIds.includes(mealPeriodId);
  if (!setting.rules.some(silence)) return [];
  const { rows } = await db.query<Eater & { id: number; habits: Habit[] }>(
    `select p.id, p.type_id as "typeId", p.department_id as "departmentId", ${habitsSql} as habits from person p
     where p.organization_id = $1 and p.status = 'NORMAL' and not exists (select from meal_report r
       where r.organization_id = p.organization_id and r.person_id = p.id and r.dining_date = $2 and r.meal_period_id = $3)`,
    [meal.organizationId, diningDate, mealPeriodId],
  );
  return rows
    .filter((row) => {
      const rule = ruleFor(setting, row, mealPeriodId, diningDate);
      return rule && eatsByDefault(rule, row.habits, diningDate, mealPeriodId);
    })
    .map((row) => row.id);
}

/** Closes a meal for reporting and writes who eats by default; false when it was closed before. */
export async function closeMeal(services: Services, setting: MealSetting, meal: MealOfDay): Promise<boolean> {
  const nowMs = services.clock.now();
  const id = await services.ids.next();
  return services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const { organizationId, diningDate, mealPeriodId } = meal;
    const made = await db.query(
      `insert into meal_settlement (organization_id, id, dining_date, meal_period_id, state, closed_at, reported_count)
       values ($1, $2, $3, $4, 'CLOSED', $5, 0) on conflict on constraint meal_settlement_once do nothing returning id`,
      [organizationId, id, diningDate, mealPeriodId, isoAt(nowMs)],
    );
    if (made.rows.length === 0) return false;
    const silent = await silentDiners(db, setting, meal);
    await reportMeals(
      db,
      services.ids,
      setting,
      await dinersOf(db, organizationId, silent),
      silent.map((personId) => ({ personId, diningDate, mealPeriodId })),
      { organizationId, nowMs, by: clockHand, source: 'AUTO' },
    );
    await db.query(
      `update meal_settlement set reported_count = (select coalesce(sum(portions), 0) from meal_report r
         where r.organization_id = $1 and r.dining_date = $3 and r.meal_period_id = $4 and r.status = 'REPORTED')
         + (select coalesce(sum(portions), 0) from meal_count c
         where c.organization_id = $1 and c.dining_date = $3 and c.meal_period_id = $4 and c.status = 'REPORTED')
       where organization_id = $1 and id = $2`,
      [organizationId, id, diningDate, mealPeriodId],
    );
    return true;
  });
}

/** Judges a meal that is over; settles it when the terminals have told, or were waited for long enough. */
async function judgeMeal(services: Services, meal: MealOfDay, endsAt: number, settleMinutes: number): Promise<void> {
  const nowMs = services.clock.now();
  if (nowMs < endsAt + judgedMs) return;
  const behind = await terminalsWaited(services.pool, meal, endsAt);
  const final = nowMs >= endsAt + settleMinutes * minuteMs && (behind.length === 0 || nowMs >= endsAt + waitedMs);
  await services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    await settleMeal(db, services.ids, meal, { nowMs, by: clockHand, final });
    if (final) await noteHeard(db, meal, { nowMs, behind });
    else
      await db.query(
        `update meal_settlement set waiting = $4 where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
        [meal.organizationId, meal.diningDate, meal.mealPeriodId, behind.join('、')],
      );
  });
}

/** Settles again a meal that is settled: something became known of it. */
export async function resettleMeal(services: Services, meal: MealOfDay): Promise<void> {
  const { rows } = await services.pool.query<{ state: string }>(
    'select state from meal_settlement where organization_id = $1 and dining_date = $2 and meal_period_id = $3',
    [meal.organizationId, meal.diningDate, meal.mealPeriodId],
  );
  if (rows[0]?.state !== 'SETTLED') return;
  const nowMs = services.clock.now();
  await services.db
    .transaction()
    .execute((trx) => settleMeal(sqlOf(trx), services.ids, meal, { nowMs, by: clockHand, final: true }));
  await bookCharges(services, meal.organizationId, 'NEW');
}

const datesAround = (today: string) =>
  Array.from({ length: backDays + aheadDays + 1 }, (_, i) => addDays(today, i - backDays));

/** Units that have meals reported. */
export async function unitsThatReport({ pool }: Services): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('select distinct organization_id as id from meal_cut_off');
  return rows.map((row) => row.id);
}

async function closeDue(services: Services, organizationId: number, setting: MealSetting): Promise<void> {
  const nowMs = services.clock.now();
  const dates = datesAround(businessDay(nowMs));
  const { rows } = await services.pool.query<{ key: string }>(
    `select dining_date || '/' || meal_period_id as key from meal_settlement
     where organization_id = $1 and dining_date = any($2::date[])`,
    [organizationId, dates],
  );
  const closed = new Set(rows.map((row) => row.key));
  for (const meal of setting.meals.values())
    for (const diningDate of dates) {
      if (closed.has(`${diningDate}/${meal.id}`) || !isReported(setting, meal.id, diningDate)) continue;
      if (instantsOf(setting, meal, diningDate).closesAt > nowMs) continue;
      const own = { organizationId, diningDate, mealPeriodId: meal.id };
      if (await closeMeal(services, setting, own)) await keepForecast(services, setting, own);
    }
}

async function judgeDue(services: Services, organizationId: number, meals: ReadonlyMap<number, ReportedMeal>) {
  const { rows } = await services.pool.query<{ diningDate: string; mealPeriodId: number; endTime: string }>(
    `select s.dining_date as "diningDate", s.meal_period_id as "mealPeriodId", m.end_time as "endTime"
     from meal_settlement s join meal_period m on m.organization_id = s.organization_id and m.id = s.meal_period_id
     where s.organization_id = $1 and s.state <> 'SETTLED' order by s.dining_date, m.start_time`,
    [organizationId],
  );
  for (const { diningDate, mealPeriodId, endTime } of rows) {
    const meal = meals.get(mealPeriodId);
    const endsAt = instantOf(diningDate, meal?.endTime ?? endTime);
    const settleMinutes = meal?.settleMinutes ?? mealMinutes.settle;
    await judgeMeal(services, { organizationId, diningDate, mealPeriodId }, endsAt, settleMinutes);
  }
}

/** What is recorded up to here may be committed later: a turn looks further back than the last one. */
const lookBackMs = 15 * minuteMs;

/** Settles again every settled meal of the days something was booked for since. */
async function resettleTouched(
  services: Services,
  organizationId: number,
  since: readonly TouchedMeal[],
): Promise<void> {
  if (since.length === 0) return;
  const { rows } = await services.pool.query<{ diningDate: string; mealPeriodId: number }>(
    `select dining_date as "diningDate", meal_period_id as "mealPeriodId" from meal_settlement
     where organization_id = $1 and dining_date = any($2::date[]) and state = 'SETTLED' order by dining_date`,
    [organizationId, [...new Set(since.map((one) => one.diningDate))]],
  );
  // A trade between meals may tell of any meal of its day.
  const told = (meal: TouchedMeal) =>
    since.some(
      (one) => one.diningDate === meal.diningDate && (one.mealPeriodId === 0 || one.mealPeriodId === meal.mealPeriodId),
    );
  for (const meal of rows) if (told(meal)) await resettleMeal(services, { organizationId, ...meal });
}

/** Settles the meals of the last week again: what no trade tells of, a record voided or a refusal that came late. */
export async function resettleWeek(services: Services): Promise<void> {
  const today = businessDay(services.clock.now());
  const days = Array.from({ length: 7 }, (_, i) => ({ diningDate: addDays(today, -i), mealPeriodId: 0 }));
  for (const organizationId of await unitsThatReport(services)) await resettleTouched(services, organizationId, days);
}

/** What is due in one unit: meals closed, judged and booked. */
export async function closeAndJudge(services: Services, organizationId: number): Promise<void> {
  const setting = await mealSetting(services.pool, organizationId, services.clock.now());
  await closeDue(services, organizationId, setting);
  await judgeDue(services, organizationId, setting.meals);
  const since = services.clock.now() - lookBackMs;
  await resettleTouched(services, organizationId, await mealsTouched(services.pool, organizationId, since));
  await bookCharges(services, organizationId, 'NEW');
}

/** One turn over all units that have meals reported. */
export async function turnMealClock(services: Services, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await unitsThatReport(services)) {
    if (signal?.aborted) return;
    await closeAndJudge(services, organizationId);
  }
}

/** Tries again what could not be booked for want of money. */
export async function retryCharges(services: Services): Promise<void> {
  for (const organizationId of await unitsThatReport(services)) await bookCharges(services, organizationId, 'ALL');
}

/** The coming meals of all units anew. */
export async function foretellAll(services: Services): Promise<void> {
  for (const organizationId of await unitsThatReport(services)) await foretellMeals(services, organizationId);
}
