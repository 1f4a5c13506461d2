/** Amounts, days, ends, carry over and forecasts of rules, without a database. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subsidyBounds } from '../use-limits.ts';
import { amountUnder } from './amount.ts';
import { isGrantDay, lastDayOf, monthEnd, nextGrantDay, periodOf } from './calendar.ts';
import { carryShares } from './carry.ts';
import { forecast, warningOf } from './forecast.ts';
import type { Rule } from './rule.ts';
import { grantDayText, monthDays } from './words.ts';

const rule: Rule = {
  id: 1,
  name: '餐补',
  amounts: new Map([
    [11, 20_000],
    [12, 1_500],
  ]),
  cycle: 'MONTH',
  dayOfCycle: 1,
  basis: 'FIXED',
  maxUnits: null,
  clearAt: 'MONTH',
  validDays: null,
  carryOver: 'CLEAR',
  carryMaxFen: 0,
  debitOrder: 5,
};

describe('amounts', () => {
  it.each([
    [rule, 11, null, { amountFen: 20_000, units: null }],
    [rule, 99, null, { wrong: '人员类别不在规则范围内' }],
    [{ ...rule, basis: 'ATTENDANCE' as const }, 12, 21, { amountFen: 31_500, units: 21 }],
    [{ ...rule, basis: 'ATTENDANCE' as const, maxUnits: 20 }, 12, 21, { amountFen: 30_000, units: 20 }],
    [{ ...rule, basis: 'ATTENDANCE' as const }, 12, null, { wrong: '缺少出勤天数' }],
    [{ ...rule, basis: 'SHIFT' as const }, 12, 0, { wrong: '班次数为 0' }],
    [{ ...rule, basis: 'SHIFT' as const }, 12, -2, { wrong: '班次数不正确：-2' }],
  ])('of %o for type %i and %o units', (one, typeId, units, expected) => {
    expect(amountUnder(one, typeId, units)).toEqual(expected);
  });
});

describe('days', () => {
  it.each([
    ['DAY', '2026-11-20', '2026-11-20'],
    ['WEEK', '2026-11-20', '2026-W47'],
    ['WEEK', '2027-01-01', '2026-W53'],
    ['WEEK', '2024-12-30', '2025-W01'],
    ['MONTH', '2026-11-20', '2026-11'],
    ['YEAR', '2026-11-20', '2026'],
    ['ONCE', '2026-11-20', '2026-11'],
  ] as const)('%s: %s belongs to %s', (cycle, date, period) => {
    expect(periodOf(cycle, date)).toBe(period);
  });

  it.each([
    ['MONTH', 1, '2026-11-20', '2026-12-01'],
    ['MONTH', 31, '2026-02-01', '2026-02-28'],
    ['MONTH', 31, '2024-02-10', '2024-02-29'],
    ['WEEK', 1, '2026-11-20', '2026-11-23'],
    ['WEEK', 5, '2026-11-20', '2026-11-20'],
    ['YEAR', 901, '2026-11-20', '2027-09-01'],
    ['YEAR', 229, '2026-01-01', '2026-02-28'],
    ['DAY', 1, '2026-11-20', '2026-11-20'],
    ['ONCE', 1, '2026-11-20', undefined],
  ] as const)('%s %i from %s is %s', (cycle, dayOfCycle, from, expected) => {
    expect(nextGrantDay({ cycle, dayOfCycle }, from)).toBe(expected);
  });

  it.each([
    ['WEEK', '2026-11-20', '2026-11-22'],
    ['MONTH', '2026-11-20', '2026-11-30'],
    ['QUARTER', '2026-11-20', '2026-12-31'],
    ['QUARTER', '2026-01-01', '2026-03-31'],
    ['YEAR', '2026-11-20', '2026-12-31'],
    ['DAYS', '2026-11-20', '2026-11-29'],
    ['NEVER', '2026-11-20', null],
  ] as const)('%s of %s ends on %s', (clearAt, date, expected) => {
    expect(lastDayOf({ clearAt, validDays: 10, carryOver: 'CLEAR' }, date)).toBe(expected);
  });

  it('what is carried over whole never ends; every month has exactly one day of grant', () => {
    expect(lastDayOf({ clearAt: 'MONTH', validDays: null, carryOver: 'CARRY' }, '2026-11-20')).toBeNull();
    fc.assert(
      fc.property(
        fc.integer({ min: 2020, max: 2040 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, dayOfCycle) => {
          const first = `${year}-${String(month).padStart(2, '0')}-01`;
          const days = Number(monthEnd(first).slice(8));
          const grants = Array.from(
            { length: days },
            (_, i) => `${first.slice(0, 8)}${String(i + 1).padStart(2, '0')}`,
          );
          expect(grants.filter((day) => isGrantDay({ cycle: 'MONTH', dayOfCycle }, day))).toHaveLength(1);
        },
      ),
    );
  });

  it.each(['2024-02', '2026-02', '2100-02', '2026-04', '2026-12'])('%s ends where the calendar says', (month) => {
    expect(monthDays(month)).toEqual([`${month}-01`, monthEnd(`${month}-01`)]);
  });

  it('are said and refused in the clerk’s words', () => {
    expect(grantDayText('MONTH', 31)).toBe('每月最后一天');
    expect(grantDayText('WEEK', 3)).toBe('每周三');
    expect(grantDayText('YEAR', 901)).toBe('每年 9 月 1 日');
  });
});

describe('what is left at the end', () => {
  it('is cleared, carried up to the cap over all lots of a person, or carried whole', () => {
    expect(carryShares(undefined, [300, 0])).toEqual([
      { clearedFen: 300, carriedFen: 0 },
      { clearedFen: 0, carriedFen: 0 },
    ]);
    expect(carryShares({ carryOver: 'CARRY_MAX', carryMaxFen: 5000 }, [1000, 7000, 500])).toEqual([
      { clearedFen: 0, carriedFen: 1000 },
      { clearedFen: 3000, carriedFen: 4000 },
      { clearedFen: 500, carriedFen: 0 },
    ]);
    expect(carryShares({ carryOver: 'CARRY', carryMaxFen: 0 }, [9])).toEqual([{ clearedFen: 0, carriedFen: 9 }]);
  });

  it('never makes or loses a fen, and never keeps more than the cap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { maxLength: 8 }), fc.integer({ min: 1, max: 200_000 }), (lots, cap) => {
        const shares = carryShares({ carryOver: 'CARRY_MAX', carryMaxFen: cap }, lots);
        const total = lots.reduce((a, b) => a + b, 0);
        shares.forEach((share, i) => {
          expect(share.clearedFen + share.carriedFen).toBe(lots[i]);
        });
        expect(shares.reduce((sum, share) => sum + share.carriedFen, 0)).toBe(Math.min(cap, total));
      }),
    );
  });
});

describe('budgets', () => {
  it('foresee the month’s end and warn before it', () => {
    expect(forecast('MEAL', 10_000, 0, 10, 30)).toBe(30_000);
    expect(forecast('MEAL', 10_000, 0, 30, 30)).toBe(10_000);
    expect(forecast('SUBSIDY', 10_000, 5_000, 3, 30)).toBe(15_000);
    expect(forecast('MEAL', 0, 0, 0, 30)).toBe(0);
    expect(warningOf(10_000, 5_000, 9_000)).toBe('FINE');
    expect(warningOf(10_000, 9_000, 9_000)).toBe('NEAR');
    expect(warningOf(10_000, 9_000, 10_001)).toBe('WILL');
    expect(warningOf(10_000, 10_001, 10_001)).toBe('OVER');
  });
});

describe('where it may be spent', () => {
  const purse = (ruleId: number) => ({
    walletId: 1,
    kind: 'SUBSIDY' as const,
    batchId: 1,
    ruleId,
    expiresOn: null,
    availableFen: 100,
  });
  it('binds lots of rules with meals or sites, and nothing else', () => {
    expect(subsidyBounds(new Map(), { mealPeriodId: 1, deploySiteId: 1 })).toEqual({});
    const use = new Map([
      [7, { mealIds: [1], siteIds: [5], dayLimitFen: null }],
      [9, { mealIds: [], siteIds: [], dayLimitFen: 800 }],
    ]);
    const at = (mealPeriodId: number, deploySiteId: number, ruleId: number) =>
      (subsidyBounds(use, { mealPeriodId, deploySiteId }).purseCapFen?.(purse(ruleId)) ?? 0) > 0;
    expect(at(1, 5, 7)).toBe(true);
    expect(at(2, 5, 7)).toBe(false);
    expect(at(1, 6, 7)).toBe(false);
    expect(at(2, 6, 8)).toBe(true);
    expect(at(2, 6, 9)).toBe(true);
    expect(at(2, 6, 0)).toBe(true);
    expect(subsidyBounds(use, { mealPeriodId: 1, deploySiteId: 1 }).ruleDayLimitsFen).toEqual(new Map([[9, 800]]));
  });
});
