/** WeChat Pay v3 and Alipay against keys made here and the texts their documents publish; no network. */
import { createCipheriv, createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../kit/server/clock.ts';
import { alipayProvider, rawNode, signContent } from './alipay.ts';
import type { HttpAnswer, Transport } from './provider.ts';
import { wechatProvider } from './wechat.ts';
import { refreshCertificates, type WechatConfig } from './wechat-call.ts';
import {
  answerMessage,
  authorization,
  platformKeys,
  requestMessage,
  signText,
  unseal,
  verifyText,
} from './wechat-crypto.ts';

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const [merchant, platform, stranger] = [keys(), keys(), keys()];
const now = Date.parse('2026-11-20T12:00:00+08:00');
const clock = manualClock(now);
const random = { token: () => '593BEC0C930BF1AFEB40B4A08C8FB242', fraction: () => 0.5 };
const v3Key = '0123456789abcdef0123456789abcdef';
const serial = 'PUB_KEY_ID_0001';

const config = (): WechatConfig => ({
  mchid: '1900009191',
  serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  privateKey: merchant.privateKey,
  appid: 'wxd678efh567hg6787',
  apiV3Key: v3Key,
  platform: platformKeys({ [serial]: pem(platform.publicKey) }),
  notifyUrl: 'https://card.example.cn/api/pay/callback/wechat',
});

function seal(plain: object | string, key = v3Key) {
  const [nonce, associated_data] = ['fdasflkja484', 'transaction'];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(associated_data));
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM' as const, ciphertext: bytes.toString('base64'), nonce, associated_data };
}

/** Headers a platform sends with a body. */
function proof(body: string, key: KeyObject = platform.privateKey, at = now): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'abcdef',
    'wechatpay-serial': serial,
    'wechatpay-signature': signText(answerMessage(timestamp, 'abcdef', body), key),
  };
}

const answering = (
  replies: { status: number; value?: unknown }[],
  asked: Parameters<Transport>[0][] = [],
): Transport => {
  return async (request) => {
    asked.push(request);
    const { status, value } = replies.length > 1 ? replies.shift()! : replies[0]!;
    const body = value === undefined ? '' : JSON.stringify(value);
    return { status, headers: proof(body), body } satisfies HttpAnswer;
  };
};

describe('WeChat Pay: what is signed', () => {
  test('the documents’ own GET: five lines, the empty body’s as well', () => {
    expect(requestMessage('GET', '/v3/certificates', '1554208460', '593BEC0C930BF1AFEB40B4A08C8FB242', '')).toBe(
      'GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n',
    );
  });

  test('the documents’ header, verified with the merchant’s public key', () => {
    const own = {
      mchid: '1900009191',
      serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
      privateKey: merchant.privateKey,
    };
    const request = { method: 'GET', path: '/v3/certificates', body: '' };
    const header = authorization(own, request, '1554208460', '593BEC0C930BF1AFEB40B4A08C8FB242');
    const found =
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",signature="([^"]+)",timestamp="1554208460",serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C"$/.exec(
        header,
      );
    const text = 'GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n';
    expect(verifyText(text, found?.[1] ?? '', merchant.publicKey)).toBe(true);
    expect(verifyText(`${text}\n`, found?.[1] ?? '', merchant.publicKey)).toBe(false);
  });

  test('AES-256-GCM: test case 14 of the GCM specification, own seals, and every kind of tampering', () => {
    const zeros = (count: number) => '\0'.repeat(count);
    const published = 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919';
    const ciphertext = Buffer.from(published, 'hex').toString('base64');
    const known = { algorithm: 'AEAD_AES_256_GCM' as const, ciphertext, nonce: zeros(12), associated_data: '' };
    expect(unseal(known, zeros(32))).toBe(zeros(16));
    const sealed = seal({ a: 1 });
    expect(unseal(sealed, v3Key)).toBe('{"a":1}');
    expect(() => unseal({ ...sealed, associated_data: 'x' }, v3Key)).toThrow();
    expect(() => unseal({ ...sealed, nonce: 'fdasflkja485' }, v3Key)).toThrow();
    expect(() => unseal(sealed, `${v3Key.slice(1)}x`)).toThrow();
    const bytes = Buffer.from(sealed.ciphertext, 'base64');
    bytes[0]! ^= 1;
    expect(() => unseal({ ...sealed, ciphertext: bytes.toString('base64') }, v3Key)).toThrow();
  });
});

describe('WeChat Pay: calls', () => {
  const paid = {
    mchid: '1900009191',
    out_trade_no: 'CZ1',
    transaction_id: '4200001',
    trade_state: 'SUCCESS',
    success_time: '2026-11-20T11:59:00+08:00',
    amount: { total: 5000, payer_total: 4900 },
  };

  test('a code; the signed path carries the query', async () => {
    const asked: Parameters<Transport>[0][] = [];
    const provider = wechatProvider(config(), {
      clock,
      random,
      send: answering(
        [
          { status: 200, value: { code_url: 'weixin://wxpay/x' } },
          { status: 200, value: paid },
        ],
        asked,
      ),
    });
    expect(
      await provider.createPayment({
        outTradeNo: 'CZ1',
        amountFen: 5000,
        description: '充值',
        expiresAt: now + 900_000,
      }),
    ).toEqual({ code: 'weixin://wxpay/x' });
    expect(JSON.parse(asked[0]!.body!)).toMatchObject({
      time_expire: '2026-11-20T12:15:00+08:00',
      amount: { total: 5000, currency: 'CNY' },
    });
    expect(await provider.query('CZ1')).toEqual({
      state: 'PAID',
      channelNo: '4200001',
      amountFen: 5000,
      paidAt: Date.parse(paid.success_time),
    });
    const signature = /signature="([^"]+)"/.exec(asked[1]!.headers.Authorization!)![1]!;
    const text = requestMessage(
      'GET',
      '/v3/pay/transactions/out-trade-no/CZ1?mchid=1900009191',
      String(now / 1000),
      random.token(),
      '',
    );
    expect(verifyText(text, signature, merchant.publicKey)).toBe(true);
  });

  test('states of payments and refunds', async () => {
    const state = async (
      replies: { status: number; value?: unknown }[],
      work: (p: ReturnType<typeof wechatProvider>) => Promise<unknown>,
    ) => work(wechatProvider(config(), { clock, random, send: answering(replies) }));
    const ask = { outRefundNo: 'TK1', channelNo: '4200001', refundFen: 100, totalFen: 5000, reason: '退' };
    expect(await state([{ status: 200, value: { ...paid, trade_state: 'NOTPAY' } }], (p) => p.query('CZ1'))).toEqual({
      state: 'WAITING',
    });
    expect(
      await state([{ status: 404, value: { code: 'ORDER_NOT_EXIST', message: '' } }], (p) => p.query('CZ1')),
    ).toEqual({ state: 'NOT_FOUND' });
    expect(await state([{ status: 204 }], (p) => p.close('CZ1'))).toBe('CLOSED');
    expect(await state([{ status: 400, value: { code: 'ORDERPAID', message: '' } }], (p) => p.close('CZ1'))).toBe(
      'PAID',
    );
    const refund = (status: string) => ({ status: 200, value: { refund_id: '5030', out_refund_no: 'TK1', status } });
    expect(await state([refund('SUCCESS')], (p) => p.refund(ask))).toEqual({
      state: 'SUCCESS',
      channelRefundNo: '5030',
    });
    expect(await state([refund('PROCESSING')], (p) => p.refund(ask))).toMatchObject({ state: 'PROCESSING' });
    expect(await state([refund('ABNORMAL')], (p) => p.queryRefund(ask))).toMatchObject({ state: 'ABNORMAL' });
    expect(await state([refund('CLOSED')], (p) => p.queryRefund(ask))).toMatchObject({ state: 'FAILED' });
    expect(
      await state([{ status: 404, value: { code: 'RESOURCE_NOT_EXISTS', message: '' } }], (p) => p.queryRefund(ask)),
    ).toEqual({ state: 'NOT_FOUND' });
    expect(
      await state([{ status: 403, value: { code: 'NOT_ENOUGH', message: '余额不足' } }], (p) => p.refund(ask)),
    ).toEqual({ state: 'FAILED', detail: '余额不足' });
    await expect(state([{ status: 500, value: { code: 'SYSTEM_ERROR' } }], (p) => p.refund(ask))).rejects.toThrow(
      '繁忙',
    );
  });

  test('an answer somebody else signed is no answer', async () => {
    const send: Transport = async () => {
      const body = JSON.stringify(paid);
      return { status: 200, headers: proof(body, stranger.privateKey), body };
    };
    await expect(wechatProvider(config(), { clock, random, send }).query('CZ1')).rejects.toThrow('签名不一致');
  });

  test('an unknown platform key is fetched, sealed with our own key', async () => {
    const own = { ...config(), platform: platformKeys({}) };
    const list = { data: [{ serial_no: serial, encrypt_certificate: seal(pem(platform.publicKey)) }] };
    await refreshCertificates(own, { clock, random, send: answering([{ status: 200, value: list }]) });
    expect(own.platform.keyOf(serial, now)?.equals(createPublicKey(pem(platform.publicKey)))).toBe(true);
    const again = { ...config(), platform: platformKeys({}) };
    const provider = wechatProvider(again, {
      clock,
      random,
      send: answering([
        { status: 200, value: paid },
        { status: 200, value: list },
      ]),
    });
    expect(await provider.query('CZ1')).toMatchObject({ state: 'PAID' });
  });

  test('callbacks: payment, refund, forged, late, altered', () => {
    const provider = wechatProvider(config(), { clock, random, send: answering([{ status: 500 }]) });
    const body = JSON.stringify({ id: 'EV', event_type: 'TRANSACTION.SUCCESS', resource: seal(paid) });
    expect(provider.readCallback({ headers: proof(body), body })).toEqual({
      sign: 'OK',
      kind: 'PAYMENT',
      payment: {
        merchantNo: '1900009191',
        outTradeNo: 'CZ1',
        channelNo: '4200001',
        amountFen: 5000,
        paidAt: Date.parse(paid.success_time),
      },
    });
    expect(provider.readCallback({ headers: proof(body, stranger.privateKey), body })).toMatchObject({ sign: 'BAD' });
    expect(provider.readCallback({ headers: proof(body, platform.privateKey, now - 301_000), body })).toMatchObject({
      sign: 'BAD',
    });
    expect(provider.readCallback({ headers: proof(body), body: `${body} ` })).toMatchObject({ sign: 'BAD' });
    expect(provider.readCallback({ headers: {}, body })).toMatchObject({ sign: 'BAD' });
    const refund = { mchid: '1900009191', out_refund_no: 'TK1', refund_id: '5030', refund_status: 'SUCCESS' };
    const told = JSON.stringify({ id: 'EV', event_type: 'REFUND.SUCCESS', resource: seal(refund) });
    expect(provider.readCallback({ headers: proof(told), body: told })).toMatchObject({
      kind: 'REFUND',
      outRefundNo: 'TK1',
      refund: { state: 'SUCCESS' },
    });
    expect(provider.reply(true)).toMatchObject({ status: 200 });
    expect(provider.reply(false)).toMatchObject({ status: 500 });
  });
});

describe('Alipay', () => {
  const own = {
    appId: '2021001',
    privateKey: merchant.privateKey,
    alipayPublicKey: platform.publicKey,
    notifyUrl: 'https://card.example.cn/n',
  };
  const sign = (text: string, key = platform.privateKey) => signText(text, key);
  const reply =
    (method: string, value: object, key = platform.privateKey): Transport =>
    async () => {
      const raw = JSON.stringify(value);
      return { status: 200, headers: {}, body: `{"${method}_response":${raw},"sign":"${sign(raw, key)}"}` };
    };
  const provider = (send: Transport) => alipayProvider(own, { clock, send });

  test('what is signed: by name, without empty ones and the signature', () => {
    expect(
      signContent({ version: '1.0', app_id: '2014072300007148', sign: 'x', format: '', method: 'alipay.trade.query' }, [
        'sign',
      ]),
    ).toBe('app_id=2014072300007148&method=alipay.trade.query&version=1.0');
    expect(rawNode('{"a_response":{"x":"}\\"{","y":{"z":1}},"sign":"s"}', 'a_response')).toBe(
      '{"x":"}\\"{","y":{"z":1}}',
    );
  });

  test('the request is signed with the application’s key', async () => {
    let body = '';
    const send: Transport = (request) => {
      body = request.body ?? '';
      return reply('alipay_trade_precreate', { code: '10000', msg: 'Success', qr_code: 'https://qr.alipay.com/x' })(
        request,
      );
    };
    expect(
      await provider(send).createPayment({ outTradeNo: 'CZ1', amountFen: 1, description: '充值', expiresAt: now }),
    ).toEqual({ code: 'https://qr.alipay.com/x' });
    const params = Object.fromEntries(new URLSearchParams(body));
    expect(verifyText(signContent(params, ['sign']), params.sign!, merchant.publicKey)).toBe(true);
    expect(JSON.parse(params.biz_content!)).toMatchObject({ total_amount: '0.01' });
    expect(params.timestamp).toBe('2026-11-20 12:00:00');
  });

  test('states of payments and refunds', async () => {
    const q = (value: object) => provider(reply('alipay_trade_query', value)).query('CZ1');
    const good = {
      code: '10000',
      msg: 'Success',
      trade_no: '2026',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '50.00',
      send_pay_date: '2026-11-20 11:59:00',
    };
    expect(await q(good)).toEqual({
      state: 'PAID',
      channelNo: '2026',
      amountFen: 5000,
      paidAt: Date.parse('2026-11-20T11:59:00+08:00'),
    });
    expect(await q({ ...good, trade_status: 'WAIT_BUYER_PAY' })).toEqual({ state: 'WAITING' });
    expect(await q({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' })).toEqual({
      state: 'NOT_FOUND',
    });
    expect(await q({ code: '20000', msg: 'Service Currently Unavailable' })).toMatchObject({ state: 'UNKNOWN' });
    const ask = { outRefundNo: 'TK1', channelNo: '2026', refundFen: 100, totalFen: 5000, reason: '退' };
    const r = (value: object) => provider(reply('alipay_trade_refund', value)).refund(ask);
    expect(await r({ code: '10000', msg: '', trade_no: '2026', fund_change: 'Y' })).toEqual({
      state: 'SUCCESS',
      channelRefundNo: '2026:TK1',
    });
    expect(await r({ code: '10000', msg: '', trade_no: '2026', fund_change: 'N' })).toEqual({ state: 'PROCESSING' });
    expect(
      await r({ code: '40004', msg: '', sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', sub_msg: '卖家余额不足' }),
    ).toEqual({ state: 'FAILED', detail: '卖家余额不足' });
    expect(await r({ code: '40004', msg: '', sub_code: 'ACQ.SYSTEM_ERROR' })).toMatchObject({ state: 'UNKNOWN' });
    await expect(provider(reply('alipay_trade_query', good, stranger.privateKey)).query('CZ1')).rejects.toThrow(
      '签名不一致',
    );
  });

  test('notices: payment, refund of it, forged, altered', () => {
    const params: Record<string, string> = {
      app_id: '2021001',
      out_trade_no: 'CZ1',
      trade_no: '2026',
      total_amount: '50.00',
      trade_status: 'TRADE_SUCCESS',
      gmt_payment: '2026-11-20 11:59:00',
      subject: '充值 & 其他',
      sign_type: 'RSA2',
    };
    const notice = (more: Record<string, string> = {}, key = platform.privateKey) => {
      const all = { ...params, ...more };
      return new URLSearchParams({ ...all, sign: sign(signContent(all, ['sign', 'sign_type']), key) }).toString();
    };
    const read = (body: string) => provider(reply('x', {})).readCallback({ headers: {}, body });
    expect(read(notice())).toMatchObject({
      kind: 'PAYMENT',
      payment: { merchantNo: '2021001', outTradeNo: 'CZ1', channelNo: '2026', amountFen: 5000 },
    });
    expect(read(notice({ gmt_refund: '2026-11-20 12:00:00' }))).toMatchObject({ kind: 'OTHER' });
    expect(read(notice({}, stranger.privateKey))).toMatchObject({ sign: 'BAD' });
    expect(read(notice().replace('50.00', '5.00'))).toMatchObject({ sign: 'BAD' });
  });
});

describe('bills of a day', () => {
  const csv = Buffer.from('\ufeff交易时间,商户号\r\n');
  const zipped = gzipSync(csv);
  const wechat = (value: object, file: Buffer = zipped, status = 200) => {
    const asked: Parameters<Transport>[0][] = [];
    const send: Transport = async (request) => {
      asked.push(request);
      if (asked.length === 1) return answering([{ status, value }])(request);
      return { status: 200, headers: {}, body: '', bytes: file };
    };
    return { asked, provider: wechatProvider(config(), { clock, random, send }) };
  };
  const found = {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(csv).digest('hex'),
    download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=6XIv5DUPto',
  };

  test('WeChat: asked for, fetched with a signature, believed by its hash', async () => {
    const { asked, provider } = wechat(found);
    expect(await provider.bill!('TRADE', '2026-11-19')).toEqual({
      name: '1900009191-交易账单-2026-11-19.csv',
      bytes: csv,
    });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.mch.weixin.qq.com/v3/bill/tradebill?bill_type=ALL&bill_date=2026-11-19&tar_type=GZIP',
      found.download_url,
    ]);
    expect(asked[1]!.headers.Authorization).toMatch(/^WECHATPAY2-SHA256-RSA2048 mchid="1900009191"/);
    await expect(wechat(found, gzipSync('altered')).provider.bill!('TRADE', '2026-11-19')).rejects.toThrow('摘要不符');
    const elsewhere = { ...found, download_url: 'https://example.com/file' };
    await expect(wechat(elsewhere).provider.bill!('FUND', '2026-11-19')).rejects.toThrow('不是微信支付的');
  });

  test('WeChat: a day without payments has none; another no is a failure', async () => {
    const none = wechat({ code: 'NO_STATEMENT_EXIST', message: '账单不存在' }, zipped, 400);
    expect(await none.provider.bill!('TRADE', '2026-11-19')).toEqual({ none: '账单不存在' });
    const no = wechat({ code: 'NO_AUTH', message: '商户无权限' }, zipped, 403);
    await expect(no.provider.bill!('TRADE', '2026-11-19')).rejects.toThrow('商户无权限');
  });
});
