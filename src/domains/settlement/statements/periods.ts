/** Which periods of a contract are over and have no statement yet. Pure. */
import { addDays } from '../../../kit/server/clock.ts';

export type Cycle = 'D1' | 'WEEK' | 'MONTH';

export interface Period {
  from: string;
  to: string;
}

/** Last day of the calendar period that holds the day: weeks end on Sunday. */
function endOf(cycle: Cycle, day: string): string {
  if (cycle === 'D1') return day;
  if (cycle === 'WEEK') return addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * From the first day on which nothing is stated to yesterday (`today` is the running business day), in order. A contract that
 * ended has its last period end with it.
 */
export function periodsOver(cycle: Cycle, first: string, today: string, lastDay: string | null): Period[] {
  const periods: Period[] = [];
  for (let from = first; lastDay === null || from <= lastDay; ) {
    const whole = endOf(cycle, from);
    const to = lastDay !== null && lastDay < whole ? lastDay : whole;
    if (to >= today) break;
    periods.push({ from, to });
    from = addDays(to, 1);
  }
  return periods;
}
