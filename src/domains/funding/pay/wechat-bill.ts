/** 下载账单: the channel says where the day's file lies and what it must hash to; the file itself is unsigned. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { BillAnswer, PayProvider } from './provider.ts';
import { call, type WechatConfig, type WechatTools } from './wechat-call.ts';
import { authorization } from './wechat-crypto.ts';

const said = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() });
/** No payments on the day, or the file is still being made. */
const notThere = new Set(['NO_STATEMENT_EXIST', 'STATEMENT_CREATING']);
const mostBytes = 200 * 1024 * 1024;
const host = 'api.mch.weixin.qq.com';

export const wechatBill =
  (config: WechatConfig, tools: WechatTools): NonNullable<PayProvider['bill']> =>
  async (kind, day): Promise<BillAnswer> => {
    const what = kind === 'TRADE' ? 'tradebill?bill_type=ALL&' : 'fundflowbill?account_type=BASIC&';
    const asked = await call(config, tools, 'GET', `/v3/bill/${what}bill_date=${day}&tar_type=GZIP`);
    if (!asked.ok) {
      if (notThere.has(asked.code)) return { none: asked.message || asked.code };
      throw new Error(`微信支付：${asked.message || asked.code}`);
    }
    const { hash_value, download_url } = said.parse(asked.value);
    const url = new URL(download_url);
    if (url.protocol !== 'https:' || url.host !== host) throw new Error(`账单地址不是微信支付的：${url.host}`);
    const path = `${url.pathname}${url.search}`;
    const seconds = String(Math.floor(tools.clock.now() / 1000));
    const answer = await tools.send({
      method: 'GET',
      url: download_url,
      headers: {
        'User-Agent': 'onecard-console/1.0',
        Authorization: authorization(config, { method: 'GET', path, body: '' }, seconds, tools.random.token(16)),
      },
    });
    if (answer.status !== 200 || !answer.bytes) throw new Error(`账单文件没有下载成功（HTTP ${answer.status}）`);
    const bytes = gunzipSync(answer.bytes, { maxOutputLength: mostBytes });
    if (createHash('sha1').update(bytes).digest('hex') !== hash_value.toLowerCase())
      throw new Error('下载的账单与微信支付所说的摘要不符');
    return { name: `${config.mchid}-${kind === 'TRADE' ? '交易账单' : '资金账单'}-${day}.csv`, bytes };
  };
