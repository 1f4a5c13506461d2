/**
 * A channel that lives in the process, for demonstrations: payments are paid by a button, refunds succeed, callbacks are
 * signed with a secret of its own. A payer's code that ends in 0000 is refused, in 9999 waits for the button, any other
 * pays at once. Nothing of it is kept over a restart.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../kit/server/clock.ts';
import type { CallbackPayment, PayChannel, PaymentOrder, PaymentState, PayProvider, RawCallback } from './provider.ts';

export interface Sandbox extends PayProvider {
  /** The payer scans and pays; answers the callback the channel would send to the number paid to. Undefined: no such open payment. */
  pay(outTradeNo: string, merchantNo?: string): RawCallback | undefined;
  /** The payer has paid, whatever became of the order here, and no news of it was sent: asked, the channel says so. */
  paidUnheard(order: { outTradeNo: string; amountFen: number; paidAt: number }): void;
}

interface Payment extends PaymentOrder {
  state: PaymentState;
}

export const sandboxMerchantNo = 'SANDBOX';

/** `secret` signs the callbacks. */
export function sandboxProvider(channel: PayChannel, tools: { clock: Clock; secret: string }): Sandbox {
  const payments = new Map<string, Payment>();
  const sign = (body: string) => createHmac('sha256', tools.secret).update(`${channel}\n${body}`).digest('hex');
  const stateOf = (payment: Payment): PaymentState =>
    payment.state.state === 'WAITING' && payment.expiresAt <= tools.clock.now() ? { state: 'CLOSED' } : payment.state;
  const paid = ({ outTradeNo, amountFen }: PaymentOrder) => ({
    channelNo: `SB${outTradeNo}`,
    amountFen,
    paidAt: tools.clock.now(),
  });
  return {
    channel,
    merchantNo: sandboxMerchantNo,
    async createPayment(order) {
      const known = payments.get(order.outTradeNo);
      if (known && known.amountFen !== order.amountFen) return { refused: '商户单号重复' };
      if (!known) payments.set(order.outTradeNo, { ...order, state: { state: 'WAITING' } });
      return { code: `sandbox://${channel.toLowerCase()}/${order.outTradeNo}` };
    },
    async query(outTradeNo) {
      const payment = payments.get(outTradeNo);
      return payment ? stateOf(payment) : { state: 'NOT_FOUND' };
    },
    async close(outTradeNo) {
      const payment = payments.get(outTradeNo);
      if (payment?.state.state === 'PAID') return 'PAID';
      if (payment) payment.state = { state: 'CLOSED' };
      return 'CLOSED';
    },
    async payByCode({ authCode, deviceNo: _, ...order }) {
      const known = payments.get(order.outTradeNo);
      if (known) return stateOf(known);
      if (authCode.endsWith('0000')) return { state: 'REFUSED', detail: '余额不足' };
      const payment: Payment = { ...order, state: { state: 'WAITING' } };
      payments.set(order.outTradeNo, payment);
      if (!authCode.endsWith('9999')) payment.state = { state: 'PAID', ...paid(order) };
      return payment.state;
    },
    async revoke(outTradeNo) {
      const payment = payments.get(outTradeNo);
      if (payment) payment.state = { state: 'CLOSED' };
      return 'CLOSED';
    },
    async refund(ask) {
      return { state: 'SUCCESS', channelRefundNo: `SB${ask.outRefundNo}` };
    },
    async queryRefund(ask) {
      return { state: 'SUCCESS', channelRefundNo: `SB${ask.outRefundNo}` };
    },
    readCallback({ headers, body }) {
      const given = Buffer.from(headers['sandbox-signature'] ?? '');
      const wanted = Buffer.from(sign(body));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        return { sign: 'BAD', detail: '签名不一致' };
      return { sign: 'OK', kind: 'PAYMENT', payment: JSON.parse(body) as CallbackPayment };
    },
    reply: (taken) => ({ status: taken ? 200 : 500, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),
    paidUnheard({ outTradeNo, amountFen, paidAt }) {
      const state = { state: 'PAID', channelNo: `SB${outTradeNo}`, amountFen, paidAt } as const;
      payments.set(outTradeNo, { outTradeNo, amountFen, description: '', expiresAt: paidAt, state });
    },
    pay(outTradeNo, merchantNo = sandboxMerchantNo) {
      const payment = payments.get(outTradeNo);
      if (!payment || stateOf(payment).state !== 'WAITING') return undefined;
      const news = paid(payment);
      payment.state = { state: 'PAID', ...news };
      const body = JSON.stringify({ merchantNo, outTradeNo, ...news });
      return { headers: { 'sandbox-signature': sign(body) }, body };
    },
  };
}
