/** Signed calls to WeChat Pay APIv3, and what an answer or a callback must prove before it is believed. */
import { z } from 'zod';
import type { Clock } from '../../../kit/server/clock.ts';
import type { Random } from '../../../kit/server/ids.ts';
import type { HttpAnswer, Transport } from './provider.ts';
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

export const fault = z.object({ code: z.string(), message: z.string().default('') });
const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedShape })),
});

/** Why the headers do not prove the body; undefined when they do. */
export function mistrust(
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

/** What was asked for, or the code and words of a refusal. */
export type Parsed = { ok: true; value: unknown } | { ok: false; code: string; message: string };

/** A signed call; what cannot be trusted, and every 5xx, is thrown: the outcome is unknown then. */
export async function call(
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
