/** WeChat Pay APIv3: code to scan, query, close, refund, callbacks; payments by the payer's own code beside. */
import { z } from 'zod';
import { isoAt } from '../../../kit/server/clock.ts';
import type { CallbackReading, HttpAnswer, PaymentState, PayProvider, RefundState } from './provider.ts';
import { wechatBill } from './wechat-bill.ts';
import { call, mistrust, type WechatConfig, type WechatTools } from './wechat-call.ts';
import { codePayments } from './wechat-code.ts';
import { sealedShape, unseal } from './wechat-crypto.ts';

const amount = z.object({ total: z.int().nonnegative() });
const transaction = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR', 'ACCEPT']),
  success_time: z.string().optional(),
  amount: amount.optional(),
});
const refundAnswer = z.object({
  refund_id: z.string(),
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
});
const refundNotice = z.object({
  mchid: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'ABNORMAL']),
});
const notice = z.object({ event_type: z.string(), resource: sealedShape });

function paymentState(value: unknown): PaymentState {
  const t = transaction.parse(value);
  // REFUND: it was paid and (partly) went back since; the payment itself stands.
  if (t.trade_state === 'SUCCESS' || t.trade_state === 'REFUND') {
    if (!t.transaction_id || !t.amount) return { state: 'UNKNOWN', detail: '应答缺少支付单号或金额' };
    return {
      state: 'PAID',
      channelNo: t.transaction_id,
      amountFen: t.amount.total,
      paidAt: Date.parse(t.success_time ?? ''),
    };
  }
  return { state: t.trade_state === 'CLOSED' || t.trade_state === 'REVOKED' ? 'CLOSED' : 'WAITING' };
}

function refundState(status: string, refundId: string): RefundState {
  switch (status) {
    case 'SUCCESS':
      return { state: 'SUCCESS', channelRefundNo: refundId };
    case 'ABNORMAL':
      return { state: 'ABNORMAL', detail: '退款异常，须在商户平台处理或改为其他方式', channelRefundNo: refundId };
    case 'CLOSED':
      return { state: 'FAILED', detail: '渠道已关闭退款', channelRefundNo: refundId };
    default:
      return { state: 'PROCESSING', channelRefundNo: refundId };
  }
}

/** Refusals that say nothing about the refund itself. */
const undecided = new Set(['SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'FREQUENCY_LIMIT_EXCEED', 'BIZERR_NEED_RETRY']);

function readNotice(
  config: WechatConfig,
  nowMs: number,
  headers: HttpAnswer['headers'],
  body: string,
): CallbackReading {
  const doubt = mistrust(config, nowMs, headers, body);
  if (doubt) return { sign: 'BAD', detail: doubt };
  const { event_type, resource } = notice.parse(JSON.parse(body));
  const plain: unknown = JSON.parse(unseal(resource, config.apiV3Key));
  if (event_type.startsWith('REFUND.')) {
    const told = refundNotice.parse(plain);
    return {
      sign: 'OK',
      kind: 'REFUND',
      outRefundNo: told.out_refund_no,
      refund: refundState(told.refund_status, told.refund_id),
    };
  }
  if (event_type !== 'TRANSACTION.SUCCESS') return { sign: 'OK', kind: 'OTHER', detail: event_type };
  const state = paymentState(plain);
  if (state.state !== 'PAID') return { sign: 'OK', kind: 'OTHER', detail: state.state };
  const { mchid, out_trade_no } = transaction.parse(plain);
  const { channelNo, amountFen, paidAt } = state;
  return {
    sign: 'OK',
    kind: 'PAYMENT',
    payment: { merchantNo: mchid, outTradeNo: out_trade_no, channelNo, amountFen, paidAt },
  };
}

/** The channel of one merchant. */
export function wechatProvider(config: WechatConfig, tools: WechatTools): PayProvider {
  const get = (path: string) => call(config, tools, 'GET', path);
  const post = (path: string, content: object) => call(config, tools, 'POST', path, content);
  const byNo = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`;
  const query = async (outTradeNo: string): Promise<PaymentState> => {
    const answer = await get(`${byNo(outTradeNo)}?mchid=${config.mchid}`);
    if (answer.ok) return paymentState(answer.value);
    return answer.code === 'ORDER_NOT_EXIST' || answer.code === 'ORDERNOTEXIST'
      ? { state: 'NOT_FOUND' }
      : { state: 'UNKNOWN', detail: `${answer.code} ${answer.message}` };
  };
  return {
    channel: 'WECHAT',
    merchantNo: config.mchid,
    query,
    async createPayment(order) {
      const answer = await post('/v3/pay/transactions/native', {
        appid: config.appid,
        mchid: config.mchid,
        description: order.description.slice(0, 40),
        out_trade_no: order.outTradeNo,
        time_expire: isoAt(order.expiresAt).replace(/\.\d+/, ''),
        notify_url: config.notifyUrl,
        amount: { total: order.amountFen, currency: 'CNY' },
      });
      if (!answer.ok) return { refused: `${answer.message || answer.code}` };
      return { code: z.object({ code_url: z.string() }).parse(answer.value).code_url };
    },
    async close(outTradeNo) {
      const answer = await post(`${byNo(outTradeNo)}/close`, { mchid: config.mchid });
      if (answer.ok || answer.code === 'ORDER_CLOSED' || answer.code === 'ORDER_NOT_EXIST') return 'CLOSED';
      return answer.code === 'ORDERPAID' || answer.code === 'ORDER_PAID' ? 'PAID' : 'UNKNOWN';
    },
    async refund(ask) {
      const answer = await post('/v3/refund/domestic/refunds', {
        transaction_id: ask.channelNo,
        out_refund_no: ask.outRefundNo,
        reason: ask.reason.slice(0, 80),
        notify_url: config.notifyUrl,
        amount: { refund: ask.refundFen, total: ask.totalFen, currency: 'CNY' },
      });
      if (!answer.ok)
        return undecided.has(answer.code)
          ? { state: 'UNKNOWN', detail: `${answer.code} ${answer.message}` }
          : { state: 'FAILED', detail: answer.message || answer.code };
      const told = refundAnswer.parse(answer.value);
      return refundState(told.status, told.refund_id);
    },
    async queryRefund({ outRefundNo }) {
      const answer = await get(`/v3/refund/domestic/refunds/${encodeURIComponent(outRefundNo)}`);
      if (!answer.ok)
        return answer.code === 'RESOURCE_NOT_EXISTS'
          ? { state: 'NOT_FOUND' }
          : { state: 'UNKNOWN', detail: `${answer.code} ${answer.message}` };
      const told = refundAnswer.parse(answer.value);
      return refundState(told.status, told.refund_id);
    },
    ...codePayments(config, { post, query, stateOf: paymentState }),
    bill: wechatBill(config, tools),
    readCallback: ({ headers, body }) => readNotice(config, tools.clock.now(), headers, body),
    reply: (taken) => ({
      status: taken ? 200 : 500,
      contentType: 'application/json',
      body: JSON.stringify(taken ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' }),
    }),
  };
}
