/** Which day of the books an instant belongs to: decided once, from the organization's offset and cut-over hour. */
import { addDays, dateAt } from '../../kit/server/clock.ts';

const dayMs = 86_400_000;
let cachedIndex = Number.NaN;
let cachedDate = '';

/**
 * The business day `YYYY-MM-DD` of `occurredAtMs`. Before `cutoverHour` (0–12, local) it is still the day before, so a
 * night snack belongs to its evening and a meal period may run to 28:00.
 */
export function businessDay(occurredAtMs: number, offsetMinutes = 480, cutoverHour = 4): string {
  const index = Math.floor((occurredAtMs + offsetMinutes * 60_000 - cutoverHour * 3_600_000) / dayMs);
  if (index !== cachedIndex) {
    cachedDate = dateAt(index * dayMs, 0);
    cachedIndex = index;
  }
  return cachedDate;
}

/** First day of the month after `date`'s month; `YYYY-MM-DD`. */
export function firstDayAfterMonth(date: string): string {
  return `${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

/** First day of `date`'s month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/**
 * End of a business day as epoch ms (exclusive). A trade booked on `date` always occurred before it, so lists filtered
 * by business date add `occurred_at < businessDayEnd(to)` and start at the right end of the index.
 */
export function businessDayEnd(date: string, offsetMinutes = 480, cutoverHour = 4): number {
  return Date.parse(`${date}T00:00:00Z`) + dayMs - offsetMinutes * 60_000 + cutoverHour * 3_600_000;
}
