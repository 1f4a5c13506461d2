/** The meal and business day of an instant. */
import { describe, expect, test } from 'vitest';
import { dayKind } from './day-kind.ts';
import { mealAt } from './meal-at.ts';

const meals = [
  { id: 1, name: '早餐', startTime: '06:30', endTime: '09:00' },
  { id: 2, name: '午餐', startTime: '10:30', endTime: '13:30' },
  { id: 3, name: '夜宵', startTime: '21:00', endTime: '26:00' },
];
const at = (text: string) => Date.parse(`${text}+08:00`);

describe('mealAt', () => {
  test.each([
    ['2026-11-20T06:30:00', '2026-11-20', 1],
    ['2026-11-20T08:59:59', '2026-11-20', 1],
    ['2026-11-20T09:00:00', '2026-11-20', undefined],
    ['2026-11-20T12:00:00', '2026-11-20', 2],
    ['2026-11-21T01:59:00', '2026-11-20', 3],
    ['2026-11-21T03:59:00', '2026-11-20', undefined],
    ['2026-11-21T04:00:00', '2026-11-21', undefined],
  ])('%s is business day %s, meal %s', (time, date, meal) => {
    const found = mealAt(meals, at(time));
    expect([found.date, found.meal?.id]).toEqual([date, meal]);
  });
});

describe('dayKind', () => {
  test('the calendar goes before the weekday', () => {
    expect(dayKind('2026-11-20', new Map())).toBe('WORKDAY');
    expect(dayKind('2026-11-21', new Map())).toBe('WEEKEND');
    expect(dayKind('2026-11-21', new Map([['2026-11-21', 'WORKDAY' as const]]))).toBe('WORKDAY');
  });
});
