/** The three outcomes: which one a swipe is, and what each costs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { PricedTrade } from '../../wallet/public.server.ts';
import type { FixedRule } from '../pricing/price.ts';
import {
  type AttendanceCase,
  type AttendancePrices,
  absentPortions,
  priceAttendance,
  swipeAttendance,
} from './attendance.ts';

const fixed: FixedRule = {
  id: 1,
  mealPeriodId: 10,
  typeId: null,
  deploySiteId: null,
  restaurantId: null,
  firstPriceFen: 1000,
  secondPriceFen: 1500,
  laterPriceFen: 2000,
  maxTimes: null,
  dateType: 'ALL',
  startDate: null,
  endDate: null,
  priority: 0,
};
const own: AttendancePrices = { orderedFen: 800, absentFen: 500, walkInFen: 1200, allowWalkIn: true };
const none: AttendancePrices = { orderedFen: null, absentFen: null, walkInFen: null, allowWalkIn: true };
const ask = (more: Partial<AttendanceCase>): AttendanceCase => ({
  outcome: 'ORDERED_EATEN',
  meal: '午餐',
  type: '学生',
  nth: 1,
  exemptionsLeft: 0,
  ...more,
});
const fen = (c: AttendanceCase, prices = own, rule: FixedRule | undefined = fixed) =>
  (priceAttendance(c, prices, rule) as PricedTrade).amountFen;

test('every portion is eaten as ordered, walked in for, or left: none twice, none forgotten', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.nat(8), (ordered, swipes) => {
      let eaten = 0;
      const kinds = Array.from({ length: swipes }, () => swipeAttendance({ ordered, eaten: eaten++ }));
      const asOrdered = kinds.filter((k) => k === 'ORDERED_EATEN').length;
      expect(asOrdered + absentPortions({ ordered, eaten })).toBe(ordered);
      expect(kinds.length - asOrdered).toBe(Math.max(0, swipes - ordered));
    }),
  );
});

describe('prices', () => {
  test.each([
    ['ORDERED_EATEN', 800],
    ['ORDERED_ABSENT', 500],
    ['WALK_IN', 1200],
  ] as const)('%s has its own price', (outcome, price) => {
    expect(fen(ask({ outcome }))).toBe(price);
  });

  test('without an own price the fixed one holds; nobody pays for an absence then', () => {
    expect(fen(ask({}), none)).toBe(1000);
    expect(fen(ask({ outcome: 'WALK_IN' }), none)).toBe(1000);
    expect(fen(ask({ outcome: 'ORDERED_ABSENT' }), none)).toBe(0);
  });

  test('the second and later times cost what the fixed price says, where it names them', () => {
    expect([2, 3, 4].map((nth) => fen(ask({ outcome: 'WALK_IN', nth })))).toEqual([1500, 2000, 2000]);
    const flat = { ...fixed, secondPriceFen: null, laterPriceFen: null };
    expect([2, 3].map((nth) => fen(ask({ nth }), own, flat))).toEqual([800, 800]);
  });

  test('a forgiven absence costs nothing and says so', () => {
    const priced = priceAttendance(ask({ outcome: 'ORDERED_ABSENT', exemptionsLeft: 2 }), own, fixed) as PricedTrade;
    expect(priced.amountFen).toBe(0);
    expect(JSON.stringify(priced.trace)).toContain('还可免 2 次');
  });

  test('who may not walk in is told which meal; without any price the rule that is missing', () => {
    const no = priceAttendance(ask({ outcome: 'WALK_IN' }), { ...own, allowWalkIn: false }, fixed);
    expect(isRefusal(no) && [no.code, no.params]).toEqual(['WALK_IN_NOT_ALLOWED', { meal: '午餐', type: '学生' }]);
    const priceless = priceAttendance(ask({}), none, undefined);
    expect(isRefusal(priceless) && priceless.code).toBe('NO_PRICE');
  });
});
