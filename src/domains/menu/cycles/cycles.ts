/** Cycles of weeks laid over dates: a day off is skipped, or pushes the cycle on by a day. Pure. */
import { addDays, weekdayOf } from '../menus/days.ts';

export interface CycleCell {
  /** From 1. */
  weekNo: number;
  /** Monday is 1. */
  weekday: number;
  mealPeriodId: number;
  dishId: number;
  priceFen: number | null;
  planQty: number | null;
}

export interface Laying {
  weeks: number;
  from: string;
  to: string;
  /** Week of the cycle that the first day falls into, from 1. */
  firstWeek: number;
  isOff: (date: string) => boolean;
  /** Days off: left out, or the next working day takes what would have come. */
  onDaysOff: 'SKIP' | 'SHIFT';
}

export interface LaidDay {
  date: string;
  weekNo: number;
  weekday: number;
}

/**
 * Which day of the cycle each date gets. Skipping keeps Monday's menu on Mondays; shifting goes through the days of the
 * cycle that have menus (`days`, as week × 7 + weekday − 8 from 0) one after the other.
 */
export function layCycle({ weeks, from, to, firstWeek, isOff, onDaysOff }: Laying, days: readonly number[]): LaidDay[] {
  const laid: LaidDay[] = [];
  const order = [...new Set(days)].sort((a, b) => a - b);
  const start = (firstWeek - 1) * 7 + weekdayOf(from) - 1;
  let next = Math.max(
    0,
    order.findIndex((day) => day >= start),
  );
  for (let date = from, passed = 0; date <= to; date = addDays(date, 1), passed += 1) {
    if (isOff(date)) continue;
    if (onDaysOff === 'SKIP') {
      const at = (start + passed) % (weeks * 7);
      laid.push({ date, weekNo: Math.floor(at / 7) + 1, weekday: (at % 7) + 1 });
    } else if (order.length > 0) {
      const at = order[next % order.length]!;
      next += 1;
      laid.push({ date, weekNo: Math.floor(at / 7) + 1, weekday: (at % 7) + 1 });
    }
  }
  return laid;
}

/** What becomes of a cell that has dishes already: it stays, it is written anew, or what it lacks is added. */
export const conflictModes = [
  { value: 'KEEP', label: '保留已排的' },
  { value: 'REPLACE', label: '替换' },
  { value: 'MERGE', label: '合并' },
] as const;
export type ConflictMode = (typeof conflictModes)[number]['value'];

/** Items of a cell after others came to it. */
export function withOthers<I extends { dishId: number }>(
  there: readonly I[],
  come: readonly I[],
  mode: ConflictMode,
): readonly I[] {
  if (there.length === 0 || mode === 'REPLACE') return come;
  if (mode === 'KEEP') return there;
  const has = new Set(there.map((item) => item.dishId));
  return [...there, ...come.filter((item) => !has.has(item.dishId))];
}
