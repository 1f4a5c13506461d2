/** Both channels' bill servers on this machine, for tests: real HTTP, real signatures, real archives; only the hosts' names are turned to it. */
import {
  createHash,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../../kit/server/clock.ts';
import { memorySink } from '../../../kit/server/sheet/byte-sinks.ts';
import { createZipWriter } from '../../../kit/server/sheet/zip-writer.ts';
import { alipayProvider, signContent } from '../pay/alipay.ts';
import { httpsTransport } from '../pay/config.ts';
import type { PayProvider, Transport } from '../pay/provider.ts';
import { wechatProvider } from '../pay/wechat.ts';
import { answerMessage, platformKeys, signText } from '../pay/wechat-crypto.ts';

export interface BillServer {
  wechat: PayProvider;
  alipay: PayProvider;
  /** What lies there: `WECHAT TRADE 2026-11-19` → the file as it stands inside the archive. */
  files: Map<string, Buffer>;
  /** What was asked for, in the order it came. */
  asked: string[];
  stop(): Promise<void>;
}

const merchants = { mchid: '1900009191', appId: '2021000000000001' };
const serial = 'PUB_KEY_ID_0001';
const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

async function zipOf(name: string, content: Buffer): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink);
  zip.open(name);
  await zip.write(content);
  await zip.close();
  await zip.finish();
  return bytes();
}

/** Starts it; `clock` is what requests and answers are signed by. */
export async function billServer(clock: Clock): Promise<BillServer> {
  const [merchant, platform, ali] = [keys(), keys(), keys()];
  const files = new Map<string, Buffer>();
  const asked: string[] = [];

  const ofWechat = (url: URL): { status: number; value?: object; file?: Buffer } => {
    const [, kind = ''] = /\/v3\/bill\/(tradebill|fundflowbill)$/.exec(url.pathname) ?? [];
    const token = url.searchParams.get('token');
    if (token) return { status: 200, file: gzipSync(files.get(token)!) };
    const key = `WECHAT ${kind === 'tradebill' ? 'TRADE' : 'FUND'} ${url.searchParams.get('bill_date')}`;
    asked.push(key);
    const file = files.get(key);
    if (!file) return { status: 400, value: { code: 'NO_STATEMENT_EXIST', message: '账单不存在' } };
    const download_url = `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${encodeURIComponent(key)}`;
    return {
      status: 200,
      value: { hash_type: 'SHA1', hash_value: createHash('sha1').update(file).digest('hex'), download_url },
    };
  };
  const ofAlipay = (body: string): object => {
    const { sign = '', ...params } = Object.fromEntries(new URLSearchParams(body));
    const genuine = createVerify('RSA-SHA256')
      .update(signContent(params, []))
      .verify(merchant.publicKey, sign, 'base64');
    if (!genuine || params.method !== 'alipay.data.dataservice.bill.downloadurl.query')
      return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' };
    const { bill_type, bill_date } = JSON.parse(params.biz_content!) as { bill_type: string; bill_date: string };
    const key = `ALIPAY ${bill_type === 'trade' ? 'TRADE' : 'FUND'} ${bill_date}`;
    asked.push(key);
    if (!files.has(key))
      return { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist', sub_msg: '账单不存在' };
    const link = `http://dwbillcenter.alipay.com/downloadBillFile.resource?token=${encodeURIComponent(key)}`;
    return { code: '10000', msg: 'Success', bill_download_url: link };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    if (url.pathname === '/gateway.do') {
      const node = JSON.stringify(ofAlipay(await text(request)));
      const sign = createSign('RSA-SHA256').update(node).sign(ali.privateKey, 'base64');
      response.end(`{"alipay_data_dataservice_bill_downloadurl_query_response":${node},"sign":"${sign}"}`);
      return;
    }
    if (url.pathname === '/downloadBillFile.resource') {
      const key = url.searchParams.get('token')!;
      response.end(
        await zipOf(`${merchants.appId}_${key.includes('TRADE') ? '业务明细' : '账务明细'}.csv`, files.get(key)!),
      );
      return;
    }
    const { status, value, file } = ofWechat(url);
    const body = value ? JSON.stringify(value) : '';
    const timestamp = String(Math.floor(clock.now() / 1000));
    response.writeHead(status, {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'abcdef',
      'wechatpay-serial': serial,
      'wechatpay-signature': signText(answerMessage(timestamp, 'abcdef', body), platform.privateKey),
    });
    response.end(file ?? body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send: Transport = (request) => {
    const url = new URL(request.url);
    return httpsTransport({ ...request, url: `http://127.0.0.1:${port}${url.pathname}${url.search}` });
  };
  const random = { token: () => '593BEC0C930BF1AFEB40B4A08C8FB242', fraction: () => 0.5 };
  return {
    files,
    asked,
    wechat: wechatProvider(
      {
        mchid: merchants.mchid,
        serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
        privateKey: merchant.privateKey,
        appid: 'wxd678efh567hg6787',
        apiV3Key: '0123456789abcdef0123456789abcdef',
        platform: platformKeys({ [serial]: pem(platform.publicKey) }),
        notifyUrl: 'https://card.example.cn/api/pay/callback/wechat',
      },
      { clock, random, send },
    ),
    alipay: alipayProvider(
      {
        appId: merchants.appId,
        privateKey: merchant.privateKey,
        alipayPublicKey: createPublicKey(pem(ali.publicKey)),
        notifyUrl: 'https://card.example.cn/api/pay/callback/alipay',
      },
      { clock, send },
    ),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
