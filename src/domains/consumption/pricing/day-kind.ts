/** What kind of day a date is: the organization's calendar first, the weekday otherwise. */
import type { DayKind } from './price.ts';

/** Kind of `date` (`YYYY-MM-DD`). */
export function dayKind(date: string, calendar: ReadonlyMap<string, DayKind>): DayKind {
  const named = calendar.get(date);
  if (named) return named;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? 'WEEKEND' : 'WORKDAY';
}
