/** The channel of a unit's own merchant number, by the key files it names below `PAY_KEY_DIR`. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../kit/server/clock.ts';
import type { Random } from '../../../kit/server/ids.ts';
import { alipayProvider } from '../pay/alipay.ts';
import type { PayChannel, PayProvider, Transport } from '../pay/provider.ts';
import { wechatProvider } from '../pay/wechat.ts';
import { platformKeys } from '../pay/wechat-crypto.ts';

export interface MerchantSet {
  channel: PayChannel;
  merchantNo: string;
  appId: string;
  serialNo: string;
  keyFile: string;
  secretFile: string;
  platformKeys: string;
}

type Tools = { clock: Clock; random: Random; send: Transport };

/** @throws with what is missing or cannot be read. */
export function merchantProvider(
  env: Readonly<Record<string, string | undefined>>,
  set: MerchantSet,
  tools: Tools,
): PayProvider {
  const dir = env.PAY_KEY_DIR;
  if (!dir) throw new Error('服务器没有设置密钥目录 PAY_KEY_DIR');
  const base = (env.PAY_CALLBACK_BASE ?? '').replace(/\/$/, '');
  if (!base.startsWith('https://')) throw new Error('服务器没有设置 https 的回调地址 PAY_CALLBACK_BASE');
  const text = (name: string) => {
    if (!name) throw new Error('密钥文件没有填全');
    try {
      return readFileSync(join(dir, name), 'utf8').trim();
    } catch {
      throw new Error(`密钥目录中没有文件「${name}」`);
    }
  };
  const notifyUrl = `${base}/api/pay/callback/${set.channel.toLowerCase()}/${set.merchantNo}`;
  if (set.channel === 'ALIPAY')
    return alipayProvider(
      {
        appId: set.merchantNo,
        privateKey: createPrivateKey(text(set.keyFile)),
        alipayPublicKey: createPublicKey(text(set.secretFile)),
        notifyUrl,
      },
      tools,
    );
  const platform = Object.fromEntries(
    set.platformKeys.split(',').map((pair) => {
      const [serial = '', file = ''] = pair.split('=').map((part) => part.trim());
      return [serial, text(file)];
    }),
  );
  return wechatProvider(
    {
      appid: set.appId,
      mchid: set.merchantNo,
      serialNo: set.serialNo,
      privateKey: createPrivateKey(text(set.keyFile)),
      apiV3Key: text(set.secretFile),
      platform: platformKeys(platform),
      notifyUrl,
    },
    tools,
  );
}
