/** Payments by the payer's own code: what is sent and signed, and what every answer means. Keys made here; no network. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../kit/server/clock.ts';
import { alipayProvider, signContent } from './alipay.ts';
import type { CodePayment, Transport } from './provider.ts';
import { wechatProvider } from './wechat.ts';
import { answerMessage, platformKeys, requestMessage, signText, verifyText } from './wechat-crypto.ts';

type Request = Parameters<Transport>[0];
const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [merchant, platform, stranger] = [keys(), keys(), keys()];
const now = Date.parse('2026-11-20T12:00:00+08:00');
const clock = manualClock(now);
const random = { token: () => '593BEC0C930BF1AFEB40B4A08C8FB242', fraction: () => 0.5 };
const order: CodePayment = {
  outTradeNo: 'XF1',
  amountFen: 1_250,
  description: '一食堂午餐',
  expiresAt: now + 60_000,
  authCode: '134567890123456789',
  deviceNo: 'POS-007',
};
const timeout: Transport = async () => {
  throw new Error('The operation was aborted due to timeout');
};

describe('WeChat Pay', () => {
  const serial = 'PUB_KEY_ID_0001';
  const pem = platform.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const provider = (send: Transport) =>
    wechatProvider(
      {
        mchid: '1900009191',
        serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
        privateKey: merchant.privateKey,
        appid: 'wxd678efh567hg6787',
        apiV3Key: '0123456789abcdef0123456789abcdef',
        platform: platformKeys({ [serial]: pem }),
        notifyUrl: 'https://card.example.cn/api/pay/callback/wechat',
      },
      { clock, random, send },
    );
  type Reply = { status: number; value?: unknown };
  /** Answers in turn; asking more often than there are answers fails. */
  const answering =
    (replies: Reply[], asked: Request[] = [], key: KeyObject = platform.privateKey): Transport =>
    async (request) => {
      asked.push(request);
      const { status, value } = replies[asked.length - 1]!;
      const body = value === undefined ? '' : JSON.stringify(value);
      const timestamp = String(now / 1000);
      const headers = {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': 'abcdef',
        'wechatpay-serial': serial,
        'wechatpay-signature': signText(answerMessage(timestamp, 'abcdef', body), key),
      };
      return { status, headers, body };
    };
  const signed = (request: Request, path: string) => {
    const signature = /signature="([^"]+)"/.exec(request.headers.Authorization!)![1]!;
    const text = requestMessage(request.method, path, String(now / 1000), random.token(), request.body ?? '');
    return verifyText(text, signature, merchant.publicKey);
  };
  const transaction = (trade_state: string) => ({
    mchid: '1900009191',
    out_trade_no: 'XF1',
    trade_state,
    ...(trade_state === 'SUCCESS'
      ? { transaction_id: '4200001', success_time: '2026-11-20T12:00:01+08:00', amount: { total: 1_250 } }
      : {}),
  });
  const paid = {
    state: 'PAID',
    channelNo: '4200001',
    amountFen: 1_250,
    paidAt: Date.parse('2026-11-20T12:00:01+08:00'),
  };
  const fault = (status: number, code: string, message = ''): Reply => ({ status, value: { code, message } });
  const pay = (...replies: Reply[]) => provider(answering(replies)).payByCode(order);

  test('what is asked is signed, and paid at once', async () => {
    const asked: Request[] = [];
    const send = answering([{ status: 200, value: transaction('SUCCESS') }], asked);
    expect(await provider(send).payByCode(order)).toEqual(paid);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.mch.weixin.qq.com/v3/pay/transactions/codepay',
    });
    expect(JSON.parse(asked[0]!.body!)).toEqual({
      appid: 'wxd678efh567hg6787',
      mchid: '1900009191',
      description: '一食堂午餐',
      out_trade_no: 'XF1',
      payer: { auth_code: '134567890123456789' },
      amount: { total: 1_250, currency: 'CNY' },
      scene_info: { device_id: 'POS-007', store_info: { out_id: 'POS-007' } },
    });
    expect(signed(asked[0]!, '/v3/pay/transactions/codepay')).toBe(true);
  });

  test('the payer has to confirm, however it is said', async () => {
    expect(await pay({ status: 200, value: transaction('USERPAYING') })).toEqual({ state: 'WAITING' });
    // Not closed by itself: whoever waits gives up and revokes it.
    for (const open of ['NOTPAY', 'PAYERROR'])
      expect(await pay({ status: 200, value: transaction(open) })).toEqual({ state: 'WAITING' });
    expect(await pay(fault(400, 'USERPAYING', '需要用户输入支付密码'))).toEqual({ state: 'WAITING' });
    expect(await pay(fault(202, 'USER_PAYING', '需要用户输入支付密码'))).toEqual({ state: 'WAITING' });
  });

  test('refused: surely nothing charged, with the reason in Chinese', async () => {
    expect(await pay(fault(403, 'NOT_ENOUGH', '零钱余额不足'))).toEqual({ state: 'REFUSED', detail: '零钱余额不足' });
    expect(await pay(fault(403, 'NOTENOUGH', 'not enough'))).toEqual({ state: 'REFUSED', detail: '余额不足' });
    expect(await pay(fault(403, 'NO_AUTH'))).toEqual({ state: 'REFUSED', detail: '商户没有付款码支付的权限' });
    expect(await pay(fault(400, 'ORDER_REVERSED'))).toMatchObject({ state: 'REFUSED' });
  });

  test('a spent code is refused only when this payment did not spend it', async () => {
    const expired = fault(400, 'AUTH_CODE_EXPIRE', '付款码已过期');
    expect(await pay(expired, fault(404, 'ORDER_NOT_EXIST'))).toEqual({ state: 'REFUSED', detail: '付款码已过期' });
    expect(await pay(expired, { status: 200, value: transaction('CLOSED') })).toMatchObject({ state: 'REFUSED' });
    const used = fault(400, 'AUTH_CODE_INVALID', '每个二维码仅限使用一次，请刷新再试');
    expect(await pay(used, { status: 200, value: transaction('SUCCESS') })).toEqual(paid);
    expect(await pay(used, { status: 200, value: transaction('USERPAYING') })).toEqual({ state: 'WAITING' });
    expect(await pay(fault(400, 'ORDERPAID'), { status: 200, value: transaction('SUCCESS') })).toEqual(paid);
    await expect(pay(used, { status: 500, value: {} })).rejects.toThrow('繁忙');
  });

  test('what says nothing certain is not known', async () => {
    for (const code of ['SYSTEM_ERROR', 'BANK_ERROR', 'BANKERROR', 'INVALID_REQUEST', 'SOMETHING_NEW'])
      expect([code, await pay(fault(400, code, '请查单'))]).toEqual([
        code,
        { state: 'UNKNOWN', detail: `${code} 请查单` },
      ]);
    expect(await pay({ status: 200, value: { out_trade_no: 'XF1' } })).toMatchObject({ state: 'UNKNOWN' });
    const half = { ...transaction('SUCCESS'), transaction_id: undefined };
    expect(await pay({ status: 200, value: half })).toMatchObject({ state: 'UNKNOWN' });
    await expect(pay(fault(500, 'SYSTEM_ERROR'))).rejects.toThrow('繁忙');
    await expect(pay(fault(429, 'FREQUENCY_LIMITED'))).rejects.toThrow('繁忙');
    await expect(provider(timeout).payByCode(order)).rejects.toThrow('timeout');
    const forged = answering([{ status: 200, value: transaction('SUCCESS') }], [], stranger.privateKey);
    await expect(provider(forged).payByCode(order)).rejects.toThrow('签名不一致');
  });

  test('undone: closed or given back, or to be asked again', async () => {
    const asked: Request[] = [];
    expect(await provider(answering([{ status: 204 }], asked)).revoke('XF1')).toBe('CLOSED');
    const path = '/v3/pay/transactions/out-trade-no/XF1/reverse';
    expect(asked[0]).toMatchObject({ method: 'POST', url: `https://api.mch.weixin.qq.com${path}` });
    expect(JSON.parse(asked[0]!.body!)).toEqual({ appid: 'wxd678efh567hg6787', mchid: '1900009191' });
    expect(signed(asked[0]!, path)).toBe(true);
    const revoke = (...replies: Reply[]) => provider(answering(replies)).revoke('XF1');
    expect(await revoke({ status: 200, value: { recall: 'N' } })).toBe('CLOSED');
    expect(await revoke({ status: 200, value: { recall: 'Y' } })).toBe('UNKNOWN');
    for (const code of ['ORDER_CLOSED', 'ORDERREVERSED', 'ORDER_NOT_EXIST'])
      expect(await revoke(fault(400, code))).toBe('CLOSED');
    for (const code of ['USERPAYING', 'SYSTEM_ERROR', 'INVALID_REQUEST', 'REVERSE_EXPIRE'])
      expect(await revoke(fault(400, code))).toBe('UNKNOWN');
    await expect(revoke(fault(500, 'SYSTEM_ERROR'))).rejects.toThrow('繁忙');
    await expect(provider(timeout).revoke('XF1')).rejects.toThrow('timeout');
  });
});

describe('Alipay', () => {
  const own = {
    appId: '2021001',
    privateKey: merchant.privateKey,
    alipayPublicKey: platform.publicKey,
    notifyUrl: 'https://card.example.cn/n',
  };
  const provider = (send: Transport) => alipayProvider(own, { clock, send });
  const params = (request: Request) => Object.fromEntries(new URLSearchParams(request.body));
  /** Answers by method. */
  const answering =
    (values: Record<string, object>, asked: Request[] = [], key = platform.privateKey): Transport =>
    async (request) => {
      asked.push(request);
      const method = params(request).method!;
      const raw = JSON.stringify(values[method]);
      const body = `{"${method.replaceAll('.', '_')}_response":${raw},"sign":"${signText(raw, key)}"}`;
      return { status: 200, headers: {}, body };
    };
  const code = { ...order, authCode: '28763443825664394' };
  const pay = (answer: object, known?: object) =>
    provider(answering({ 'alipay.trade.pay': answer, ...(known ? { 'alipay.trade.query': known } : {}) })).payByCode(
      code,
    );
  const failed = (sub_code: string, sub_msg = '', value = '40004') => ({
    code: value,
    msg: 'Business Failed',
    sub_code,
    sub_msg,
  });
  const good = {
    code: '10000',
    msg: 'Success',
    trade_no: '2026',
    out_trade_no: 'XF1',
    buyer_logon_id: '159****5620',
    total_amount: '12.50',
    gmt_payment: '2026-11-20 12:00:01',
  };
  const queried = { ...good, trade_status: 'TRADE_SUCCESS', send_pay_date: '2026-11-20 12:00:01' };
  const paid = {
    state: 'PAID',
    channelNo: '2026',
    amountFen: 1_250,
    paidAt: Date.parse('2026-11-20T12:00:01+08:00'),
    payer: '159****5620',
  };
  const missing = failed('ACQ.TRADE_NOT_EXIST', '交易不存在');

  test('what is asked is signed, and paid at once by a payer the channel masks', async () => {
    const asked: Request[] = [];
    expect(await provider(answering({ 'alipay.trade.pay': good }, asked)).payByCode(code)).toEqual(paid);
    const sent = params(asked[0]!);
    expect(verifyText(signContent(sent, ['sign']), sent.sign!, merchant.publicKey)).toBe(true);
    expect(sent).toMatchObject({ method: 'alipay.trade.pay', app_id: '2021001', sign_type: 'RSA2' });
    expect(JSON.parse(sent.biz_content!)).toEqual({
      out_trade_no: 'XF1',
      scene: 'bar_code',
      product_code: 'FACE_TO_FACE_PAYMENT',
      auth_code: '28763443825664394',
      total_amount: '12.50',
      subject: '一食堂午餐',
      terminal_id: 'POS-007',
      time_expire: '2026-11-20 12:01:00',
    });
  });

  test('waiting for the payer, then asked about', async () => {
    const waiting = { code: '10003', msg: 'order success pay inprocess' };
    expect(await pay(waiting)).toEqual({ state: 'WAITING' });
    expect(await provider(answering({ 'alipay.trade.query': queried })).query('XF1')).toEqual(paid);
  });

  test('refused: surely nothing charged, with Alipay’s reason', async () => {
    expect(await pay(failed('ACQ.BUYER_BALANCE_NOT_ENOUGH', '买家余额不足'))).toEqual({
      state: 'REFUSED',
      detail: '买家余额不足',
    });
    expect(await pay(failed('isv.invalid-signature', '无效签名', '40002'))).toMatchObject({ state: 'REFUSED' });
  });

  test('a spent code or number is judged by the payment itself', async () => {
    const spent = failed('ACQ.PAYMENT_AUTH_CODE_INVALID', '支付失败，请刷新付款码');
    expect(await pay(spent, missing)).toEqual({ state: 'REFUSED', detail: '支付失败，请刷新付款码' });
    expect(await pay(spent, queried)).toEqual(paid);
    expect(await pay(failed('ACQ.TRADE_HAS_SUCCESS', '交易已被支付'), queried)).toEqual(paid);
    expect(await pay(failed('ACQ.PULL_MOBILE_CASHIER_FAIL'), { ...queried, trade_status: 'WAIT_BUYER_PAY' })).toEqual({
      state: 'WAITING',
    });
    expect(await pay(spent, failed('ACQ.SYSTEM_ERROR'))).toMatchObject({ state: 'UNKNOWN' });
  });

  test('what says nothing certain is not known', async () => {
    expect(await pay({ code: '20000', msg: 'Service Currently Unavailable' })).toMatchObject({ state: 'UNKNOWN' });
    expect(await pay(failed('ACQ.SYSTEM_ERROR', '系统异常'))).toEqual({ state: 'UNKNOWN', detail: '系统异常' });
    expect(await pay({ ...good, total_amount: '' })).toMatchObject({ state: 'UNKNOWN' });
    await expect(provider(timeout).payByCode(code)).rejects.toThrow('timeout');
    const broken: Transport = async () => ({ status: 502, headers: {}, body: '<html>' });
    await expect(provider(broken).payByCode(code)).rejects.toThrow('HTTP 502');
    const forged = answering({ 'alipay.trade.pay': good }, [], stranger.privateKey);
    await expect(provider(forged).payByCode(code)).rejects.toThrow('签名不一致');
  });

  test('undone: closed or given back, or to be asked again', async () => {
    const asked: Request[] = [];
    const revoke = (answer: object) => provider(answering({ 'alipay.trade.cancel': answer }, asked)).revoke('XF1');
    const done = { code: '10000', msg: 'Success', out_trade_no: 'XF1', retry_flag: 'N', action: 'refund' };
    expect(await revoke(done)).toBe('CLOSED');
    const sent = params(asked[0]!);
    expect(JSON.parse(sent.biz_content!)).toEqual({ out_trade_no: 'XF1' });
    expect(verifyText(signContent(sent, ['sign']), sent.sign!, merchant.publicKey)).toBe(true);
    expect(await revoke({ ...done, retry_flag: 'Y' })).toBe('UNKNOWN');
    expect(await revoke(missing)).toBe('CLOSED');
    expect(await revoke(failed('ACQ.SELLER_BALANCE_NOT_ENOUGH'))).toBe('UNKNOWN');
    expect(await revoke({ code: '20000', msg: '' })).toBe('UNKNOWN');
    await expect(provider(timeout).revoke('XF1')).rejects.toThrow('timeout');
  });
});
