/** The console's one door to the time of day, and the two shapes in which it is shown (spec §9), always in +08:00. */

/** Milliseconds since the epoch; handed to everything that measures time, so that tests move it. */
export interface Clock {
  now(): number;
}

/** The browser's own clock. */
export const clock: Clock = { now: () => Date.now() };

const offsetMs = 8 * 3_600_000;

const shifted = (at: string | number): string | undefined => {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isNaN(ms) ? undefined : new Date(ms + offsetMs).toISOString();
};

/** Milliseconds of an instant written in ISO 8601, or of a bare `YYYY-MM-DD[ HH:mm:ss]` read as +08:00; NaN otherwise. */
export function parseTime(text: string): number {
  const bare = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text);
  return Date.parse(bare ? `${bare[1]}T${bare[2] ?? '00:00:00'}+08:00` : text);
}

/** `YYYY-MM-DD HH:mm:ss` of an instant (ISO text or epoch ms); empty text for nothing or nonsense. */
export function formatTime(at: string | number | null | undefined): string {
  const iso = at === null || at === undefined ? undefined : shifted(at);
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : '';
}

/** `MM-DD HH:mm`, for places where the year is clear; pair it with the full time as a tooltip. */
export function formatShortTime(at: string | number | null | undefined): string {
  return formatTime(at).slice(5, 16);
}

/** `YYYY-MM-DD` of an instant. */
export function formatDate(at: string | number | null | undefined): string {
  return formatTime(at).slice(0, 10);
}

/** Today's calendar date in +08:00. */
export function today(source: Clock = clock): string {
  return formatDate(source.now());
}

/** Until this hour the books are on the day before: a night snack belongs to its evening. */
const bookDayTurnsAt = 4;

/** The day in the books, +08:00: what is dated by business day is asked by it. */
export function bookDay(source: Clock = clock): string {
  return formatDate(source.now() - bookDayTurnsAt * 3_600_000);
}

/** What a date field of a new record begins with. */
export const startDay = (starts: 'today' | 'tomorrow' | undefined, source: Clock = clock): string | undefined =>
  starts && (starts === 'today' ? bookDay(source) : formatDate(source.now() + (24 - bookDayTurnsAt) * 3_600_000));

/** What «today» means: for instants the calendar's, for business days the books'. */
export interface Days {
  calendar: string;
  book: string;
}

/** Both now. */
export const daysNow = (source: Clock = clock): Days => ({ calendar: today(source), book: bookDay(source) });

/** The last `count` days with today, as first and last date. */
export function lastDays(count: number, source: Clock = clock): [from: string, to: string] {
  return [formatDate(source.now() - (count - 1) * 86_400_000), today(source)];
}
