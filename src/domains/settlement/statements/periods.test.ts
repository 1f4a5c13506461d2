/** Periods end with their day, their Sunday, their month, or with the contract; none is drawn up before it is over. */
import { expect, test } from 'vitest';
import { periodsOver } from './periods.ts';

const days = (cycle: 'D1' | 'WEEK' | 'MONTH', first: string, today: string, last: string | null = null) =>
  periodsOver(cycle, first, today, last).map(({ from, to }) => `${from}..${to}`);

test('each day, each week to Sunday, each month', () => {
  expect(days('D1', '2026-11-20', '2026-11-22')).toEqual(['2026-11-20..2026-11-20', '2026-11-21..2026-11-21']);
  expect(days('WEEK', '2026-11-11', '2026-11-23')).toEqual(['2026-11-11..2026-11-15', '2026-11-16..2026-11-22']);
  expect(days('MONTH', '2026-10-07', '2026-12-01')).toEqual(['2026-10-07..2026-10-31', '2026-11-01..2026-11-30']);
});

test('a running period waits', () => {
  expect(days('D1', '2026-11-22', '2026-11-22')).toEqual([]);
  expect(days('MONTH', '2026-11-01', '2026-11-30')).toEqual([]);
  expect(days('WEEK', '2026-11-16', '2026-11-22')).toEqual([]);
});

test('the last one ends with the contract, at once', () => {
  expect(days('MONTH', '2026-11-01', '2026-11-20', '2026-11-18')).toEqual(['2026-11-01..2026-11-18']);
  expect(days('MONTH', '2026-11-19', '2026-12-20', '2026-11-18')).toEqual([]);
});
