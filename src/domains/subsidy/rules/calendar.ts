/** When a rule grants, which period a grant belongs to, and the last day it can be spent. Dates are `YYYY-MM-DD`. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Cycle, Rule } from './rule.ts';

/** 1 Monday – 7 Sunday. */
function weekday(date: string): number {
  return ((Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 3) % 7) + 1;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** Last day of the month of a date. */
export function monthEnd(date: string): string {
  return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

/** `2026-W47` by ISO 8601: the week belongs to the year of its Thursday. */
function isoWeek(date: string): string {
  const thursday = addDays(date, 4 - weekday(date));
  const year = thursday.slice(0, 4);
  const days = (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${year}-01-01T00:00:00Z`)) / 86_400_000;
  return `${year}-W${pad(Math.floor(days / 7) + 1)}`;
}

/** Name of the period a grant on `date` belongs to. */
export function periodOf(cycle: Cycle, date: string): string {
  switch (cycle) {
    case 'DAY':
      return date;
    case 'WEEK':
      return isoWeek(date);
    case 'YEAR':
      return date.slice(0, 4);
    default:
      return date.slice(0, 7);
  }
}

/** Is `date` the rule's day of grant? A day past the end of a month means its last day; ONCE has none. */
export function isGrantDay(rule: Pick<Rule, 'cycle' | 'dayOfCycle'>, date: string): boolean {
  const last = monthEnd(date);
  switch (rule.cycle) {
    case 'DAY':
      return true;
    case 'WEEK':
      return weekday(date) === rule.dayOfCycle;
    case 'MONTH':
      return date === `${date.slice(0, 7)}-${pad(Math.min(rule.dayOfCycle, Number(last.slice(8))))}`;
    case 'YEAR': {
      const month = Math.floor(rule.dayOfCycle / 100);
      const day = Math.min(rule.dayOfCycle % 100, Number(last.slice(8)));
      return date.slice(5) === `${pad(month)}-${pad(day)}`;
    }
    case 'ONCE':
      return false;
  }
}

/** First day of grant from `date` on, within about a year; undefined for ONCE. */
export function nextGrantDay(rule: Pick<Rule, 'cycle' | 'dayOfCycle'>, date: string): string | undefined {
  for (let day = date, i = 0; i <= 366; i += 1, day = addDays(day, 1)) if (isGrantDay(rule, day)) return day;
  return undefined;
}

/** Last business day what is granted on `date` can be spent; null never ends (nothing to clear, or all carried over). */
export function lastDayOf(rule: Pick<Rule, 'clearAt' | 'validDays' | 'carryOver'>, date: string): string | null {
  if (rule.carryOver === 'CARRY') return null;
  switch (rule.clearAt) {
    case 'NEVER':
      return null;
    case 'WEEK':
      return addDays(date, 7 - weekday(date));
    case 'MONTH':
      return monthEnd(date);
    case 'QUARTER': {
      const month = Math.ceil(Number(date.slice(5, 7)) / 3) * 3;
      return monthEnd(`${date.slice(0, 4)}-${pad(month)}-01`);
    }
    case 'YEAR':
      return `${date.slice(0, 4)}-12-31`;
    case 'DAYS':
      return addDays(date, (rule.validDays ?? 1) - 1);
  }
}
