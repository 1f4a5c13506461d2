/** The rule trace in a clerk's words. */
import { describe, expect, test } from 'vitest';
import { traceLines } from './trade-cells.tsx';

describe('traceLines', () => {
  test('names price, counters, limits and purses', () => {
    const trace = {
      price: { lines: ['午餐，学生，本餐第 2 次'] },
      counters: [1, 1000, 2, 1500] as [number, number, number, number],
      limits: { mealMaxCount: 2, singleMaxFen: 3000 },
    };
    expect(traceLines(trace, { mainFen: 1000, subsidyFen: 500, giftFen: 0 })).toEqual([
      '午餐，学生，本餐第 2 次',
      '此前本餐 1 次 10.00 元，当日 2 次 15.00 元',
      '适用限制：每餐 2 次，单笔上限 30.00 元',
      '补贴账户扣 5.00 元',
      '主账户扣 10.00 元',
    ]);
  });

  test('a reversal names what it takes back and why', () => {
    expect(traceLines({ reverses: 7, reason: '刷错', split: [{ account: 'wallet:MAIN', fen: -900 }] })).toEqual([
      '退回原交易 7，原因：刷错',
      '主账户退回 9.00 元',
    ]);
  });
});
