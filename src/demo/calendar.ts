/** The unit's calendar: the year's days off as far as they are known, and one day of its own. */
import { nationalYears } from '../domains/consumption/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import { area, type Life } from './life.ts';

const page = `${area}/fixed_value/calendar`;
/** Beyond what the demo reports, orders and plans. */
const ownDayAhead = 40;

/** Enters it when all days of the demo are lived: none of them is judged anew by it. */
export async function enterCalendar({ actor, plan }: Life, today: string): Promise<void> {
  const year = today.slice(0, 4);
  if (nationalYears.some(({ value }) => value === year)) await actor.call(page, 'national', { year });
  const day = addDays(today, ownDayAhead);
  await actor.call(page, 'set', {
    startDate: day,
    endDate: day,
    dayKind: 'HOLIDAY',
    note: plan.kind === 'COMPANY' ? '公司年会' : '校运动会',
  });
}
