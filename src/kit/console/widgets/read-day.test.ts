/** Days as they are typed. */
import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

it.each([
  ['2026-11-03', '2026-11-03'],
  [' 20261103 ', '2026-11-03'],
  ['2026/11/3', '2026-11-03'],
  ['2026.1.31', '2026-01-31'],
  ['2028-02-29', '2028-02-29'],
])('reads %s', (typed, day) => expect(readDay(typed)).toBe(day));

it.each(['', '2026', '2026-02-29', '2026-13-01', '2026113', '03-11-2026', '明天'])('does not read %j', (typed) =>
  expect(readDay(typed)).toBeUndefined(),
);
