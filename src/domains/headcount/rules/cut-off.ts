/** Until when a meal may be reported: one function for every page, refusal and job. Judged by the server's clock. */
import { addDays } from '../../../kit/server/clock.ts';
import { type DayKind, dayKind } from '../../consumption/public.server.ts';

export interface CutOff {
  /** Days before the dining day, 0–30. */
  days: number;
  /** `HH:mm` of that calendar day, +08:00. */
  time: string;
  /** The days are counted in workdays: Monday's lunch closes on Friday. */
  workdays: boolean;
}

/** Longest run of days off that is stepped over; a calendar that names more is wrong. */
const mostDaysOff = 60;

/** The workday `count` workdays before `date`; 0 is `date` itself. */
function workdayBefore(date: string, count: number, calendar: ReadonlyMap<string, DayKind>): string {
  let day = date;
  for (let left = count, off = 0; left > 0; ) {
    day = addDays(day, -1);
    if (dayKind(day, calendar) === 'WORKDAY') {
      left -= 1;
      off = 0;
    } else if (++off > mostDaysOff) break;
  }
  return day;
}

/** The instant (epoch ms) from which the meal of `date` is closed. */
export function cutOffAt(date: string, cutOff: CutOff, calendar: ReadonlyMap<string, DayKind>): number {
  const day = cutOff.workdays ? workdayBefore(date, cutOff.days, calendar) : addDays(date, -cutOff.days);
  return Date.parse(`${day}T${cutOff.time}:00+08:00`);
}
