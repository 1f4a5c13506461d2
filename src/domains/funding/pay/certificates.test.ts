/** Platform certificates of WeChat Pay v3: fetched, unsealed, taken in under their own serial, trusted while valid. */
import { createCipheriv, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { manualClock } from '../../../kit/server/clock.ts';
import type { HttpAnswer, Transport } from './provider.ts';
import { certificatePem } from './testing.ts';
import { wechatProvider } from './wechat.ts';
import { refreshCertificates, type WechatConfig } from './wechat-call.ts';
import { answerMessage, platformKeys, signText } from './wechat-crypto.ts';

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [merchant, authority, older, newer] = [keys(), keys(), keys(), keys()];
const now = Date.parse('2026-11-20T12:00:00+08:00');
const day = 86_400_000;
const v3Key = '0123456789abcdef0123456789abcdef';
const random = { token: () => 'nonce', fraction: () => 0.5 };
const serials = {
  older: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  newer: '0A10C4B0C2D9F0E1A2B3C4D5E6F708192A3B4C5D',
};

const certificate = (serial: string, { publicKey }: { publicKey: KeyObject }, from: number, to: number) =>
  certificatePem({ serial, publicKey, signWith: authority.privateKey, from, to });
const olderPem = certificate(serials.older, older, now - 100 * day, now + day);
const newerPem = certificate(serials.newer, newer, now - day, now + 1800 * day);

function seal(plain: string, key = v3Key) {
  const [nonce, associated_data] = ['61f9c719728a', 'certificate'];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(associated_data));
  const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data };
}

const listed = (serial_no: string, pem: string, key = v3Key) => ({
  serial_no,
  effective_time: '2026-11-19T12:00:00+08:00',
  expire_time: '2031-11-19T12:00:00+08:00',
  encrypt_certificate: seal(pem, key),
});

const signed = (body: string, serial: string, key: KeyObject, at: number) => ({
  'wechatpay-timestamp': String(Math.floor(at / 1000)),
  'wechatpay-nonce': 'abcdef',
  'wechatpay-serial': serial,
  'wechatpay-signature': signText(answerMessage(String(Math.floor(at / 1000)), 'abcdef', body), key),
});

const paid = {
  mchid: '1900009191',
  out_trade_no: 'CZ1',
  transaction_id: '42',
  trade_state: 'SUCCESS',
  success_time: '2026-11-20T11:59:00+08:00',
  amount: { total: 5_000 },
};

/** A merchant that knows the older certificate, and a platform that signs with `key` and lists `list`. */
function house(
  list: object[],
  { serial = serials.newer, key = newer.privateKey, pems = { [serials.older]: olderPem } } = {},
) {
  const clock = manualClock(now);
  const asked: string[] = [];
  const config: WechatConfig = {
    mchid: '1900009191',
    serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
    privateKey: merchant.privateKey,
    appid: 'wx1',
    apiV3Key: v3Key,
    platform: platformKeys(pems),
    notifyUrl: 'https://card.example.cn/api/pay/callback/wechat',
  };
  const send: Transport = async ({ url, headers }) => {
    asked.push(new URL(url).pathname);
    expect(headers.Authorization).toMatch(/^WECHATPAY2-SHA256-RSA2048 mchid="1900009191"/);
    const body = JSON.stringify(url.endsWith('/v3/certificates') ? { data: list } : paid);
    return { status: 200, headers: signed(body, serial, key, clock.now()), body } satisfies HttpAnswer;
  };
  return {
    clock,
    asked,
    config,
    tools: { clock, random, send },
    provider: wechatProvider(config, { clock, random, send }),
  };
}

test('the certificates made here are what others read', () => {
  const read = new X509Certificate(newerPem);
  expect(read.serialNumber).toBe(serials.newer);
  expect(read.verify(authority.publicKey)).toBe(true);
  expect([Date.parse(read.validFrom), Date.parse(read.validTo)]).toEqual([now - day, now + 1800 * day]);
});

test('an answer under a new certificate: fetched, unsealed, then trusted, and not fetched again', async () => {
  const { provider, asked, config } = house([listed(serials.older, olderPem), listed(serials.newer, newerPem)]);
  expect(config.platform.keyOf(serials.newer, now)).toBeUndefined();
  expect(await provider.query('CZ1')).toMatchObject({ state: 'PAID', channelNo: '42', amountFen: 5_000 });
  expect(asked).toEqual(['/v3/pay/transactions/out-trade-no/CZ1', '/v3/certificates']);
  expect(await provider.query('CZ1')).toMatchObject({ state: 'PAID' });
  expect(asked).toHaveLength(3);
  expect(config.platform.keyOf(serials.newer.toLowerCase(), now)?.equals(newer.publicKey)).toBe(true);
  expect(config.platform.keyOf(serials.older, now)?.equals(older.publicKey)).toBe(true);
});

test('the certificate’s key decides, not the serial that an answer names', async () => {
  const { provider } = house([listed(serials.newer, newerPem)], { key: older.privateKey });
  await expect(provider.query('CZ1')).rejects.toThrow('签名不一致');
  const silent = house([]);
  await expect(silent.provider.query('CZ1')).rejects.toThrow(`未知或过期的平台证书 ${serials.newer}`);
});

test('a certificate listed under another serial, sealed with another key, changed on the way, or no certificate', async () => {
  const cases: [object, RegExp][] = [
    [listed(serials.older.replace('5', '6'), newerPem), /was given as/],
    [listed(serials.newer, newerPem, v3Key.replace('0', '9')), /authenticate/],
    [
      { ...listed(serials.newer, newerPem), encrypt_certificate: { ...seal(newerPem), associated_data: 'other' } },
      /authenticate/,
    ],
    [listed(serials.newer, newerPem.replace(/\n.{64}/, '\nAAAA')), /./],
    [listed(serials.newer, '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n'), /./],
  ];
  for (const [list, message] of cases) {
    const { config, tools } = house([list]);
    await expect(refreshCertificates(config, tools)).rejects.toThrow(message);
    expect(config.platform.keyOf(serials.newer, now)).toBeUndefined();
  }
  expect(() => platformKeys({ [serials.newer]: olderPem })).toThrow('was given as');
});

test('a certificate counts from its first second to its last', async () => {
  const { clock, provider, config } = house([], { pems: { [serials.older]: olderPem, [serials.newer]: newerPem } });
  const body = JSON.stringify({
    event_type: 'TRANSACTION.SUCCESS',
    resource: seal(JSON.stringify({ ...paid, transaction_id: '43' })),
  });
  const callback = (at: number) => {
    clock.set(at);
    return provider.readCallback({ headers: signed(body, serials.older, older.privateKey, at), body });
  };
  const expired = { sign: 'BAD', detail: `未知或过期的平台证书 ${serials.older}` };
  expect(callback(now)).toMatchObject({ sign: 'OK', kind: 'PAYMENT', payment: { channelNo: '43' } });
  expect(callback(now + day)).toMatchObject({ sign: 'OK' });
  expect(callback(now + day + 1_000)).toEqual(expired);
  expect(callback(now - 100 * day)).toMatchObject({ sign: 'OK' });
  expect(callback(now - 100 * day - 1_000)).toEqual(expired);
  // While both are valid either may sign; afterwards the newer alone.
  expect(config.platform.keyOf(serials.newer, now + 2 * day)?.equals(newer.publicKey)).toBe(true);
  expect(config.platform.keyOf(serials.older, now + 2 * day)).toBeUndefined();
});
