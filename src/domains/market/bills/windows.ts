/** Windows of a subscription: each begins where the one before ended, whatever the lengths of months. */
import { addDays } from '../../../kit/server/clock.ts';
import { addMonths } from '../../billing/public.server.ts';

/** The nth window (from 0) of a subscription that began on `start`; both days included. */
export function windowAt(start: string, type: string, n: number): { from: string; to: string } {
  const months = type === 'YEARLY' ? 12 : 1;
  return { from: addMonths(start, n * months), to: addDays(addMonths(start, (n + 1) * months), -1) };
}

/** The window that holds this day; the first one for a day before it. */
export function windowOf(start: string, type: string, day: string): { from: string; to: string } {
  let n = 0;
  while (windowAt(start, type, n).to < day) n += 1;
  return windowAt(start, type, n);
}
