/**
 * Days off and days worked instead, as the State Council names them each November for the year after (国办 notice of 2025-11-04 for
 * 2026). For a year it has not named yet the days the law fixes are known, without the days that will be moved around them.
 */
import type { DayKind } from './price.ts';

export interface NationalDay {
  /** `YYYY-MM-DD`. */
  day: string;
  kind: Exclude<DayKind, 'WEEKEND'>;
  note: string;
}

interface Year {
  /** Not named yet: statutory days alone. */
  provisional: boolean;
  /** First and last day off, `MM-DD`. */
  off: readonly (readonly [from: string, to: string, name: string])[];
  /** Weekends that are worked, `MM-DD`. */
  worked: readonly (readonly [day: string, name: string])[];
}

const years: Readonly<Record<string, Year>> = {
  '2026': {
    provisional: false,
    off: [
      ['01-01', '01-03', '元旦'],
      ['02-15', '02-23', '春节'],
      ['04-04', '04-06', '清明节'],
      ['05-01', '05-05', '劳动节'],
      ['06-19', '06-21', '端午节'],
      ['09-25', '09-27', '中秋节'],
      ['10-01', '10-07', '国庆节'],
    ],
    worked: [
      ['01-04', '元旦'],
      ['02-14', '春节'],
      ['02-28', '春节'],
      ['05-09', '劳动节'],
      ['09-20', '国庆节'],
      ['10-10', '国庆节'],
    ],
  },
  '2027': {
    provisional: true,
    off: [
      ['01-01', '01-01', '元旦'],
      ['02-05', '02-08', '春节'],
      ['04-05', '04-05', '清明节'],
      ['05-01', '05-02', '劳动节'],
      ['06-09', '06-09', '端午节'],
      ['09-15', '09-15', '中秋节'],
      ['10-01', '10-03', '国庆节'],
    ],
    worked: [],
  },
};

/** The years that can be loaded, newest last. */
export const nationalYears = Object.entries(years).map(([value, { provisional }]) => ({
  value,
  label: provisional ? `${value} 年（调休待国务院通知，只有法定日）` : `${value} 年`,
}));

/** What the note of a day ends with that the notice may still move. */
export const provisionalNote = '，待国务院通知';

const dayMs = 86_400_000;

/** All days of the year that are not what their weekday says, in their order. */
export function nationalDays(year: string): NationalDay[] {
  const { off = [], worked = [], provisional = false } = years[year] ?? {};
  const waits = provisional ? provisionalNote : '';
  const holidays = off.flatMap(([from, to, name]) => {
    const [first, last] = [Date.parse(`${year}-${from}`), Date.parse(`${year}-${to}`)];
    return Array.from({ length: (last - first) / dayMs + 1 }, (_, i) => ({
      day: new Date(first + i * dayMs).toISOString().slice(0, 10),
      kind: 'HOLIDAY' as const,
      note: `${name}${waits}`,
    }));
  });
  const made = worked.map(([day, name]) => ({
    day: `${year}-${day}`,
    kind: 'WORKDAY' as const,
    note: `${name}调休上班`,
  }));
  return [...holidays, ...made].sort((a, b) => a.day.localeCompare(b.day));
}
