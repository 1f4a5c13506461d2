/** Named date ranges of a search: 今天 … 本学期. Dates are calendar days `YYYY-MM-DD`; weeks begin on Monday. */
import dayjs from 'dayjs';
import { wholeMonths } from './month.ts';

export type DayPair = [from: string, to: string];

export interface QuickRange {
  label: string;
  pair: DayPair;
}

const format = 'YYYY-MM-DD';

/** School terms: autumn 8 月 1 日–1 月 31 日, spring 2 月 1 日–7 月 31 日. */
export function termOf(today: string): DayPair {
  const day = dayjs(today);
  const month = day.month() + 1;
  if (month >= 2 && month <= 7) return [`${day.year()}-02-01`, `${day.year()}-07-31`];
  const start = month === 1 ? day.year() - 1 : day.year();
  return [`${start}-08-01`, `${start + 1}-01-31`];
}

/** The seven ranges, in the order they are offered; by months those that are whole months. */
export function quickRanges(today: string, months = false): QuickRange[] {
  const day = dayjs(today);
  const monday = day.subtract((day.day() + 6) % 7, 'day');
  const lastMonth = day.startOf('month').subtract(1, 'month');
  const yesterday = day.subtract(1, 'day').format(format);
  const ranges: QuickRange[] = [
    { label: '今天', pair: [today, today] },
    { label: '昨天', pair: [yesterday, yesterday] },
    { label: '本周', pair: [monday.format(format), monday.add(6, 'day').format(format)] },
    { label: '上周', pair: [monday.subtract(7, 'day').format(format), monday.subtract(1, 'day').format(format)] },
    { label: '本月', pair: [day.startOf('month').format(format), day.endOf('month').format(format)] },
    { label: '上月', pair: [lastMonth.format(format), lastMonth.endOf('month').format(format)] },
    { label: '本学期', pair: termOf(today) },
  ];
  return months ? ranges.filter(({ pair }) => pair.join() === wholeMonths(...pair).join()) : ranges;
}

/** What a search field's `initial` means as a range; undefined when it names none. */
export function initialRange(initial: string, today: string): DayPair | undefined {
  const day = dayjs(today);
  switch (initial) {
    case 'today':
      return [today, today];
    case 'thisWeek': {
      const monday = day.subtract((day.day() + 6) % 7, 'day');
      return [monday.format(format), monday.add(6, 'day').format(format)];
    }
    case 'thisMonth':
      return [day.startOf('month').format(format), day.endOf('month').format(format)];
    case 'last7Days':
      return [day.subtract(6, 'day').format(format), today];
    // Today is not over yet: what is booked in its evening would be missing.
    case 'past7Days':
      return [day.subtract(7, 'day').format(format), day.subtract(1, 'day').format(format)];
    case 'next7Days':
      return [day.add(1, 'day').format(format), day.add(7, 'day').format(format)];
    // What is planned ahead shows where it was planned, beside what came of the last days.
    case 'weekAround':
      return [day.subtract(6, 'day').format(format), day.add(7, 'day').format(format)];
    default: {
      const [from = '', to = ''] = initial.split(',');
      return from && to ? [from, to] : undefined;
    }
  }
}
