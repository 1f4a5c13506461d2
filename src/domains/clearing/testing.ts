/** The platform's morning for this domain's tests: orders paid at a channel, its bills as files, dropped as the operator drops them. */
import iconv from 'iconv-lite';
import { dateAt, isoAt } from '../../kit/server/clock.ts';
import { billedAccount, type FundingBench, fundingBench, type Paid } from '../funding/testing.ts';
import type { TakenSheet } from './bills/taken.ts';

export { fetchNoted as fetchBill } from './bills/fetch-bills.ts';
export { matchOpenBills } from './bills/match-bill.ts';
export { lockMonths } from './months/make-pack.ts';
export { alipayBill, type Paid, wechatBill } from '../funding/testing.ts';

/** The demo's merchant number at both channels. */
export const sandboxNo = 'SANDBOX';

export const yuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;

export interface Moved {
  flowNo: string;
  channelNo: string;
  what: string;
  /** Signed. */
  fen: number;
  at: string;
  outNo?: string;
}

const sums = (lines: readonly Moved[], income: boolean) => {
  const of = lines.filter(({ fen }) => fen > 0 === income);
  return { count: of.length, fen: Math.abs(of.reduce((sum, { fen }) => sum + fen, 0)) };
};

/** 微信资金账单; `opening` is what the account held before. */
export function wechatFund(lines: readonly Moved[], opening: number): string {
  let balance = opening;
  const rows = lines.map(({ at, channelNo, flowNo, what, fen, outNo = '' }) => {
    balance += fen;
    return [
      at,
      channelNo,
      flowNo,
      '交易',
      what,
      fen > 0 ? '收入' : '支出',
      yuan(Math.abs(fen)),
      yuan(balance),
      'system',
      '',
      outNo,
    ]
      .map((cell) => `\`${cell}`)
      .join(',');
  });
  const [into, out] = [sums(lines, true), sums(lines, false)];
  return [
    '\ufeff记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号',
    ...rows,
    '资金流水总笔数,收入笔数,收入金额（元）,支出笔数,支出金额（元）',
    `\`${lines.length},\`${into.count},\`${yuan(into.fen)},\`${out.count},\`${yuan(out.fen)}`,
    '',
  ].join('\r\n');
}

/** 支付宝账务明细 in GB18030, values with tabs behind them. */
export function alipayFund(lines: readonly Moved[], opening: number): Buffer {
  let balance = opening;
  const rows = lines.map(({ at, channelNo, flowNo, what, fen, outNo = '' }) => {
    balance += fen;
    return [
      flowNo,
      channelNo,
      outNo,
      '充值',
      at,
      'a**@b.cn',
      fen > 0 ? yuan(fen) : '',
      fen < 0 ? yuan(fen) : '',
      yuan(balance),
      '支付宝',
      what,
      '',
    ]
      .map((cell) => `${cell}\t`)
      .join(',');
  });
  const [into, out] = [sums(lines, true), sums(lines, false)];
  const text = [
    '#支付宝账务明细查询',
    `#账号：[${billedAccount}]`,
    '#-----------------------------------------账务明细列表----------------------------------------',
    '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
    ...rows,
    '#-----------------------------------------账务明细列表结束------------------------------------',
    `#支出合计：${out.count}笔，共-${yuan(out.fen)}元`,
    `#收入合计：${into.count}笔，共${yuan(into.fen)}元`,
  ].join('\r\n');
  return iconv.encode(`${text}\r\n`, 'gb18030');
}

export interface Order {
  id: number;
  orderNo: string;
  channelNo: string;
  amountFen: number;
  /** `YYYY-MM-DD HH:mm:ss`. */
  at: string;
}

export interface ClearingBench extends FundingBench {
  platform: string;
  /** `data` of an answer below /admin/platform; the envelope where the server refused. */
  ask<T = Record<string, unknown>>(
    page: string,
    verb: string,
    body?: object,
  ): Promise<T & { errorcode?: number; errormsg?: string }>;
  rows<T = Record<string, unknown>>(page: string, search?: object): Promise<T[]>;
  /** 账单商户号: two persons say that the number is the platform's. */
  register(channel: 'WECHAT' | 'ALIPAY', merchantNo: string): Promise<{ errorcode?: number; errormsg?: string }>;
  /** Drops a file as the platform's operator. */
  drop(
    content: string | Buffer,
    name?: string,
  ): Promise<{ sheets: TakenSheet[]; errorcode?: number; errormsg?: string }>;
  /** An online recharge, paid through the sandbox unless `open`. */
  order(amountFen: number, channel?: 'WECHAT' | 'ALIPAY', open?: boolean): Promise<Order>;
}

/** What the sandbox took and gave back over a channel on a day, as lines of its bill, `but` these orders. */
export async function billLines(
  { services }: Pick<FundingBench['app'], 'services'>,
  channel: 'WECHAT' | 'ALIPAY',
  day: string,
  but: readonly Order[] = [],
): Promise<Paid[]> {
  const { rows } = await services.pool.query<{ no: string; channel: string; refund: string; fen: number; at: string }>(
    `select no, channel, refund, fen, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from (
       select order_no as no, channel_no as channel, '' as refund, amount_fen as fen, paid_at as at from recharge_order
         where credited_via is not null and channel = $3 and id <> all($1::bigint[])
       union all select trade_no, channel_no, '', amount_fen, paid_at from third_trade where channel = $3 and status = 'SUCCESS'
       union all select trade_no, channel_no, refund_no, amount_fen, finished_at from third_refund
         where channel = $3 and status = 'SUCCESS') o
     where (at at time zone 'Asia/Shanghai')::date = $2 order by at, no`,
    [but.map(({ id }) => id), day, channel],
  );
  return rows.map(({ no, channel, refund, fen, at }) => ({
    outTradeNo: no,
    channelNo: channel,
    outRefundNo: refund,
    refund: refund !== '',
    amount: yuan(fen),
    at,
    merchantNo: sandboxNo,
  }));
}

/** An order's own line of the bill. */
export const paidLine = (order: Order, more: Partial<Paid> = {}): Paid => ({
  outTradeNo: order.orderNo,
  channelNo: order.channelNo,
  amount: yuan(order.amountFen),
  at: order.at,
  merchantNo: sandboxNo,
  ...more,
});

/** A day of the demo's school with a platform beside it; stop it in `afterAll`. */
export async function clearingBench(): Promise<ClearingBench> {
  const bench = await fundingBench(['/admin/organization/main_account_order#query']);
  const { app } = bench;
  const platform = await app.login('platform');
  const ask: ClearingBench['ask'] = async (page, verb, body = {}) => {
    const answer = await app.post(`/admin/platform/${page}`, verb, body, platform);
    return (answer.body.errorcode === 0 ? (answer.body.data ?? {}) : answer.body) as never;
  };
  return {
    ...bench,
    platform,
    ask,
    rows: async <T>(page: string, search: object = {}) =>
      (await ask<{ rows: T[] }>(page, 'query', { size: 100, search })).rows,
    register: (channel, merchantNo) =>
      ask('bill_merchant', 'create', {
        channel,
        merchantNo,
        note: '商户平台的户名与执照一致',
        witness: { account: 'pt-fuhe', password: 'onecard-demo' },
      }),
    async drop(content, name = '账单.csv') {
      const form = new FormData();
      form.append('file', new File([content as BlobPart], name));
      const sent = await fetch(`${app.origin}/api/upload?purpose=bill`, {
        method: 'POST',
        headers: { authorization: `Bearer ${platform}` },
        body: form,
      });
      const { data, ...refused } = (await sent.json()) as {
        data: { key: string };
        errorcode: number;
        errormsg: string;
      };
      return refused.errorcode === 0
        ? ask('merchant_bill', 'take', { fileKey: data.key })
        : ({ sheets: [], ...refused } as never);
    },
    async order(amountFen, channel = 'WECHAT', open = false) {
      const personId = await bench.person();
      const made = await bench.call<{ id: number; orderNo: string }>('recharge', 'pay_code', {
        personId,
        amountFen,
        channel,
      });
      if (!open) await bench.call('recharge', 'sandbox_pay', { id: made.id });
      const at = isoAt(app.clock.now()).slice(0, 19).replace('T', ' ');
      return { id: made.id, orderNo: made.orderNo, channelNo: `SB${made.orderNo}`, amountFen, at };
    },
  };
}

export const today = (bench: Pick<ClearingBench, 'app'>): string => dateAt(bench.app.clock.now());
