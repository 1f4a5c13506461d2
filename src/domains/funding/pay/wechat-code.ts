/** WeChat Pay APIv3, payments by the payer's own code and undoing them. Source: 微信支付 «付款码支付», «撤销订单». */
import { z } from 'zod';
import type { CodeState, PaymentState, PayProvider } from './provider.ts';
import { fault, type Parsed, type WechatConfig } from './wechat-call.ts';

interface Calls {
  post(path: string, content: object): Promise<Parsed>;
  query(outTradeNo: string): Promise<PaymentState>;
  /** Reads a transaction. */
  stateOf(value: unknown): PaymentState;
}

/** Both generations of the interface name the same fault with and without underscores: `AUTH_CODE_EXPIRE`, `AUTHCODEEXPIRE`. */
const plainCode = (code: string) => code.replaceAll('_', '');

/** After these the payment has surely failed («支付确认失败» in the documents). What is in no list here is not known. */
const refusals = new Map([
  ['NOTENOUGH', '余额不足'],
  ['NOTSUPORTCARD', '不支持这张银行卡，请更换付款方式'],
  ['NOTSUPPORTCARD', '不支持这张银行卡，请更换付款方式'],
  ['ACCOUNTERROR', '付款账户异常'],
  ['RULELIMIT', '超出付款限制，请更换付款方式'],
  ['TRADEERROR', '支付失败，请更换付款方式'],
  ['ORDERCLOSED', '订单已关闭，请重新扫码'],
  ['ORDERREVERSED', '订单已撤销，请重新扫码'],
  ['AUTHCODEERROR', '付款码有误，请刷新后再扫'],
  ['NOAUTH', '商户没有付款码支付的权限'],
  ['PARAMERROR', '付款请求有误'],
  ['SIGNERROR', '商户签名有误'],
  ['APPIDMCHIDNOTMATCH', '商户号与应用不匹配'],
  ['APPIDNOTEXIST', '应用不存在'],
  ['MCHNOTEXISTS', '商户号不存在'],
  ['MCHIDNOTEXIST', '商户号不存在'],
]);
/** A code is good once: after an answer that never came it may be spent on this very payment. */
const spentCodes = new Map([
  ['AUTHCODEEXPIRE', '付款码已过期，请刷新后再扫'],
  ['AUTHCODEEXPIRED', '付款码已过期，请刷新后再扫'],
  ['AUTHCODEINVALID', '付款码无效，请刷新后再扫'],
]);
/** The number was paid or used before: only the payment itself tells. */
const usedNumbers = new Set(['ORDERPAID', 'OUTTRADENOUSED']);
/**
 * Nothing is left that could be paid. A number never heard of was never paid: one revokes after the payer's time is
 * over (the documents say at least 15 seconds), no charge is still on its way then.
 */
const undone = new Set(['ORDERCLOSED', 'ORDERREVERSED', 'ORDERNOTEXIST']);

const isTransaction = z.looseObject({ trade_state: z.string() });
const reversal = z.looseObject({ recall: z.string().default('N') });
const chinese = /\p{Script=Han}/u;

/** The two verbs of payments by code. */
export function codePayments(config: WechatConfig, calls: Calls): Pick<PayProvider, 'payByCode' | 'revoke'> {
  const judge = async (outTradeNo: string, given: string, message: string): Promise<CodeState> => {
    const code = plainCode(given);
    if (code === 'USERPAYING') return { state: 'WAITING' };
    if (usedNumbers.has(code)) return calls.query(outTradeNo);
    const text = refusals.get(code) ?? spentCodes.get(code);
    if (text === undefined) return { state: 'UNKNOWN', detail: `${given} ${message}`.trim() };
    if (spentCodes.has(code)) {
      const known = await calls.query(outTradeNo);
      if (known.state !== 'NOT_FOUND' && known.state !== 'CLOSED') return known;
    }
    return { state: 'REFUSED', detail: chinese.test(message) ? message : text };
  };
  return {
    async payByCode(order) {
      const deviceNo = order.deviceNo.slice(0, 32);
      const answer = await calls.post('/v3/pay/transactions/codepay', {
        appid: config.appid,
        mchid: config.mchid,
        description: order.description.slice(0, 40),
        out_trade_no: order.outTradeNo,
        payer: { auth_code: order.authCode },
        amount: { total: order.amountFen, currency: 'CNY' },
        scene_info: { device_id: deviceNo, store_info: { out_id: deviceNo } },
      });
      if (!answer.ok) return judge(order.outTradeNo, answer.code, answer.message);
      if (isTransaction.safeParse(answer.value).success) return calls.stateOf(answer.value);
      const told = fault.safeParse(answer.value);
      if (told.success) return judge(order.outTradeNo, told.data.code, told.data.message);
      return { state: 'UNKNOWN', detail: '应答没有支付状态' };
    },
    async revoke(outTradeNo) {
      const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}/reverse`;
      const answer = await calls.post(path, { appid: config.appid, mchid: config.mchid });
      if (!answer.ok) return undone.has(plainCode(answer.code)) ? 'CLOSED' : 'UNKNOWN';
      // «recall» Y: neither closed nor given back yet, to be asked again.
      return reversal.parse(answer.value).recall === 'Y' ? 'UNKNOWN' : 'CLOSED';
    },
  };
}
