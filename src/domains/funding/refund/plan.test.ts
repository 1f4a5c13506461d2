/** Where main money goes back to. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credit, planRefund } from './plan.ts';

const credit = (rechargeOrderId: number, channel: string, amountFen: number, refundedFen = 0): Credit => ({
  rechargeOrderId,
  channel,
  amountFen,
  refundedFen,
});

test('what is left came from the newest credits: spent is first in, first out', () => {
  // 100 by WeChat long ago, 50 in cash later, 60 left: the cash is there, ten of the WeChat money.
  const credits = [credit(0, 'CASH', 5_000), credit(7, 'WECHAT', 10_000)];
  expect(planRefund(credits, 6_000, 6_000)).toEqual([
    { rechargeOrderId: 7, channel: 'WECHAT', amountFen: 1_000 },
    { rechargeOrderId: 0, channel: '', amountFen: 5_000 },
  ]);
});

test('a part goes to the channel first', () => {
  const credits = [credit(0, 'CASH', 5_000), credit(7, 'ALIPAY', 10_000)];
  expect(planRefund(credits, 15_000, 3_000)).toEqual([{ rechargeOrderId: 7, channel: 'ALIPAY', amountFen: 3_000 }]);
});

test('what went back before is not sent again', () => {
  expect(planRefund([credit(7, 'WECHAT', 10_000, 10_000)], 500, 500)).toEqual([
    { rechargeOrderId: 0, channel: '', amountFen: 500 },
  ]);
});

test('parts always sum to the amount and never exceed a recharge', () => {
  const someCredit = fc
    .record({
      channel: fc.constantFrom('WECHAT', 'ALIPAY', 'CASH', 'BANK'),
      amountFen: fc.integer({ min: 1, max: 9_000 }),
    })
    .chain((c) => fc.integer({ min: 0, max: c.amountFen }).map((refundedFen) => ({ ...c, refundedFen })));
  fc.assert(
    fc.property(fc.array(someCredit, { maxLength: 8 }), fc.nat(30_000), fc.nat(30_000), (list, a, b) => {
      const credits = list.map((c, i) => ({ ...c, rechargeOrderId: i + 1 }));
      const [amount, free] = a < b ? [a, b] : [b, a];
      const parts = planRefund(credits, free, amount);
      expect(parts.reduce((sum, p) => sum + p.amountFen, 0)).toBe(amount);
      for (const part of parts.filter((p) => p.rechargeOrderId !== 0)) {
        const own = credits[part.rechargeOrderId - 1]!;
        expect(['WECHAT', 'ALIPAY']).toContain(own.channel);
        expect(part.amountFen).toBeLessThanOrEqual(own.amountFen - own.refundedFen);
        expect(part.amountFen).toBeGreaterThan(0);
      }
    }),
  );
});
