/**
 * Alipay's open gateway with RSA2: code, payer's code, query, close, refund, notices. Source: 支付宝开放平台
 * «自行实现签名», «异步通知验签», alipay.trade.precreate, .pay, .cancel, .query, .close, .refund, .fastpay.refund.query.
 */
import { createSign, createVerify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { formatFenPlain, parseFen } from '../../../kit/define/fen.ts';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import type { BillAnswer, CallbackReading, CodeState, PaymentState, PayProvider, Transport } from './provider.ts';

export interface AlipayConfig {
  appId: string;
  privateKey: KeyObject;
  /** Alipay's own public key, not the application's. */
  alipayPublicKey: KeyObject;
  /** Ends in `/api/pay/callback/alipay`. */
  notifyUrl: string;
}

export interface AlipayTools {
  clock: Clock;
  send: Transport;
}

const gateway = 'https://openapi.alipay.com/gateway.do';

/** Parameters with a value, without `omit`, by name, as `a=1&b=2`: what is signed, unescaped. */
export function signContent(params: Readonly<Record<string, string>>, omit: readonly string[]): string {
  return Object.keys(params)
    .filter((key) => !omit.includes(key) && params[key] !== '')
    .sort()
    .map((key) => `${key}=${params[key]}`)
    .join('&');
}

const sign = (text: string, key: KeyObject) => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
const verify = (text: string, signature: string, key: KeyObject) =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(key, signature, 'base64');

/** The answer's node as it stands in the text: the signature is over these characters, not over what they mean. */
export function rawNode(body: string, name: string): string | undefined {
  const key = `"${name}":`;
  const at = body.indexOf(key);
  const start = body.indexOf('{', at + key.length);
  if (at < 0 || start < 0) return undefined;
  let depth = 0;
  let quoted = false;
  for (let i = start; i < body.length; i++) {
    const c = body[i];
    if (quoted) {
      if (c === '\\') i += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{') depth += 1;
    else if (c === '}' && --depth === 0) return body.slice(start, i + 1);
  }
  return undefined;
}

const node = z.looseObject({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
type Node = z.infer<typeof node>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A signed call. @throws when no answer came or it is not Alipay's: the outcome is unknown then. */
async function call(config: AlipayConfig, tools: AlipayTools, method: string, content: object): Promise<Node> {
  const params: Record<string, string> = {
    app_id: config.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: isoAt(tools.clock.now()).slice(0, 19).replace('T', ' '),
    version: '1.0',
    biz_content: JSON.stringify(content),
    ...(method === 'alipay.trade.precreate' ? { notify_url: config.notifyUrl } : {}),
  };
  params.sign = sign(signContent(params, ['sign']), config.privateKey);
  const answer = await tools.send({
    method: 'POST',
    url: gateway,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(params).toString(),
  });
  const raw = rawNode(answer.body, `${method.replaceAll('.', '_')}_response`) ?? rawNode(answer.body, 'error_response');
  if (answer.status !== 200 || !raw) throw new Error(`支付宝应答无法读取（HTTP ${answer.status}）`);
  const signature = textOf((JSON.parse(answer.body) as { sign?: unknown }).sign);
  if (!verify(raw, signature, config.alipayPublicKey)) throw new Error('支付宝应答签名不一致');
  return node.parse(JSON.parse(raw));
}

/** The gateway did not decide: the same may be asked again. */
const undecided = (answer: Node) =>
  answer.code === '20000' || answer.sub_code === 'ACQ.SYSTEM_ERROR' || answer.sub_code === 'aop.ACQ.SYSTEM_ERROR';
const why = (answer: Node) => answer.sub_msg || answer.sub_code || answer.msg;
const beijing = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`);

function stateOf(status: string, values: Readonly<Record<string, unknown>>, paidAt: string): PaymentState {
  if (status === 'WAIT_BUYER_PAY') return { state: 'WAITING' };
  if (status === 'TRADE_CLOSED') return { state: 'CLOSED' };
  const amountFen = parseFen(textOf(values.total_amount));
  const channelNo = textOf(values.trade_no);
  if (amountFen === undefined || !channelNo) return { state: 'UNKNOWN', detail: '应答缺少交易号或金额' };
  const payer = textOf(values.buyer_logon_id);
  return { state: 'PAID', channelNo, amountFen, paidAt: beijing(paidAt), ...(payer ? { payer } : {}) };
}

/** The number was used before, or the payer may still find the payment open: only the payment itself tells. */
const askAgain = new Set([
  'ACQ.TRADE_HAS_SUCCESS',
  'ACQ.CONTEXT_INCONSISTENT',
  'ACQ.TRADE_BUYER_NOT_MATCH',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.PULL_MOBILE_CASHIER_FAIL',
]);
/** A code is good once: after an answer that never came it may be spent on this very payment. */
const spentCode = 'ACQ.PAYMENT_AUTH_CODE_INVALID';

async function codeState(answer: Node, query: () => Promise<PaymentState>): Promise<CodeState> {
  if (answer.code === '10000') return stateOf('TRADE_SUCCESS', answer, textOf(answer.gmt_payment));
  if (answer.code === '10003') return { state: 'WAITING' };
  const detail = why(answer);
  // 4xxxx: parameters, rights, or business; 2xxxx says nothing of the payment.
  if (undecided(answer) || !answer.code.startsWith('4')) return { state: 'UNKNOWN', detail };
  if (askAgain.has(answer.sub_code)) return query();
  if (answer.sub_code === spentCode) {
    const known = await query();
    if (known.state !== 'NOT_FOUND' && known.state !== 'CLOSED') return known;
  }
  return { state: 'REFUSED', detail };
}

function readNotice(config: AlipayConfig, body: string): CallbackReading {
  const params = Object.fromEntries(new URLSearchParams(body));
  if (params.sign_type !== 'RSA2' || !params.sign) return { sign: 'BAD', detail: '缺少 RSA2 签名' };
  if (!verify(signContent(params, ['sign', 'sign_type']), params.sign, config.alipayPublicKey))
    return { sign: 'BAD', detail: '签名不一致' };
  const status = params.trade_status ?? '';
  // A refund is told by the same notice again, with the trade's number: not another payment.
  if (params.gmt_refund || (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED'))
    return { sign: 'OK', kind: 'OTHER', detail: params.gmt_refund ? '退款通知' : status };
  const state = stateOf(status, params, params.gmt_payment ?? '');
  if (state.state !== 'PAID') return { sign: 'OK', kind: 'OTHER', detail: status };
  const { channelNo, amountFen, paidAt } = state;
  return {
    sign: 'OK',
    kind: 'PAYMENT',
    payment: { merchantNo: params.app_id ?? '', outTradeNo: params.out_trade_no ?? '', channelNo, amountFen, paidAt },
  };
}

const noBill = new Set(['isp.bill_not_exist', 'isv.bill_not_exist']);

/** 下载账单: a link that lives for half a minute, to an archive. */
async function billOf(
  config: AlipayConfig,
  tools: AlipayTools,
  kind: 'TRADE' | 'FUND',
  day: string,
): Promise<BillAnswer> {
  const asked = await call(config, tools, 'alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: kind === 'TRADE' ? 'trade' : 'signcustomer',
    bill_date: day,
  });
  if (noBill.has(asked.sub_code)) return { none: why(asked) };
  if (asked.code !== '10000') throw new Error(`支付宝：${why(asked)}`);
  const link = textOf(asked.bill_download_url);
  const { protocol, hostname } = new URL(link);
  if (!/^https?:$/.test(protocol) || !hostname.endsWith('.alipay.com'))
    throw new Error(`账单地址不是支付宝的：${hostname}`);
  const answer = await tools.send({ method: 'GET', url: link.replace(/^http:/, 'https:'), headers: {} });
  if (answer.status !== 200 || !answer.bytes) throw new Error(`账单文件没有下载成功（HTTP ${answer.status}）`);
  return { name: `${config.appId}-${kind === 'TRADE' ? '业务明细' : '账务明细'}-${day}.zip`, bytes: answer.bytes };
}

/** The channel of one application. */
export function alipayProvider(config: AlipayConfig, tools: AlipayTools): PayProvider {
  const ask = (method: string, content: object) => call(config, tools, method, content);
  const query = async (outTradeNo: string): Promise<PaymentState> => {
    const answer = await ask('alipay.trade.query', { out_trade_no: outTradeNo });
    if (answer.code === '10000') return stateOf(textOf(answer.trade_status), answer, textOf(answer.send_pay_date));
    if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { state: 'NOT_FOUND' };
    return { state: 'UNKNOWN', detail: why(answer) };
  };
  return {
    channel: 'ALIPAY',
    merchantNo: config.appId,
    query,
    async createPayment(order) {
      const answer = await ask('alipay.trade.precreate', {
        out_trade_no: order.outTradeNo,
        total_amount: formatFenPlain(order.amountFen),
        subject: order.description.slice(0, 100),
        time_expire: isoAt(order.expiresAt).slice(0, 19).replace('T', ' '),
      });
      return answer.code === '10000' ? { code: textOf(answer.qr_code) } : { refused: why(answer) };
    },
    async payByCode(order) {
      const answer = await ask('alipay.trade.pay', {
        out_trade_no: order.outTradeNo,
        scene: 'bar_code',
        product_code: 'FACE_TO_FACE_PAYMENT',
        auth_code: order.authCode,
        total_amount: formatFenPlain(order.amountFen),
        subject: order.description.slice(0, 100),
        terminal_id: order.deviceNo.slice(0, 32),
        time_expire: isoAt(order.expiresAt).slice(0, 19).replace('T', ' '),
      });
      return codeState(answer, () => query(order.outTradeNo));
    },
    async revoke(outTradeNo) {
      const answer = await ask('alipay.trade.cancel', { out_trade_no: outTradeNo });
      if (answer.code === '10000') return answer.retry_flag === 'Y' ? 'UNKNOWN' : 'CLOSED';
      return answer.sub_code === 'ACQ.TRADE_NOT_EXIST' || answer.sub_code === 'ACQ.TRADE_HAS_CLOSE'
        ? 'CLOSED'
        : 'UNKNOWN';
    },
    async close(outTradeNo) {
      const answer = await ask('alipay.trade.close', { out_trade_no: outTradeNo });
      if (answer.code === '10000' || answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return 'CLOSED';
      return answer.sub_code === 'ACQ.TRADE_STATUS_ERROR' || answer.sub_code === 'ACQ.REASON_TRADE_STATUS_INVALID'
        ? 'PAID'
        : 'UNKNOWN';
    },
    async refund(request) {
      const answer = await ask('alipay.trade.refund', {
        trade_no: request.channelNo,
        refund_amount: formatFenPlain(request.refundFen),
        out_request_no: request.outRefundNo,
        refund_reason: request.reason.slice(0, 100),
      });
      if (undecided(answer)) return { state: 'UNKNOWN', detail: why(answer) };
      if (answer.code !== '10000') return { state: 'FAILED', detail: why(answer) };
      // «N»: this very request moved nothing (it was asked before); the query says what became of it.
      return answer.fund_change === 'Y'
        ? { state: 'SUCCESS', channelRefundNo: `${textOf(answer.trade_no)}:${request.outRefundNo}` }
        : { state: 'PROCESSING' };
    },
    async queryRefund(request) {
      const answer = await ask('alipay.trade.fastpay.refund.query', {
        trade_no: request.channelNo,
        out_request_no: request.outRefundNo,
      });
      if (answer.code !== '10000')
        return answer.sub_code === 'ACQ.TRADE_NOT_EXIST'
          ? { state: 'NOT_FOUND' }
          : { state: 'UNKNOWN', detail: why(answer) };
      if (answer.refund_status === 'REFUND_SUCCESS')
        return { state: 'SUCCESS', channelRefundNo: `${textOf(answer.trade_no)}:${request.outRefundNo}` };
      return answer.out_request_no ? { state: 'PROCESSING' } : { state: 'NOT_FOUND' };
    },
    bill: (kind, day) => billOf(config, tools, kind, day),
    readCallback: ({ body }) => readNotice(config, body),
    reply: (taken) => ({ status: 200, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),
  };
}
