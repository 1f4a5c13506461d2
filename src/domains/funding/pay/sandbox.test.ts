/** Payments by the payer's code in the sandbox, and whose code it is. */
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../kit/server/clock.ts';
import { channelOfCode } from './code-channel.ts';
import type { CodePayment, PayProvider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';

const now = Date.parse('2026-11-20T12:00:00+08:00');
const clock = manualClock(now);
const order: CodePayment = {
  outTradeNo: 'XF1',
  amountFen: 1_250,
  description: '一食堂午餐',
  expiresAt: now + 60_000,
  authCode: '134567890123456789',
  deviceNo: 'POS-007',
};

test('whose code it is', () => {
  for (const start of ['10', '11', '12', '13', '14', '15']) expect(channelOfCode(start.padEnd(18, '7'))).toBe('WECHAT');
  for (const start of ['25', '26', '27', '28', '29', '30'])
    for (const length of [16, 18, 24]) expect(channelOfCode(start.padEnd(length, '7'))).toBe('ALIPAY');
  const neither = ['', '13'.padEnd(17, '7'), '13'.padEnd(19, '7'), '16'.padEnd(18, '7'), '09'.padEnd(18, '7')];
  neither.push('28'.padEnd(15, '7'), '28'.padEnd(25, '7'), '24'.padEnd(18, '7'), '31'.padEnd(18, '7'));
  neither.push(`13${'7'.repeat(15)}x`, ` ${'13'.padEnd(18, '7')}`, `${'13'.padEnd(18, '7')}\n`);
  for (const code of neither) expect([code, channelOfCode(code)]).toEqual([code, undefined]);
});

describe('the sandbox', () => {
  const sandbox = () => sandboxProvider('WECHAT', { clock, secret: 's' });
  const by = (provider: PayProvider, ending: string, more: Partial<CodePayment> = {}) =>
    provider.payByCode({ ...order, authCode: `13456789012345${ending}`, ...more });
  const paid = { state: 'PAID', channelNo: 'SBXF1', amountFen: 1_250, paidAt: now };

  test('pays at once, and never twice for one number', async () => {
    const own = sandbox();
    expect(await by(own, '1234')).toEqual(paid);
    expect(await by(own, '5678', { amountFen: 9_999 })).toEqual(paid);
    expect(await by(own, '0000')).toEqual(paid);
    expect(await own.query('XF1')).toEqual(paid);
  });

  test('0000 is refused and leaves nothing behind', async () => {
    const own = sandbox();
    expect(await by(own, '0000')).toEqual({ state: 'REFUSED', detail: '余额不足' });
    expect(await own.query('XF1')).toEqual({ state: 'NOT_FOUND' });
  });

  test('9999 waits for the payer', async () => {
    const own = sandbox();
    expect(await by(own, '9999')).toEqual({ state: 'WAITING' });
    expect(await by(own, '9999')).toEqual({ state: 'WAITING' });
    expect(own.readCallback(own.pay('XF1')!)).toMatchObject({ kind: 'PAYMENT', payment: { outTradeNo: 'XF1' } });
    expect(await own.query('XF1')).toEqual(paid);
  });

  test('revoked, waiting or paid, it is closed and stays so', async () => {
    for (const ending of ['9999', '1234']) {
      const own = sandbox();
      await by(own, ending);
      expect(await own.revoke('XF1')).toBe('CLOSED');
      expect(await own.query('XF1')).toEqual({ state: 'CLOSED' });
      expect(own.pay('XF1')).toBeUndefined();
      expect(await by(own, '1234')).toEqual({ state: 'CLOSED' });
    }
    expect(await sandbox().revoke('XF2')).toBe('CLOSED');
  });

  test('what was paid unheard is known when asked, closed before or not', async () => {
    const own = sandbox();
    await own.createPayment(order);
    await own.close('XF1');
    own.paidUnheard({ outTradeNo: 'XF1', amountFen: 1_250, paidAt: now });
    expect(await own.query('XF1')).toEqual(paid);
    expect(await own.close('XF1')).toBe('PAID');
  });
});
