import { expect, test } from 'vitest';
import { type CutOff, cutOffAt } from './cut-off.ts';

const at = (text: string) => Date.parse(`${text}:00+08:00`);
const none = new Map();
const eve: CutOff = { days: 1, time: '18:00', workdays: false };
const friday: CutOff = { days: 1, time: '15:00', workdays: true };

test('days before are calendar days', () => {
  expect(cutOffAt('2026-11-23', eve, none)).toBe(at('2026-11-22T18:00'));
  expect(cutOffAt('2026-11-23', { ...eve, days: 0, time: '09:30' }, none)).toBe(at('2026-11-23T09:30'));
  expect(cutOffAt('2026-03-01', { ...eve, days: 2 }, none)).toBe(at('2026-02-27T18:00'));
});

test('counted in workdays, Monday closes on Friday', () => {
  expect(cutOffAt('2026-11-23', friday, none)).toBe(at('2026-11-20T15:00'));
  expect(cutOffAt('2026-11-24', friday, none)).toBe(at('2026-11-23T15:00'));
  expect(cutOffAt('2026-11-23', { ...friday, days: 3 }, none)).toBe(at('2026-11-18T15:00'));
});

test('the organization’s calendar says what a workday is: holidays are stepped over, a worked Sunday counts', () => {
  const calendar = new Map([
    ['2026-10-01', 'HOLIDAY'],
    ['2026-10-02', 'HOLIDAY'],
    ['2026-10-05', 'HOLIDAY'],
    ['2026-10-06', 'HOLIDAY'],
    ['2026-10-07', 'HOLIDAY'],
    ['2026-10-10', 'WORKDAY'],
  ] as const);
  expect(cutOffAt('2026-10-08', friday, calendar)).toBe(at('2026-09-30T15:00'));
  expect(cutOffAt('2026-10-12', friday, calendar)).toBe(at('2026-10-10T15:00'));
});

test('a calendar without workdays ends the search', () => {
  const off = new Map(
    Array.from({ length: 400 }, (_, i) => {
      const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
      return [day, 'HOLIDAY'] as const;
    }),
  );
  expect(cutOffAt('2026-12-01', friday, off)).toBeGreaterThan(0);
});
