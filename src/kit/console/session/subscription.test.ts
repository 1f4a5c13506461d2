/** When the subscription notice opens and how it words things. */
import { expect, it } from 'vitest';
import { isDue, isOverdue, percentText, type SubscriptionNotice, subscribeTypeText } from './subscription.ts';

const day = 24 * 3_600_000;
const now = Date.parse('2026-03-10T10:00:00+08:00');
const notice = (nextTradeTime: string, amount: number | string = 120.5): SubscriptionNotice => ({
  contractor: { name: '味佳餐饮' },
  name: '商超',
  subscribeType: 'MONTHLY',
  serviceFeeRatio: 0.0125,
  orderCalcStartTime: '2026-02-01',
  orderCalcEndTime: '2026-02-28',
  amount,
  nextTradeTime,
  orderid: 1,
});
const inDays = (days: number) => new Date(now + days * day).toISOString();

it('opens within ten days of the deadline and after it', () => {
  expect(isDue(notice(inDays(10)), now)).toBe(true);
  expect(isDue(notice(inDays(10.01)), now)).toBe(false);
  expect(isDue(notice(inDays(-3)), now)).toBe(true);
});

it('stays closed for an amount of 0, without a notice, or with a deadline nobody can read', () => {
  expect(isDue(notice(inDays(1), 0), now)).toBe(false);
  expect(isDue(notice(inDays(1), '0.00'), now)).toBe(false);
  expect(isDue(undefined, now)).toBe(false);
  expect(isDue(notice('soon'), now)).toBe(false);
});

it('reads a bare time as +08:00', () => {
  expect(isOverdue(notice('2026-03-10 09:59:59'), now)).toBe(true);
  expect(isOverdue(notice('2026-03-10 10:00:01'), now)).toBe(false);
});

it('shows the ratio as a percent and the type in words', () => {
  expect(percentText(0.0125)).toBe('1.25%');
  expect(percentText(0.07)).toBe('7%');
  expect(subscribeTypeText('MONTHLY')).toBe('按月');
  expect(subscribeTypeText('YEARLY')).toBe('按年');
});
