/** The days the State Council named for 2026, against the sums of its notice, and what is known of 2027. */
import { expect, test } from 'vitest';
import { nationalDays, nationalYears } from './national-days.ts';

const weekday = (day: string) => new Date(day).getUTCDay();

test('2026: 33 days off, six weekend days worked instead, each on a weekend', () => {
  const days = nationalDays('2026');
  const off = days.filter(({ kind }) => kind === 'HOLIDAY');
  const worked = days.filter(({ kind }) => kind === 'WORKDAY');
  expect([off.length, worked.length]).toEqual([33, 6]);
  expect(worked.map(({ day }) => weekday(day)).every((n) => n === 0 || n === 6)).toBe(true);
  expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
  expect(days.find(({ day }) => day === '2026-02-23')).toMatchObject({ kind: 'HOLIDAY', note: '春节' });
  expect(days.find(({ day }) => day === '2026-10-10')).toMatchObject({ kind: 'WORKDAY', note: '国庆节调休上班' });
});

test('2027 has the days the law fixes and says that the rest is waited for', () => {
  const days = nationalDays('2027');
  expect(days).toHaveLength(13);
  expect(days.every(({ kind, note }) => kind === 'HOLIDAY' && note.includes('待国务院通知'))).toBe(true);
  expect(nationalYears.find(({ value }) => value === '2027')?.label).toContain('待国务院通知');
});

test('a year nobody knows has none', () => {
  expect(nationalDays('2035')).toEqual([]);
});
