/** People and departments, days and meals of a dialog as cells; and what became of them on one slip. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type ChosenPeople, peopleOr } from './chosen-people.ts';
import type { Cell } from './report-meals.ts';

const mostDays = 31;
const mostCells = 20_000;
const shownReasons = 8;

/** Days of a dialog, both included. */
export interface DaySpan {
  fromDate: string;
  toDate: string;
}

interface Choice extends ChosenPeople, DaySpan {
  mealPeriodIds: number[];
}

export interface Chosen {
  people: number[];
  cells: Cell[];
  /** `YYYY-MM-DD 至 YYYY-MM-DD`. */
  span: string;
  /** How much was chosen, in words. */
  told: string;
}

/** The days, or why they are none or too many. */
export function datesOr({ fromDate, toDate }: DaySpan): string[] | Refusal {
  if (toDate < fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  const dates: string[] = [];
  for (let date = fromDate; date <= toDate && dates.length <= mostDays; date = addDays(date, 1)) dates.push(date);
  return dates.length > mostDays ? refuseField('toDate', `一次最多 ${mostDays} 天`) : dates;
}

/** The cells a dialog's values mean, or why they are none. */
export async function cellsOf(ctx: Ctx, values: Readonly<Record<string, unknown>>): Promise<Chosen | Refusal> {
  const choice = values as unknown as Choice;
  const dates = datesOr(choice);
  if ('refused' in dates) return dates;
  const people = await peopleOr(ctx, choice);
  if (isRefusal(people)) return people;
  const { mealPeriodIds } = choice;
  if (people.length * dates.length * mealPeriodIds.length > mostCells)
    return refuse('TOO_LARGE', { limit: `一次 ${mostCells} 份，请分批办理` });
  return {
    people,
    cells: dates.flatMap((diningDate) =>
      mealPeriodIds.flatMap((mealPeriodId) => people.map((personId) => ({ personId, diningDate, mealPeriodId }))),
    ),
    span: `${choice.fromDate} 至 ${choice.toDate}`,
    told: `${people.length} 人 × ${dates.length} 天 × ${mealPeriodIds.length} 餐`,
  };
}

/** What was done, and what was not with the reasons, most frequent ones first. */
export function receiptOf(
  title: string,
  told: string,
  [done, count]: readonly [string, number],
  left: string,
  why: readonly string[],
): Done {
  const reasons = [...Map.groupBy(why, (one) => one)].sort((a, b) => b[1].length - a[1].length);
  return {
    receipt: {
      title,
      lines: [
        ['选中', told],
        [done, `${count} 人次`],
        ...(why.length > 0 ? [[left, `${why.length} 人次`] as const] : []),
        ...reasons.slice(0, shownReasons).map(([reason, of]) => [`${of.length} 人次`, reason] as const),
      ],
    },
  };
}
