/** What a unit says of reporting meals: until when, who by which rule, and what becomes of a portion nobody came for. */
import { prepared } from '../../../kit/server/db/prepared.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { asOf, asOfValues, versionThen } from '../../../kit/server/query/as-of.ts';
import { type DayKind, dayKind } from '../../consumption/public.server.ts';
import { type Habit, isHabitual } from '../habits/habits.ts';
import { type CutOff, cutOffAt } from './cut-off.ts';

export interface MealRule {
  id: number;
  name: string;
  /** Said by each; taken for granted; by fixed weekdays; said by the department for its people. */
  mode: 'OPT_IN' | 'OPT_OUT' | 'CALENDAR' | 'DEPT';
  /** Empty: every type. */
  typeIds: readonly number[];
  mealPeriodIds: readonly number[];
  dayKinds: readonly string[];
  restaurantId: number;
  maxPortions: number;
  onMiss: 'NONE' | 'WARN' | 'CHARGE';
  priceFen: number | null;
  freePerMonth: number;
  steps: readonly { from: number; percent: number }[];
  dayCapFen: number | null;
  monthCapFen: number | null;
  subsidyPays: boolean;
  /** At the till, what a reported portion and one nobody reported cost; null: as the fixed prices say. */
  reportedFen: number | null;
  walkInFen: number | null;
  /** Who reported nothing may eat all the same. */
  walkIn: boolean;
  /** A charge that could not be paid for seven days: tried on, taken from wages, or forgiven. */
  waitThen: 'KEEP' | 'PAYROLL' | 'WAIVE';
  /** Which version of the rule it is, from 1, and since when it holds; 0 of a draft. */
  versionNo: number;
  since: string;
}

export interface ReportedMeal {
  id: number;
  name: string;
  startTime: string;
  endTime: string;
  openDays: number;
  cutOff: CutOff;
  cancel: CutOff;
  /** Minutes after its end it is settled. */
  settleMinutes: number;
  /** Minutes before and after it within which a trade of no meal still tells of it. */
  slackMinutes: number;
}

/** Of a meal that nothing was said of. */
export const mealMinutes = { settle: 60, slack: 10 };

export interface MealSetting {
  /** Meals that can be reported, by id. */
  meals: ReadonlyMap<number, ReportedMeal>;
  rules: readonly MealRule[];
  calendar: ReadonlyMap<string, DayKind>;
  /** Days outside of those that concern a department its people do not report for; none: the whole year. */
  terms: readonly Term[];
}

/** A school term, `YYYY-MM-DD`, both included. */
export interface Term {
  from: string;
  to: string;
  /** Departments with all below them; none: the whole unit. */
  departmentIds: readonly number[];
}

/** Of a person what rules and terms ask for. */
export interface Eater {
  typeId: number;
  departmentId: number | null;
}

interface MealRow extends Omit<ReportedMeal, 'cutOff' | 'cancel'> {
  cutDays: number;
  cutTime: string;
  cancelDays: number | null;
  cancelTime: string | null;
  byWorkdays: boolean;
}

/** Tables of which a change changes the setting. */
export const settingTables = ['meal_cut_off', 'meal_rule', 'meal_period', 'calendar_day', 'school_term'] as const;

const mealOf = ({ cutDays, cutTime, cancelDays, cancelTime, byWorkdays, ...meal }: MealRow): ReportedMeal => {
  const cutOff = { days: cutDays, time: cutTime, workdays: byWorkdays };
  const cancel = { days: cancelDays ?? cutDays, time: cancelTime ?? cutTime, workdays: byWorkdays };
  return { ...meal, cutOff, cancel };
};

/** The setting now, or as it stood at `thenMs`. */
export async function mealSetting(
  db: Sql,
  organizationId: number,
  nowMs: number,
  thenMs?: number,
): Promise<MealSetting> {
  const by = [organizationId, ...asOfValues(nowMs, thenMs)];
  const meals = await prepared<MealRow>(
    db,
    'meal-setting-meals',
    `select m.id, m.name, m.start_time as "startTime", m.end_time as "endTime", c.open_days as "openDays",
       c.cut_days as "cutDays", c.cut_time as "cutTime", c.cancel_days as "cancelDays", c.cancel_time as "cancelTime",
       c.by_workdays as "byWorkdays", c.settle_minutes as "settleMinutes", c.slack_minutes as "slackMinutes"
     from ${asOf('meal_cut_off')} c join ${asOf('meal_period')} m on m.id = c.meal_period_id
     where m.status = 'NORMAL' order by m.start_time`,
    by,
  );
  const rules = await prepared<MealRule>(
    db,
    'meal-setting-rules',
    `select id, name, mode, type_ids as "typeIds", meal_period_ids as "mealPeriodIds", day_kinds as "dayKinds",
       restaurant_id as "restaurantId", max_portions as "maxPortions", on_miss as "onMiss", price_fen as "priceFen",
       free_per_month as "freePerMonth", steps, day_cap_fen as "dayCapFen", month_cap_fen as "monthCapFen",
       subsidy_pays as "subsidyPays", reported_fen as "reportedFen", walk_in_fen as "walkInFen", walk_in as "walkIn",
       wait_then as "waitThen", v.no as "versionNo", v.since
     from ${asOf('meal_rule')} r cross join lateral ${versionThen('meal_rule')} v where status = 'NORMAL' order by id`,
    by,
  );
  const days = await prepared<{ day: string; kind: DayKind }>(
    db,
    'meal-setting-days',
    `select day, kind from ${asOf('calendar_day')} d`,
    by,
  );
  const terms = await prepared<Term>(
    db,
    'meal-setting-terms',
    `select from_date as "from", to_date as "to", array(select d.id from department d where d.organization_id = $1
       and (d.id = any(t.department_ids) or d.above && t.department_ids)) as "departmentIds"
     from ${asOf('school_term')} t`,
    by,
  );
  return {
    meals: new Map(meals.rows.map((row) => [row.id, mealOf(row)])),
    rules: rules.rows,
    calendar: new Map(days.rows.map((row) => [row.day, row.kind])),
    terms: terms.rows,
  };
}

const ofAll = ({ departmentIds }: Term) => departmentIds.length === 0;
const lastsOver = (date: string) => (term: Term) => term.from <= date && date <= term.to;

/** Whether the day lies in a term of the department, where some concern it. */
function inTerm({ terms }: MealSetting, date: string, departmentId: number | null): boolean {
  const own = terms.filter(
    (term) => ofAll(term) || (departmentId !== null && term.departmentIds.includes(departmentId)),
  );
  return own.length === 0 || own.some(lastsOver(date));
}

/** The rule by which somebody reports a meal of a day; undefined where they do not. */
export function ruleFor(
  setting: MealSetting,
  { typeId, departmentId }: Eater,
  mealPeriodId: number,
  date: string,
): MealRule | undefined {
  const { rules, calendar } = setting;
  if (!inTerm(setting, date, departmentId)) return undefined;
  const kind = dayKind(date, calendar);
  return rules.find(
    (rule) =>
      rule.mealPeriodIds.includes(mealPeriodId) &&
      (rule.typeIds.length === 0 || rule.typeIds.includes(typeId)) &&
      rule.dayKinds.includes(kind),
  );
}

/** The rule by which a department says how many of its people eat a meal of a day; undefined where none lets it. */
export function departmentRule(
  setting: MealSetting,
  departmentId: number,
  mealPeriodId: number,
  date: string,
): MealRule | undefined {
  if (!inTerm(setting, date, departmentId)) return undefined;
  const kind = dayKind(date, setting.calendar);
  return setting.rules.find(
    (rule) => rule.mode === 'DEPT' && rule.mealPeriodIds.includes(mealPeriodId) && rule.dayKinds.includes(kind),
  );
}

/** Whether anybody reports the meal on that day. */
export function isReported(setting: MealSetting, mealPeriodId: number, date: string): boolean {
  const { rules, calendar, terms } = setting;
  const kind = dayKind(date, calendar);
  // Where every term is of some departments, the others report all year.
  const open = terms.some(lastsOver(date)) || !terms.some(ofAll);
  return open && rules.some((rule) => rule.mealPeriodIds.includes(mealPeriodId) && rule.dayKinds.includes(kind));
}

/** Whether somebody with these fixed weekdays is reported for the meal without saying so. */
export const eatsByDefault = (
  rule: Pick<MealRule, 'mode'>,
  habits: readonly Habit[],
  date: string,
  mealPeriodId: number,
): boolean => rule.mode === 'OPT_OUT' || (rule.mode === 'CALENDAR' && isHabitual(habits, date, mealPeriodId));

const dayMs = 86_400_000;

/** When a meal of a day opens, closes and stops taking back; epoch ms. */
export function instantsOf({ calendar }: MealSetting, meal: ReportedMeal, date: string) {
  return {
    opensAt: Date.parse(`${date}T00:00:00+08:00`) - meal.openDays * dayMs,
    closesAt: cutOffAt(date, meal.cutOff, calendar),
    cancelAt: cutOffAt(date, meal.cancel, calendar),
  };
}

/** The instant a time of the business day (`HH:mm`, to 28:00) falls on. */
export const instantOf = (date: string, hm: string): number =>
  Date.parse(`${date}T00:00:00+08:00`) + (Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3))) * 60_000;
