/** Which rule prices a trade, and what the nth time costs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../kit/server/refusal.ts';
import type { PricedTrade } from '../wallet/types.ts';
import { type FixedRule, nthPriceFen, type PriceCase, priceFixed, priceKeyed, ruleFor } from './price.ts';

const base: FixedRule = {
  id: 1,
  mealPeriodId: 10,
  typeId: null,
  deploySiteId: null,
  restaurantId: null,
  firstPriceFen: 800,
  secondPriceFen: null,
  laterPriceFen: null,
  maxTimes: null,
  dateType: 'ALL',
  startDate: null,
  endDate: null,
  priority: 0,
};
const lunch: PriceCase = {
  meal: { id: 10, name: '午餐', startTime: '10:30', endTime: '13:30', times: 2 },
  date: '2026-11-20',
  dayKind: 'WORKDAY',
  typeId: 5,
  typeName: '教师',
  deploySiteId: 7,
  restaurantId: 3,
};
const free = { singleLimitFen: null, dayLimitFen: null, dayLimitCount: null };
const counters = (mealCount: number) => ({ mealCount, mealAmountFen: 0, dayCount: mealCount, dayAmountFen: 0 });

describe('ruleFor', () => {
  test('the closer rule wins: type and site over type over site over restaurant over the meal itself', () => {
    const rules: FixedRule[] = [
      base,
      { ...base, id: 2, restaurantId: 3 },
      { ...base, id: 3, deploySiteId: 7 },
      { ...base, id: 4, typeId: 5 },
      { ...base, id: 5, typeId: 5, deploySiteId: 7 },
      { ...base, id: 6, typeId: 5, deploySiteId: 7, startDate: '2026-11-01', endDate: '2026-11-30' },
    ];
    for (let n = rules.length; n >= 1; n -= 1) expect(ruleFor(rules.slice(0, n), lunch)?.id).toBe(n);
  });

  test('among equals priority, then the newer rule; the order of the list never matters', () => {
    const rules = [base, { ...base, id: 2, priority: 5 }, { ...base, id: 3, priority: 5 }, { ...base, id: 9 }];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rules, { minLength: rules.length }),
        (shuffled) => ruleFor(shuffled, lunch)?.id === 3,
      ),
    );
  });

  test.each([
    { mealPeriodId: 11 },
    { typeId: 6 },
    { deploySiteId: 8 },
    { restaurantId: 4 },
    { dateType: 'WEEKEND' as const },
    { startDate: '2026-11-21' },
    { endDate: '2026-11-19' },
  ])('a rule for something else does not price: %o', (other) => {
    expect(ruleFor([{ ...base, ...other }], lunch)).toBeUndefined();
  });
});

describe('priceFixed', () => {
  test('second and later times fall back to the price before', () => {
    expect([1, 2, 3, 4].map((n) => nthPriceFen(base, n))).toEqual([800, 800, 800, 800]);
    expect([1, 2, 3].map((n) => nthPriceFen({ ...base, secondPriceFen: 1200 }, n))).toEqual([800, 1200, 1200]);
    expect([1, 2, 3, 9].map((n) => nthPriceFen({ ...base, secondPriceFen: 1200, laterPriceFen: 2000 }, n))).toEqual([
      800, 1200, 2000, 2000,
    ]);
  });

  test('the trace names meal, type, time and price; the meal bounds the times', () => {
    const priced = priceFixed([{ ...base, secondPriceFen: 1500 }], lunch, { ...free, dayLimitCount: 3 })(
      counters(1),
    ) as PricedTrade;
    expect(priced).toMatchObject({
      originFen: 1500,
      discountFen: 0,
      amountFen: 1500,
      limits: { mealMaxCount: 2, dayMaxCount: 3 },
    });
    expect(JSON.stringify(priced.trace)).toContain('午餐，教师，本餐第 2 次');
  });

  test('a cheaper second time shows as a discount, a dearer one never as a negative one', () => {
    expect(priceFixed([{ ...base, secondPriceFen: 500 }], lunch, free)(counters(1))).toMatchObject({
      originFen: 800,
      discountFen: 300,
      amountFen: 500,
    });
    expect(priceFixed([{ ...base, secondPriceFen: 900 }], lunch, free)(counters(1))).toMatchObject({ discountFen: 0 });
  });

  test('without a rule the refusal names meal and type', () => {
    const answer = priceFixed([], lunch, free)(counters(0));
    expect(isRefusal(answer) && answer.params).toEqual({ meal: '午餐', type: '教师' });
  });
});

describe('priceKeyed', () => {
  test('takes the keyed amount, nothing at or below zero', () => {
    expect(priceKeyed(1234, '午餐', null, { ...free, singleLimitFen: 5000 })(counters(0))).toMatchObject({
      amountFen: 1234,
      limits: { singleMaxFen: 5000 },
    });
    expect(isRefusal(priceKeyed(0, null, null, free)(counters(0)))).toBe(true);
  });
});
