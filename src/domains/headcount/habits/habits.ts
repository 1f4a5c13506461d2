/** Fixed weekdays of people: on which days they eat which meals unless they say otherwise, or as the grid fills them in. */
import { type RawBuilder, sql } from 'kysely';

export interface Habit {
  /** `YYYY-MM-DD`; null has no end. */
  from: string;
  to: string | null;
  /** '1' is Monday. */
  weekdays: readonly string[];
  meals: readonly number[];
}

const weekdayOf = (date: string) => String(new Date(`${date}T00:00:00Z`).getUTCDay() || 7);

/** Whether the meal of the day is one of theirs. */
export const isHabitual = (habits: readonly Habit[], date: string, mealPeriodId: number): boolean =>
  habits.some(
    ({ from, to, weekdays, meals }) =>
      from <= date && (to === null || date <= to) && weekdays.includes(weekdayOf(date)) && meals.includes(mealPeriodId),
  );

/** SQL: the fixed weekdays of a person `p` as JSON, shaped like `Habit`. */
export const habitsSql = `coalesce((select json_agg(json_build_object('from', h.from_date, 'to', h.to_date,
    'weekdays', h.weekdays, 'meals', h.meal_period_ids)) from meal_habit h
  where h.organization_id = p.organization_id and h.person_id = p.id and h.status = 'NORMAL'), '[]'::json)`;

/** SQL: whether a meal of a day is one of a person `p`'s. */
export const habitualSql = (date: string, mealPeriodId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from meal_habit h where h.organization_id = p.organization_id and h.person_id = p.id and h.status = 'NORMAL'
    and h.from_date <= ${date}::date and (h.to_date is null or h.to_date >= ${date}::date)
    and ${weekdayOf(date)} = any(h.weekdays) and ${mealPeriodId} = any(h.meal_period_ids))`;
