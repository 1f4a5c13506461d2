/**
 * How many portions a reported meal will take: what is reported, times how many of those come, plus who comes unreported. Days
 * of the same kind alone tell of a day, and the same weekday more than others. Days beside a holiday tell nothing of others; they
 * are what such days were of what would have been foretold of them. Pure.
 */
import { addDays } from '../../../kit/server/clock.ts';
import { type NearSort, nearSorts } from './near-holiday.ts';

/** A day on which the meal was reported, and what came of it. */
export interface PastMeal {
  /** `YYYY-MM-DD`. */
  date: string;
  /** WORKDAY, WEEKEND or HOLIDAY, by the unit's calendar. */
  kind: string;
  /** What it is to a holiday. */
  near: NearSort | null;
  /** Portions reported at the end, and of them eaten. */
  reported: number;
  eaten: number;
  /** Diners who had not reported. */
  walkIns: number;
}

export interface Coming {
  date: string;
  kind: string;
  near: NearSort | null;
  /** Portions reported so far. */
  reported: number;
  /** Reports are still coming in. */
  open: boolean;
}

/** A forecast that was left as it was at its cut-off, and what was eaten then. */
export interface Kept {
  portions: number | null;
  naive: number | null;
  actual: number;
}

export interface Foretold {
  portions: number | null;
  naive: number | null;
  told: 'HABIT' | 'NAIVE' | 'NONE';
  low: number | null;
  high: number | null;
  /** What else it stands on, in words. */
  note: string;
}

export interface Errors {
  /** Forecasts with an outcome. */
  days: number;
  /** Basis points: what they were off by in all, of what was eaten in all; null without any. */
  wape: number | null;
  /** Basis points: what they were off by on an average day. */
  mape: number | null;
}

/** Days back that tell of a day. */
export const habitDays = 70;
/** Days of one kind that are looked at, fewest that tell anything, and errors that make a range. */
const lookedAt = 8;
export const fewestDays = 5;
export const fewestErrors = 10;
/** Days beside a holiday that make a factor. */
const fewestNear = 2;
/** A weekday of its own counts for half of a rate with this many portions behind it. */
const shrunkBy = 20;

export const eatenOf = ({ eaten, walkIns }: Pick<PastMeal, 'eaten' | 'walkIns'>): number => eaten + walkIns;
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The middle of the values; of two in the middle the lower, so that it is one that was. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The value below which `share` of the values lie. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Forecast of one meal as if no holiday were near, out of its earlier days in any order. Days from `coming.date` on are not looked at. */
function habit(past: readonly PastMeal[], coming: Omit<Coming, 'near'>): number | null {
  const since = addDays(coming.date, -habitDays);
  const alike = past
    .filter((day) => day.date < coming.date && day.date >= since && day.kind === coming.kind && day.near === null)
    .sort((a, b) => a.date.localeCompare(b.date));
  const recent = alike.slice(-lookedAt);
  if (recent.length < fewestDays) return null;
  const same = alike.filter((day) => weekday(day.date) === weekday(coming.date)).slice(-lookedAt);
  const rateOf = (days: readonly PastMeal[]) => {
    const reported = total(days.map((day) => day.reported));
    return reported > 0 ? total(days.map((day) => day.eaten)) / reported : 0;
  };
  const n = total(same.map((day) => day.reported));
  const share = n / (n + shrunkBy);
  const rate = share * rateOf(same) + (1 - share) * rateOf(recent);
  // While reports come in, what is reported in the end is what was on such days, unless it is more already.
  const usual = median((same.length > 0 ? same : recent).map((day) => day.reported));
  const reported = coming.open ? Math.max(coming.reported, usual) : coming.reported;
  return Math.round(reported * rate + median(recent.map((day) => day.walkIns)));
}

interface Factor {
  /** Basis points of what habit says. */
  basisPoints: number;
  /** Days it stands on. */
  days: number;
}

/** What was eaten on earlier such days, of what habit would have foretold of them at the same point; undefined with too few of them. */
function nearFactor(past: readonly PastMeal[], coming: Coming): Factor | undefined {
  const such = past.flatMap((day) => {
    if (day.date >= coming.date || day.near !== coming.near) return [];
    const { date, kind } = day;
    const plain = habit(past, { date, kind, reported: coming.open ? 0 : day.reported, open: coming.open });
    return plain ? [{ plain, eaten: eatenOf(day) }] : [];
  });
  if (such.length < fewestNear) return undefined;
  const eaten = total(such.map((day) => day.eaten));
  return { basisPoints: Math.round((eaten * 10_000) / total(such.map((day) => day.plain))), days: such.length };
}

const noteOf = (near: NearSort, factor: Factor | undefined): string =>
  `临近假期（${nearSorts[near]}）${
    factor ? `×${(factor.basisPoints / 10_000).toFixed(2)}，依据 ${factor.days} 天` : '，这样的日子还太少，照平日推算'
  }`;

const measured = (kept: readonly Kept[], of: 'portions' | 'naive') =>
  kept.flatMap((one) => (one[of] === null ? [] : [{ off: Math.abs(one[of] - one.actual), actual: one.actual }]));

/** What forecasts were off by. */
export function errorsOf(kept: readonly Kept[], of: 'portions' | 'naive'): Errors {
  const all = measured(kept, of);
  const eaten = total(all.map((one) => one.actual));
  const some = all.filter((one) => one.actual > 0);
  return {
    days: all.length,
    wape: eaten > 0 ? Math.round((total(all.map((one) => one.off)) * 10_000) / eaten) : null,
    mape: some.length > 0 ? Math.round((total(some.map((one) => one.off / one.actual)) * 10_000) / some.length) : null,
  };
}

/**
 * The forecast, the naive one beside it, and which of them is told: the one that was off by less, as far as that is known. Where
 * such days beside a holiday are known, it is they that tell: last week knew of no holiday.
 */
export function foretell(past: readonly PastMeal[], coming: Coming, kept: readonly Kept[]): Foretold {
  const plain = habit(past, coming);
  const factor = coming.near === null ? undefined : nearFactor(past, coming);
  const portions = plain === null || !factor ? plain : Math.round((plain * factor.basisPoints) / 10_000);
  const weekAgo = past.find((day) => day.date === addDays(coming.date, -7));
  const naive = weekAgo ? eatenOf(weekAgo) : null;
  const both = kept.filter((one) => one.portions !== null && one.naive !== null);
  const [own, other] = [errorsOf(both, 'portions'), errorsOf(both, 'naive')];
  const naiveIsBetter = !factor && both.length >= fewestErrors && other.wape! < own.wape!;
  const told = naive !== null && (portions === null || naiveIsBetter) ? 'NAIVE' : portions === null ? 'NONE' : 'HABIT';
  const value = told === 'NAIVE' ? naive : portions;
  const offs = kept.flatMap((one) => {
    const then = told === 'NAIVE' ? one.naive : one.portions;
    return then ? [(one.actual - then) / then] : [];
  });
  const bound = (share: number) =>
    value === null || offs.length < fewestErrors ? null : Math.max(0, Math.round(value * (1 + quantile(offs, share))));
  const note =
    coming.near === null || told === 'NONE' ? '' : noteOf(coming.near, told === 'HABIT' ? factor : undefined);
  return { portions, naive, told, low: bound(0.1), high: bound(0.9), note };
}
