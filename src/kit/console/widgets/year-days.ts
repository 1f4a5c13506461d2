/** The days of a year as its twelve months show them, weeks from Monday on, and where the arrow keys lead from one of them. */

const dayMs = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface YearMonth {
  /** 1 to 12. */
  month: number;
  /** Column of its first day: 1 on a Monday. */
  starts: number;
  /** `YYYY-MM-DD`. */
  days: readonly string[];
}

export function monthsOf(year: number): YearMonth[] {
  return Array.from({ length: 12 }, (_, i) => {
    const [first, next] = [Date.UTC(year, i, 1), Date.UTC(year, i + 1, 1)];
    return {
      month: i + 1,
      starts: ((new Date(first).getUTCDay() + 6) % 7) + 1,
      days: Array.from({ length: (next - first) / dayMs }, (_, n) => dateOf(first + n * dayMs)),
    };
  });
}

export const weekdayOf = (date: string): string => `周${'日一二三四五六'[new Date(`${date}T00:00:00Z`).getUTCDay()]!}`;

export const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day a key leads to within the year; undefined for keys that lead nowhere. PageUp and PageDown go by months. */
export function dayAfter(date: string, key: string): string | undefined {
  const ms = Date.parse(`${date}T00:00:00Z`);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const inMonth = (at: number) => Date.UTC(year, at, Math.min(day, new Date(Date.UTC(year, at + 1, 0)).getUTCDate()));
  const to =
    key in steps
      ? ms + steps[key]! * dayMs
      : key === 'PageUp'
        ? inMonth(month - 2)
        : key === 'PageDown'
          ? inMonth(month)
          : key === 'Home'
            ? Date.UTC(year, 0, 1)
            : key === 'End'
              ? Date.UTC(year, 11, 31)
              : undefined;
  if (to === undefined) return undefined;
  const found = dateOf(to);
  return found.startsWith(`${year}-`) ? found : date;
}
