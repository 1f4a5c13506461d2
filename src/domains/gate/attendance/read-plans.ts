/** Who works which shift on a day: plans that name a person before those of groups, later ones before earlier. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { KindOfDay } from '../rules/judge.ts';
import type { Shift } from './decide-day.ts';

export interface NamedShift extends Shift {
  id: number;
  name: string;
  districtIds: readonly number[];
}

interface Plan {
  id: number;
  shiftId: number;
  typeIds: readonly number[];
  departmentIds: readonly number[];
  personIds: readonly number[];
  exceptIds: readonly number[];
  dayKinds: readonly string[];
  /** 1 Monday to 7 Sunday; empty: every day. */
  weekdays: readonly number[];
  /** Of so many days, counted from the first of the plan, the first `cycleWork` are worked. */
  cycleDays: number | null;
  cycleWork: number | null;
  fromDate: string;
  toDate: string | null;
}

export interface Worker {
  id: number;
  typeId: number;
  departmentId: number | null;
  /** Own department and all above. */
  departmentIds: readonly number[];
}

export interface Plans {
  /** The shift of a day; null on a day of rest, undefined for who is in no plan then. */
  shiftOf(worker: Worker, day: string): NamedShift | null | undefined;
  shifts: readonly NamedShift[];
}

const dayMs = 86_400_000;

/** Is the day one of those the plan works? Kinds of days, weekdays and the cycle must all say so. */
export function worksOn(
  plan: Pick<Plan, 'dayKinds' | 'weekdays' | 'cycleDays' | 'cycleWork' | 'fromDate'>,
  day: string,
  kindOf: KindOfDay,
): boolean {
  if (plan.dayKinds.length > 0 && !plan.dayKinds.includes(kindOf(day))) return false;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  if (plan.weekdays.length > 0 && !plan.weekdays.includes(weekday)) return false;
  if (plan.cycleDays === null || plan.cycleWork === null) return true;
  return ((Date.parse(day) - Date.parse(plan.fromDate)) / dayMs) % plan.cycleDays < plan.cycleWork;
}

/** Plans in use, with their shifts. */
export async function readPlans(db: Sql, organizationId: number, kindOf: KindOfDay): Promise<Plans> {
  const { rows: shifts } = await db.query<Omit<NamedShift, 'pairs'> & { times: (string | null)[] }>(
    `select id, name, array[in1, out1, in2, out2, in3, out3] as times, grace_min as "graceMin", absent_min as "absentMin",
       before_min as "beforeMin", after_min as "afterMin", district_ids as "districtIds"
     from shift where organization_id = $1 order by id`,
    [organizationId],
  );
  const { rows: plans } = await db.query<Plan>(
    `select id, shift_id as "shiftId", type_ids as "typeIds", department_ids as "departmentIds", person_ids as "personIds",
       except_ids as "exceptIds", day_kinds as "dayKinds", weekdays, cycle_days as "cycleDays", cycle_work as "cycleWork", from_date::text as "fromDate", to_date::text as "toDate"
     from shift_plan where organization_id = $1 and status = 'NORMAL' order by id desc`,
    [organizationId],
  );
  const byId = new Map(
    shifts.map(({ times, ...shift }) => {
      const pairs = [0, 2, 4].flatMap((i) => (times[i] && times[i + 1] ? [[times[i], times[i + 1]] as const] : []));
      return [shift.id, { ...shift, pairs } as NamedShift];
    }),
  );
  const names = (plan: Plan, who: Worker): 0 | 1 | 2 => {
    if (plan.exceptIds.includes(who.id)) return 0;
    if (plan.personIds.includes(who.id)) return 2;
    const group = plan.typeIds.includes(who.typeId) || who.departmentIds.some((id) => plan.departmentIds.includes(id));
    return group ? 1 : 0;
  };
  return {
    shifts: [...byId.values()],
    shiftOf(who, day) {
      const meant = plans
        .filter(({ fromDate, toDate }) => fromDate <= day && (toDate === null || day <= toDate))
        .map((plan) => ({ plan, rank: names(plan, who) }))
        .filter(({ rank }) => rank > 0)
        .sort((a, b) => b.rank - a.rank || b.plan.id - a.plan.id);
      if (meant.length === 0) return undefined;
      const working = meant.find(({ plan }) => worksOn(plan, day, kindOf));
      return working ? byId.get(working.plan.shiftId)! : null;
    },
  };
}
