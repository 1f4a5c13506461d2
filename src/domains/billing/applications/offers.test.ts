/** Prices: the best single activity, months more at their share, credits that never round up. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPrice, leftFen, type Offer, worthFen } from './offers.ts';
import { daysBetween, serviceState } from './service-state.ts';
import { addMonths } from './terms.ts';

const offer = (id: number, change: Partial<Offer>): Offer => ({
  id,
  name: `活动${id}`,
  discountType: 'PERCENT',
  percentPaid: null,
  minusFen: null,
  giftMonths: null,
  ...change,
});

test('of several activities the one that is worth most counts, alone', () => {
  const eight = offer(1, { percentPaid: 8_000 });
  const minus = offer(2, { discountType: 'MINUS', minusFen: 30_000 });
  const gift = offer(3, { discountType: 'GIFT_MONTH', giftMonths: 3 });
  expect(bestPrice(120_000, 1, [eight, minus])).toEqual({
    listFen: 120_000,
    minusFen: 30_000,
    giftMonths: 0,
    activityId: 2,
  });
  expect(bestPrice(120_000, 2, [eight, minus])).toEqual({
    listFen: 240_000,
    minusFen: 48_000,
    giftMonths: 0,
    activityId: 1,
  });
  expect(bestPrice(160_000, 1, [eight, minus, gift])).toEqual({
    listFen: 160_000,
    minusFen: 0,
    giftMonths: 3,
    activityId: 3,
  });
  expect(bestPrice(120_000, 1, [])).toEqual({ listFen: 120_000, minusFen: 0, giftMonths: 0, activityId: null });
});

test('no price falls below 0, no activity is worth more than the price, whatever they are', () => {
  const any = fc.record({
    id: fc.nat(9),
    name: fc.constant('x'),
    discountType: fc.constantFrom('PERCENT' as const, 'MINUS' as const, 'GIFT_MONTH' as const),
    percentPaid: fc.integer({ min: 0, max: 10_000 }),
    minusFen: fc.integer({ min: 1, max: 10 ** 8 }),
    giftMonths: fc.integer({ min: 1, max: 36 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 7 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(any, { maxLength: 5 }),
      (year, years, offers) => {
        const price = bestPrice(year, years, offers);
        expect(price.listFen - price.minusFen).toBeGreaterThanOrEqual(0);
        const worth = Math.max(0, ...offers.map((one) => worthFen(one, year * years, year)));
        const got = price.minusFen || (price.activityId === null ? 0 : worth);
        expect(got).toBe(worth);
      },
    ),
  );
});

test('what is left of a paid term is never more than its part, and all of one that has not begun', () => {
  expect(leftFen(36_500, 365, 365)).toBe(36_500);
  expect(leftFen(36_500, 100, 365)).toBe(10_000);
  expect(leftFen(100, 1, 365)).toBe(0);
  expect(leftFen(100, -3, 365)).toBe(0);
  expect(leftFen(100, 900, 365)).toBe(100);
});

test('months end where a month ends', () => {
  expect([
    addMonths('2026-01-31', 1),
    addMonths('2028-01-31', 1),
    addMonths('2026-11-19', 12),
    addMonths('2026-12-31', 2),
  ]).toEqual(['2026-02-28', '2028-02-29', '2027-11-19', '2027-02-28']);
});

test('states follow from the dates', () => {
  const term = { onSale: true, base: false, trial: false, endOn: '2026-11-20', closedOn: null };
  const at = (today: string, change = {}) => serviceState({ ...term, ...change }, today);
  expect(at('2026-10-20')).toBe('ACTIVE');
  expect(at('2026-10-21')).toBe('EXPIRING');
  expect(at('2026-11-20')).toBe('EXPIRING');
  expect(at('2026-11-20', { trial: true })).toBe('TRIAL');
  expect(at('2026-11-21')).toBe('GRACE');
  expect(at('2026-12-05')).toBe('GRACE');
  expect(at('2026-12-06')).toBe('READ_ONLY');
  expect(at('2026-12-06', { trial: true })).toBe('READ_ONLY');
  expect(at('2026-12-06', { onSale: false })).toBe('FREE');
  expect(at('2026-12-06', { endOn: null })).toBe('NONE');
  expect(at('2026-12-06', { endOn: null, base: true })).toBe('ACTIVE');
  expect(at('2026-10-20', { closedOn: '2026-01-01' })).toBe('CLOSED');
  expect(daysBetween('2026-11-20', '2026-12-05')).toBe(15);
});
