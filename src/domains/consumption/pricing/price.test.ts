/** Which rule prices a trade, and what the nth time costs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { PricedTrade } from '../../wallet/public.server.ts';
import {
  type FixedRule,
  nthPriceFen,
  type PriceCase,
  priceCount,
  priceDishes,
  priceFixed,
  priceKeyed,
  priceWeighed,
  ruleFor,
  takeFen,
} from './price.ts';
import { priceLines } from './price-words.ts';

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

  test('the trace names rule, time and price; the meal bounds the times', () => {
    const priced = priceFixed([{ ...base, secondPriceFen: 1500 }], lunch, { ...free, dayLimitCount: 3 })(
      counters(1),
    ) as PricedTrade;
    expect(priced).toMatchObject({
      originFen: 1500,
      discountFen: 0,
      amountFen: 1500,
      limits: { mealMaxCount: 2, dayMaxCount: 3 },
    });
    expect(priceLines(priced.trace)).toEqual(['本餐第 2 次', '适用定值规则 1：第一次 8.00 元，本次 15.00 元']);
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

describe('plates', () => {
  test('grams × price per 100 g, rounded half up take by take', () => {
    expect(takeFen({ grams: 125, pricePer100gFen: 320 })).toBe(400);
    expect(takeFen({ grams: 125, pricePer100gFen: 322 })).toBe(403);
    expect(takeFen({ grams: 1, pricePer100gFen: 50 })).toBe(1);
    expect(takeFen({ grams: 1, pricePer100gFen: 49 })).toBe(0);
    const takes = [
      { name: '红烧肉', grams: 125, pricePer100gFen: 322 },
      { name: '青菜', grams: 210, pricePer100gFen: 158 },
    ];
    const priced = priceWeighed(takes, '午餐', 2, { ...free, singleLimitFen: 5000 })(counters(0)) as PricedTrade;
    expect(priced).toMatchObject({ amountFen: 403 + 332, limits: { mealMaxCount: 2, singleMaxFen: 5000 } });
    expect(JSON.stringify(priced.trace)).toContain('红烧肉 125 克 × 每百克 3.22 元 = 4.03 元');
  });

  test('the trade is the sum of its takes, whatever lies on the scale', () => {
    const take = fc.record({
      name: fc.constant('菜'),
      grams: fc.integer({ min: 1, max: 3000 }),
      pricePer100gFen: fc.integer({ min: 1, max: 20_000 }),
    });
    fc.assert(
      fc.property(fc.array(take, { minLength: 1, maxLength: 10 }), (takes) => {
        const sum = takes.reduce((total, t) => total + Math.floor((t.grams * t.pricePer100gFen + 50) / 100), 0);
        const priced = priceWeighed(takes, null, null, free)(counters(0));
        return sum === 0 ? isRefusal(priced) : (priced as PricedTrade).amountFen === sum;
      }),
    );
  });

  test('portions are quantity × price; an empty plate is no trade', () => {
    const dishes = [{ name: '米饭', quantity: 2, unitPriceFen: 50 }];
    expect(priceDishes(dishes, null, null, free)(counters(0))).toMatchObject({ amountFen: 100 });
    expect(isRefusal(priceDishes([], null, null, free)(counters(0)))).toBe(true);
  });
});

test('a counted meal costs a time and no money, bounded by times only', () => {
  const limits = { singleLimitFen: 100, dayLimitFen: 100, dayLimitCount: 3 };
  expect(priceCount('午餐', 1, limits)(counters(0))).toMatchObject({
    amountFen: 0,
    countUsed: 1,
    limits: { mealMaxCount: 1, dayMaxCount: 3 },
  });
  expect(priceCount('午餐', 1, limits)(counters(0))).not.toHaveProperty('limits.dayMaxFen');
});
