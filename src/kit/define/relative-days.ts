/** Searches kept under a name: a range that is a named one on the day it is saved stays that one, whenever it is opened or sent. */
import { type AnyPage, type SearchField, searchFields } from './page.ts';
import { type DayPair, initialRange, quickRanges } from './quick-ranges.ts';

export interface Today {
  /** `YYYY-MM-DD` of the calendar, and of the books. */
  calendar: string;
  book: string;
}
type Search = Readonly<Record<string, unknown>>;

const mark = '@';

/** Ranges by name, seen from the day that the field counts by: the one a first visit starts with, then those that are offered. */
function rangesOf(page: AnyPage, { key, initial }: SearchField, { calendar, book }: Today) {
  const day = page.fields[key]?.kind === 'date' ? book : calendar;
  const first = (initial ? [initial] : []).flatMap((label) => {
    const pair = initialRange(label, day);
    return pair ? [{ label, pair }] : [];
  });
  return [...first, ...quickRanges(day)];
}

const isPair = (value: unknown): value is DayPair =>
  Array.isArray(value) && value.length === 2 && value.every((day) => typeof day === 'string');

const mapRanges = (page: AnyPage, search: Search, change: (field: SearchField, value: unknown) => unknown): Search => {
  const ranges = new Map(
    searchFields(page)
      .filter(({ range }) => range)
      .map((field) => [field.key, field]),
  );
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => {
      const field = ranges.get(key);
      return [key, field ? change(field, value) : value];
    }),
  );
};

/** As it is kept: 本月 instead of the first and the last. */
export const keptSearch = (page: AnyPage, search: Search, today: Today): Search =>
  mapRanges(page, search, (field, value) => {
    if (!isPair(value)) return value;
    const named = rangesOf(page, field, today).find(({ pair }) => pair.join() === value.join());
    return named ? mark + named.label : value;
  });

/** As it is searched today. */
export const searchNow = (page: AnyPage, kept: Search, today: Today): Search =>
  mapRanges(page, kept, (field, value) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    return rangesOf(page, field, today).find(({ label }) => label === value.slice(1))?.pair ?? null;
  });

/** How often a kept search is written as a file. */
export const viewSchedules = [
  { value: 'DAILY', label: '每天' },
  { value: 'WEEKLY', label: '每周一' },
  { value: 'MONTHLY', label: '每月 1 日' },
] as const;
export type ViewSchedule = (typeof viewSchedules)[number]['value'];

/** Is a file due on this day? */
export function isDue(schedule: ViewSchedule, day: string): boolean {
  if (schedule === 'DAILY') return true;
  return schedule === 'WEEKLY' ? new Date(`${day}T00:00:00Z`).getUTCDay() === 1 : day.endsWith('-01');
}
