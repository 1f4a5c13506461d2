/** WeChat Pay APIv3, Native payments: code, query, close, refund, callbacks. */
import { z } from 'zod';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import type { Random } from '../../../kit/server/ids.ts';
import type { CallbackReading, HttpAnswer, PaymentState, PayProvider, RefundState, Transport } from './provider.ts';
import {
  answerMessage,
  authorization,
  type Merchant,
  type PlatformKeys,
  sealedShape,
  unseal,
  verifyText,
} from './wechat-crypto.ts';

export interface WechatConfig extends Merchant {
  appid: string;
  /** 32 characters set in the merchant platform. */
  apiV3Key: string;
  platform: PlatformKeys;
  /** Where callbacks go; ends in `/api/pay/callback/wechat`. */
  notifyUrl: string;
}

export interface WechatTools {
  clock: Clock;
  random: Random;
  send: Transport;
}

const host = 'https://api.mch.weixin.qq.com';
/** Callbacks and answers older or newer than this are replays. */
const skewSeconds = 300;

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
const fault = z.object({ code: z.string(), message: z.string().default('') });
const notice = z.object({ event_type: z.string(), resource: sealedShape });
const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedShape })),
});

/** Why the headers do not prove the body; undefined when they do. */
function mistrust(
  config: WechatConfig,
  nowMs: number,
  headers: HttpAnswer['headers'],
  body: string,
): string | undefined {
  const timestamp = headers['wechatpay-timestamp'] ?? '';
  const nonce = headers['wechatpay-nonce'] ?? '';
  const serial = headers['wechatpay-serial'] ?? '';
  const signature = headers['wechatpay-signature'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !nonce || !serial || !signature) return '缺少签名头';
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > skewSeconds) return '签名时间超出 5 分钟';
  const key = config.platform.keyOf(serial, nowMs);
  if (!key) return `未知或过期的平台证书 ${serial}`;
  return verifyText(answerMessage(timestamp, nonce, body), signature, key) ? undefined : '签名不一致';
}

type Parsed = { ok: true; value: unknown } | { ok: false; code: string; message: string };

/** A signed call; what cannot be trusted, and every 5xx, is thrown: the outcome is unknown then. */
async function call(
  config: WechatConfig,
  tools: WechatTools,
  method: 'GET' | 'POST',
  path: string,
  content?: object,
): Promise<Parsed> {
  const body = content === undefined ? '' : JSON.stringify(content);
  const request = async () => {
    const seconds = String(Math.floor(tools.clock.now() / 1000));
    const nonce = tools.random.token(16);
    return tools.send({
      method,
      url: host + path,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'onecard-console/1.0',
        Authorization: authorization(config, { method, path, body }, seconds, nonce),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
    });
  };
  const answer = await request();
  const serial = answer.headers['wechatpay-serial'];
  if (serial && path !== certificatesPath && !config.platform.keyOf(serial, tools.clock.now()))
    await refreshCertificates(config, tools);
  const doubt =
    path === certificatesPath ? undefined : mistrust(config, tools.clock.now(), answer.headers, answer.body);
  if (doubt) throw new Error(`微信支付应答不可信：${doubt}（HTTP ${answer.status}）`);
  if (answer.status >= 500 || answer.status === 429) throw new Error(`微信支付繁忙（HTTP ${answer.status}）`);
  const value: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
  if (answer.status < 300) return { ok: true, value };
  return { ok: false, ...fault.parse(value) };
}

const certificatesPath = '/v3/certificates';

/** Takes the platform's current certificates into the ring. They are sealed with our own key, which is their proof. */
export async function refreshCertificates(config: WechatConfig, tools: WechatTools): Promise<void> {
  const answer = await call(config, tools, 'GET', certificatesPath);
  if (!answer.ok) throw new Error(`微信支付平台证书：${answer.code} ${answer.message}`);
  for (const { serial_no, encrypt_certificate } of certificates.parse(answer.value).data)
    config.platform.add(serial_no, unseal(encrypt_certificate, config.apiV3Key));
}

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
    readCallback: ({ headers, body }) => readNotice(config, tools.clock.now(), headers, body),
    reply: (taken) => ({
      status: taken ? 200 : 500,
      contentType: 'application/json',
      body: JSON.stringify(taken ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' }),
    }),
  };
}
