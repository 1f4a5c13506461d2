/** A year on one sheet: its months and the way of the keys. */
import { expect, test } from 'vitest';
import { dayAfter, isWeekend, monthsOf, weekdayOf } from './year-days.ts';

test('a year has its days in months that start under their weekday', () => {
  const months = monthsOf(2028);
  expect(months.flatMap((one) => one.days)).toHaveLength(366);
  expect(months[1]!.days.at(-1)).toBe('2028-02-29');
  // A Saturday, and a Monday.
  expect([months[0]!.starts, monthsOf(2026)[5]!.starts]).toEqual([6, 1]);
  expect([weekdayOf('2026-11-29'), isWeekend('2026-11-28'), isWeekend('2026-11-27')]).toEqual(['周日', true, false]);
});

test('arrows go by days and weeks, pages by months, and none of them leaves the year', () => {
  const from = '2026-03-31';
  const way = (...keys: string[]) => keys.map((key) => dayAfter(from, key));
  expect(way('ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown')).toEqual([
    '2026-04-01',
    '2026-03-30',
    '2026-03-24',
    '2026-04-07',
  ]);
  expect(way('PageUp', 'PageDown', 'Home', 'End', 'a')).toEqual([
    '2026-02-28',
    '2026-04-30',
    '2026-01-01',
    '2026-12-31',
    undefined,
  ]);
  expect([dayAfter('2026-01-03', 'ArrowUp'), dayAfter('2026-12-31', 'PageDown')]).toEqual(['2026-01-03', '2026-12-31']);
});
