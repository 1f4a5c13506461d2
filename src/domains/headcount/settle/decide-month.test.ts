/** Properties of the month’s decision, and the sentences diners are shown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decided, decideMonth, isMiss, type MealCase, shareOf, type Terms } from './decide-month.ts';

const terms = (more: Partial<Terms> = {}): Terms => ({
  ruleName: '午餐报餐',
  version: { no: 4, since: '2026-11-01' },
  onMiss: 'CHARGE',
  freePerMonth: 2,
  steps: [
    { from: 3, basisPoints: 5_000 },
    { from: 4, basisPoints: 10_000 },
  ],
  dayCapFen: null,
  monthCapFen: null,
  ...more,
});
const meal = (day: number, more: Partial<MealCase> = {}): MealCase => ({
  diningDate: `2026-11-${String(day).padStart(2, '0')}`,
  mealPeriodId: 1,
  mealName: '午餐',
  startTime: '11:00',
  endTime: '13:30',
  portions: 1,
  priceFen: 1200,
  terms: terms(),
  eaten: null,
  unclear: null,
  excuse: null,
  ...more,
});
const fates = (decided: readonly Decided[]) => decided.map((one) => [one.fate, one.nth, one.chargeFen]);
const total = (meals: readonly MealCase[]) => decideMonth(meals).reduce((sum, one) => sum + one.chargeFen, 0);

describe('a month of meals', () => {
  test('forgives the earliest misses, charges half the third and the whole of what follows', () => {
    expect(fates(decideMonth([9, 3, 5, 12].map((day) => meal(day))))).toEqual([
      ['EXEMPT', 1, 0],
      ['EXEMPT', 2, 0],
      ['CHARGE', 3, 600],
      ['CHARGE', 4, 1200],
    ]);
  });

  test('a late record for the 3rd frees its forgiveness, and the charge of the 9th falls', () => {
    const month = [meal(3), meal(5), meal(9)];
    expect(total(month)).toBe(600);
    const late = month.map((one) => (one.diningDate === '2026-11-03' ? { ...one, eaten: '11:41 脱机刷卡' } : one));
    expect(fates(decideMonth(late))).toEqual([
      ['EATEN', 0, 0],
      ['EXEMPT', 1, 0],
      ['EXEMPT', 2, 0],
    ]);
  });

  test('absence, white list and waiver are no misses; who came and was refused is for a person to judge', () => {
    const month = [
      meal(1, { excuse: { kind: 'ABSENCE', note: '研学' } }),
      meal(2, { excuse: { kind: 'WAIVED', note: '设备故障' } }),
      meal(3, { unclear: '11:20 到场刷卡被拒：余额不足' }),
      meal(4),
    ];
    expect(fates(decideMonth(month))).toEqual([
      ['EXCUSED', 0, 0],
      ['EXCUSED', 0, 0],
      ['UNCLEAR', 0, 0],
      ['EXEMPT', 1, 0],
    ]);
    expect(decideMonth(month).map((one) => one.reason)).toEqual([
      '已登记缺勤：研学',
      '已豁免：设备故障',
      '11:20 到场刷卡被拒：余额不足',
      '11-04 午餐报 1 份，截止后未取消；供餐 11:00–13:30 无消费、取餐、脱机记录；本月第 1 次报餐未就餐，每月免扣 2 次，这是其中第 1 次',
    ]);
  });

  test('the reason carries rule, price, share and sum', () => {
    expect(decideMonth([1, 2, 3].map((day) => meal(day))).at(-1)?.reason).toBe(
      '11-03 午餐报 1 份，截止后未取消；供餐 11:00–13:30 无消费、取餐、脱机记录；本月第 3 次报餐未就餐，免扣 2 次已用完，按规则「午餐报餐」第 4 版（2026-11-01 起）扣餐价 12.00 元的 50%，计 6.00 元',
    );
  });

  test('caps of day and month bound the sum, and say so', () => {
    const free = { freePerMonth: 0, steps: [] };
    const day = terms({ ...free, dayCapFen: 1500 });
    const two = [meal(1, { terms: day }), meal(1, { terms: day, mealPeriodId: 2, startTime: '17:00' })];
    expect(fates(decideMonth(two))).toEqual([
      ['CHARGE', 1, 1200],
      ['CHARGE', 2, 300],
    ]);
    expect(decideMonth(two)[1]?.reason).toContain('已到每日上限');
    const month = terms({ ...free, monthCapFen: 1200 });
    expect(fates(decideMonth([meal(1, { terms: month }), meal(2, { terms: month })]))).toEqual([
      ['CHARGE', 1, 1200],
      ['EXEMPT', 2, 0],
    ]);
  });

  test('a rule that warns or does nothing charges nothing, and still counts the miss', () => {
    const month = [
      meal(1, { terms: terms({ onMiss: 'NONE' }) }),
      meal(2, { terms: terms({ onMiss: 'WARN' }) }),
      meal(3),
    ];
    expect(fates(decideMonth(month))).toEqual([
      ['IGNORED', 1, 0],
      ['WARNED', 2, 0],
      ['CHARGE', 3, 600],
    ]);
  });
});

const termsArb: fc.Arbitrary<Terms> = fc
  .record({
    onMiss: fc.constantFrom('CHARGE' as const, 'CHARGE' as const, 'CHARGE' as const, 'WARN' as const),
    freePerMonth: fc.nat(3),
    shares: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 3 }),
    dayCapFen: fc.option(fc.nat(3_000)),
    monthCapFen: fc.option(fc.nat(9_000)),
  })
  .map(({ shares, ...rest }) => ({
    ruleName: '规则',
    version: null,
    ...rest,
    steps: [...shares].sort((a, b) => a - b).map((basisPoints, i) => ({ from: i + 1, basisPoints })),
  }));
/** A rule in several versions: every meal is judged by the one of its time. */
const monthArb = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 30 }),
    mealPeriodId: fc.integer({ min: 1, max: 3 }),
    priceFen: fc.integer({ min: 0, max: 3_000 }),
    terms: termsArb,
    fate: fc.constantFrom('missed', 'missed', 'eaten', 'excused', 'unclear'),
  }),
  { maxLength: 40 },
);
const monthOf = (rows: typeof monthArb extends fc.Arbitrary<infer T> ? T : never): MealCase[] => {
  const byKey = new Map<string, MealCase>();
  for (const row of rows)
    byKey.set(
      `${row.day}/${row.mealPeriodId}`,
      meal(row.day, {
        mealPeriodId: row.mealPeriodId,
        startTime: `${String(6 + row.mealPeriodId * 4).padStart(2, '0')}:00`,
        priceFen: row.priceFen,
        terms: row.terms,
        eaten: row.fate === 'eaten' ? '刷卡' : null,
        excuse: row.fate === 'excused' ? { kind: 'ABSENCE', note: '' } : null,
        unclear: row.fate === 'unclear' ? '被拒' : null,
      }),
    );
  return [...byKey.values()];
};

describe('whatever the month', () => {
  test('the order in which facts became known does not matter', () => {
    fc.assert(
      fc.property(monthArb, fc.nat(), (rows, seed) => {
        const month = monthOf(rows);
        const shuffled = [...month].sort((a, b) => ((a.priceFen * 31 + seed) % 17) - ((b.priceFen * 31 + seed) % 17));
        expect(decideMonth(shuffled)).toEqual(decideMonth(month));
      }),
    );
  });

  test('one more meal known as eaten, excused or unclear never raises what the month costs', () => {
    fc.assert(
      fc.property(monthArb, fc.nat(), fc.constantFrom('eaten', 'excuse', 'unclear'), (rows, which, how) => {
        const month = monthOf(rows);
        const missed = month.filter((one) => one.eaten === null && !one.excuse && one.unclear === null);
        const chosen = missed[which % Math.max(1, missed.length)];
        if (!chosen) return;
        const known = month.map((one) =>
          one === chosen ? { ...one, [how]: how === 'excuse' ? { kind: 'WAIVED' as const, note: '' } : '凭据' } : one,
        );
        expect(total(known)).toBeLessThanOrEqual(total(month));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a meal that is no miss is told alike alone and in its month, and counts for no other', () => {
    fc.assert(
      fc.property(monthArb, (rows) => {
        const month = monthOf(rows);
        const ofMisses = decideMonth(month.filter(isMiss));
        for (const decided of decideMonth(month)) {
          const own = month.find(
            (one) => one.diningDate === decided.diningDate && one.mealPeriodId === decided.mealPeriodId,
          )!;
          if (isMiss(own)) expect(ofMisses).toContainEqual(decided);
          else expect(decideMonth([own])).toEqual([decided]);
        }
      }),
    );
  });

  test('no charge is above the price of its meal, nor below zero, nor of a meal that was no miss', () => {
    fc.assert(
      fc.property(monthArb, (rows) => {
        const month = monthOf(rows);
        for (const one of decideMonth(month)) {
          const own = month.find((m) => m.diningDate === one.diningDate && m.mealPeriodId === one.mealPeriodId)!;
          expect(one.chargeFen).toBeGreaterThanOrEqual(0);
          expect(one.chargeFen).toBeLessThanOrEqual(own.priceFen);
          if (one.nth === 0 || one.nth <= own.terms.freePerMonth) expect(one.chargeFen).toBe(0);
        }
      }),
    );
  });

  test('shares rise with the misses', () => {
    fc.assert(
      fc.property(termsArb, fc.integer({ min: 1, max: 9 }), (rule, nth) => {
        expect(shareOf(rule, nth)).toBeLessThanOrEqual(shareOf(rule, nth + 1));
      }),
    );
  });
});
