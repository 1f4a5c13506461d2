/** The merchants set up in the environment, and the network they are reached by. Keys are files, never values. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../../kit/server/clock.ts';
import type { Random } from '../../../kit/server/ids.ts';
import { alipayProvider } from './alipay.ts';
import type { PayChannel, PayProvider, Transport } from './provider.ts';
import { wechatProvider } from './wechat.ts';
import { platformKeys } from './wechat-crypto.ts';

type Env = Readonly<Record<string, string | undefined>>;
const timeoutMs = 10_000;

/** The real network. */
export const httpsTransport: Transport = async ({ method, url, headers, body }) => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: bytes.toString('utf8'), bytes };
};

/** The variables of `names`; undefined when none is set. @throws when only some are: half a merchant is a mistake. */
function group<const N extends string>(env: Env, names: readonly N[]): Record<N, string> | undefined {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`支付配置不完整，缺少 ${missing.join('、')}`);
  return Object.fromEntries(names.map((name) => [name, env[name]!])) as Record<N, string>;
}

/** `serial=file,serial=file` as PEM texts by serial. */
function pemFiles(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(',').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('WECHAT_PAY_PLATFORM_KEYS 的格式为 序列号=文件,序列号=文件');
      return [pair.slice(0, at).trim(), readFileSync(pair.slice(at + 1).trim(), 'utf8')];
    }),
  );
}

/** Providers of the merchants that are set up. `PAY_CALLBACK_BASE` is the server's address as the channels reach it. */
export function readPayProviders(env: Env, tools: { clock: Clock; random: Random; send: Transport }): PayProvider[] {
  const base = (env.PAY_CALLBACK_BASE ?? '').replace(/\/$/, '');
  const providers: PayProvider[] = [];
  const wechat = group(env, [
    'WECHAT_PAY_APPID',
    'WECHAT_PAY_MCHID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_KEY_FILE',
    'WECHAT_PAY_V3_KEY',
    'WECHAT_PAY_PLATFORM_KEYS',
  ]);
  if (wechat)
    providers.push(
      wechatProvider(
        {
          appid: wechat.WECHAT_PAY_APPID,
          mchid: wechat.WECHAT_PAY_MCHID,
          serialNo: wechat.WECHAT_PAY_SERIAL,
          privateKey: createPrivateKey(readFileSync(wechat.WECHAT_PAY_KEY_FILE, 'utf8')),
          apiV3Key: wechat.WECHAT_PAY_V3_KEY,
          platform: platformKeys(pemFiles(wechat.WECHAT_PAY_PLATFORM_KEYS)),
          notifyUrl: `${base}/api/pay/callback/wechat`,
        },
        tools,
      ),
    );
  const alipay = group(env, ['ALIPAY_APP_ID', 'ALIPAY_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE']);
  if (alipay)
    providers.push(
      alipayProvider(
        {
          appId: alipay.ALIPAY_APP_ID,
          privateKey: createPrivateKey(readFileSync(alipay.ALIPAY_KEY_FILE, 'utf8')),
          alipayPublicKey: createPublicKey(readFileSync(alipay.ALIPAY_PUBLIC_KEY_FILE, 'utf8')),
          notifyUrl: `${base}/api/pay/callback/alipay`,
        },
        tools,
      ),
    );
  if (providers.length > 0 && !base.startsWith('https://')) throw new Error('PAY_CALLBACK_BASE 须为 https 地址');
  return providers;
}

/** Fees of the merchants' contracts in ten-thousandths: `WECHAT_PAY_RATE=38` is 0.38 %. @throws for what is no rate. */
export function readFeeRates(env: Env): Partial<Record<PayChannel, number>> {
  const rates: Partial<Record<PayChannel, number>> = {};
  for (const [channel, name] of [
    ['WECHAT', 'WECHAT_PAY_RATE'],
    ['ALIPAY', 'ALIPAY_RATE'],
  ] as const) {
    const text = env[name];
    if (!text) continue;
    if (!/^\d{1,4}$/.test(text) || Number(text) > 1_000) throw new Error(`${name} 应为 0–1000 的整数（万分之几）`);
    rates[channel] = Number(text);
  }
  return rates;
}
