/** A night snack belongs to its evening; months end where they end. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessDay, businessDayEnd, firstDayAfterMonth, monthOf } from './business-day.ts';

test.each([
  ['2026-11-20T03:59:59+08:00', '2026-11-19'],
  ['2026-11-20T04:00:00+08:00', '2026-11-20'],
  ['2026-11-20T23:59:59+08:00', '2026-11-20'],
  ['2027-01-01T01:00:00+08:00', '2026-12-31'],
])('%s is booked on %s', (at, day) => expect(businessDay(Date.parse(at))).toBe(day));

test('offset and cut-over are the organization’s', () => {
  expect(businessDay(Date.parse('2026-11-20T00:30:00Z'), 0, 0)).toBe('2026-11-20');
  expect(businessDay(Date.parse('2026-11-20T00:30:00Z'), -60, 0)).toBe('2026-11-19');
});

test('every instant lies before the end of its day and not before the end of the day before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => {
      const end = businessDayEnd(businessDay(at));
      expect(at).toBeLessThan(end);
      expect(at).toBeGreaterThanOrEqual(end - 86_400_000);
    }),
  );
});

test('months', () => {
  expect(firstDayAfterMonth('2026-12-05')).toBe('2027-01-01');
  expect(firstDayAfterMonth('2024-02-29')).toBe('2024-03-01');
  expect(monthOf('2026-11-20')).toBe('2026-11-01');
});
