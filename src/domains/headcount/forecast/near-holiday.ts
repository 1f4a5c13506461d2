/** Days beside a holiday, on which people leave early, come back late or work on a weekend: other days do not tell of them. Pure. */
import { addDays } from '../../../kit/server/clock.ts';
import { dayKind } from '../../consumption/public.server.ts';
import type { MealSetting } from '../rules/setting.ts';

export const nearSorts = { EVE: '节前一天', AFTER: '节后第一天', SWAP: '调休上班' } as const;
export type NearSort = keyof typeof nearSorts;

/** What a day is to a holiday by the unit's calendar; weekends between it and the holiday belong to the holiday. */
export function nearHoliday(date: string, calendar: MealSetting['calendar']): NearSort | null {
  if (dayKind(date, calendar) !== 'WORKDAY') return null;
  const leadsToHoliday = (step: 1 | -1) => {
    let at = addDays(date, step);
    while (dayKind(at, calendar) === 'WEEKEND') at = addDays(at, step);
    return dayKind(at, calendar) === 'HOLIDAY';
  };
  if (leadsToHoliday(1)) return 'EVE';
  if (leadsToHoliday(-1)) return 'AFTER';
  return dayKind(date, new Map()) === 'WEEKEND' ? 'SWAP' : null;
}
