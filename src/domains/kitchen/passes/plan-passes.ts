/** Which doors of a kitchen let a worker in, and from when to when: out of certificate, permission, roster and checks. Pure. */
import type { KitchenKind } from '../../gate/public.ts';
import type { Stands } from '../checks/standing.ts';
import { byCheck, passAfterMs, roughZones, windowBeforeMs } from '../words.ts';

export interface Cell {
  districtId: number;
  /** A zone of the kitchen; null for a place outside, where a covered wound keeps nobody out. */
  kind: KitchenKind | null;
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  /** `HH:mm`; an end no later than the start lies on the next day, `24:00` at its end. */
  startTime: string;
  endTime: string;
  requireCheck: boolean;
}

export interface PlannedShift {
  /** `YYYY-MM-DD`. */
  day: string;
  name: string;
  /** Epoch ms. */
  start: number;
  end: number;
  leave: boolean;
  stands: Stands;
}

export interface PassPlan {
  districtId: number;
  from: number;
  to: number;
  graceUntil: number | null;
  reason: string;
}

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
const minutes = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));
const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** When a cell is open on a day, epoch ms; null on other weekdays. */
function hoursOf(cell: Cell, day: string): [number, number] | null {
  if (!cell.weekdays.includes(weekdayOf(day))) return null;
  const from = startOf(day) + minutes(cell.startTime) * 60_000;
  const to = startOf(day) + minutes(cell.endTime) * 60_000;
  return [from, to > from ? to : to + dayMs];
}

/** The pass of a shift through one zone; null where it opens nothing. */
function passOf(cell: Cell, shift: PlannedShift, lastMs: number, grace: boolean): PassPlan | null {
  const hours = hoursOf(cell, shift.day);
  if (!hours || shift.leave) return null;
  // A baker comes before the day of the permission begins: a whole day's permission holds from the window on.
  const whole = hours[1] - hours[0] >= dayMs;
  const from = whole ? shift.start - windowBeforeMs : Math.max(shift.start - windowBeforeMs, hours[0]);
  const to = Math.min(shift.end + passAfterMs, lastMs, whole ? Number.POSITIVE_INFINITY : hours[1]);
  if (to <= from) return null;
  const { standing } = shift.stands;
  const pass = { districtId: cell.districtId, from };
  if (standing === 'OFF_DUTY' || standing === 'FIX') return null;
  if (standing === 'RESTRICTED' && cell.kind !== null && !(roughZones as readonly string[]).includes(cell.kind))
    return null;
  if (!cell.requireCheck || standing !== 'NOT_CHECKED')
    return { ...pass, to, graceUntil: null, reason: cell.requireCheck ? `${shift.name} ${byCheck}` : shift.name };
  return grace ? { ...pass, to: from, graceUntil: to, reason: `${shift.name} 待晨检` } : null;
}

/**
 * `until` is the last day of what is asked, a certificate first of all; null without it. Not yet checked, a pass opens nothing but a door that is cut
 * off, where the unit wants that. Zones without a check that no shift covers are open by their hours, `days` of them ahead.
 */
export function planPasses(
  worker: { may: boolean; until: string | null },
  cells: readonly Cell[],
  shifts: readonly PlannedShift[],
  { days, grace }: { days: readonly string[]; grace: boolean },
): PassPlan[] {
  if (!worker.may || worker.until === null) return [];
  const lastMs = startOf(worker.until) + dayMs;
  const byShift = shifts.flatMap((shift) =>
    cells.flatMap((cell) => {
      const pass = passOf(cell, shift, lastMs, grace);
      return pass ? [pass] : [];
    }),
  );
  const rostered = new Set(shifts.map((shift) => shift.day));
  const byHours = cells
    .filter((cell) => !cell.requireCheck)
    .flatMap((cell) =>
      days
        .filter((day) => !rostered.has(day))
        .flatMap((day) => {
          const hours = hoursOf(cell, day);
          const to = hours ? Math.min(hours[1], lastMs) : 0;
          return hours && to > hours[0]
            ? [{ districtId: cell.districtId, from: hours[0], to, graceUntil: null, reason: '按时段放行' }]
            : [];
        }),
    );
  return [...byShift, ...byHours];
}
