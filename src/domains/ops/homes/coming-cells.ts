/** Cells of the coming meals, as the homes of a unit and of a department show them. */
import { type Cell, link, muted } from '../../../kit/define/blocks.ts';
import type { ComingMeal, Taken } from './home-figures.ts';

const area = '/admin/organization';

/** 周一: days as they stand in dates, which are read as UTC. */
const weekday = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' });
export const whole = (n: number) => n.toLocaleString('en-US');

/** How long there still is. */
function leftWords(minutes: number): string {
  if (minutes === 0) return '已截止';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `还有 ${hours > 0 ? `${hours} 小时 ` : ''}${rest} 分`;
}

/** What is taken for a coming meal, and until when there is more. */
function takenCell(
  list: string,
  taken: (Taken & { byDefault?: number; counted?: number }) | null,
  { diningDate, mealPeriodId }: ComingMeal,
): Cell {
  if (!taken) return muted('—');
  const left = ` ${leftWords(taken.leftMinutes)}`;
  return [
    link(`${whole(taken.portions)} 份`, { path: list, query: { diningDate: [diningDate, diningDate], mealPeriodId } }),
    taken.byDefault ? `，默认就餐 ${whole(taken.byDefault)} 人` : '',
    taken.counted ? `，只报人数 ${whole(taken.counted)} 人` : '',
    taken.leftMinutes === 0 ? muted(left) : left,
  ];
}

/** Guests who are expected at a coming meal. */
const guestCell = ({ guests, diningDate, mealPeriodId }: ComingMeal): Cell =>
  guests === 0
    ? muted('—')
    : [
        link(`${whole(guests)} 人`, {
          path: `${area}/manual_report_meal/guest`,
          query: { diningDate: [diningDate, diningDate], mealPeriodId, standing: true },
        }),
      ];

export const comingHeadings = ['餐次', '报餐', '订餐', '客餐'] as const;

export const comingKey = ({ diningDate, mealPeriodId }: ComingMeal): string => `${diningDate}/${mealPeriodId}`;

export const comingCells = (meal: ComingMeal): readonly Cell[] => [
  `${meal.diningDate.slice(5)} ${weekday.format(Date.parse(meal.diningDate))} ${meal.mealName}`,
  takenCell(`${area}/report_meal_detail`, meal.reported, meal),
  takenCell(`${area}/order_food_detail`, meal.ordered, meal),
  guestCell(meal),
];
