/** A bill file → its lines. Which channel's it is, is seen from the headings. */
import { dateAt } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { fundingRefusals } from '../refusals.ts';
import type { Bill, BillLine } from './bill.ts';
import { badRow, bareHeading } from './cells.ts';
import { isAlipayBill, readAlipay } from './read-alipay.ts';
import { isWechatBill, readWechat } from './read-wechat.ts';

/** What people download by mistake, by a heading only it has. */
const others: Readonly<Record<string, string>> = {
  资金流水单号: '这是微信资金账单，请在商户平台下载「交易账单」',
  账务流水号: '这是支付宝账务明细，请下载「业务明细」',
  交易订单总笔数: '这是支付宝汇总账单，请下载「业务明细」',
};
const mostDays = 31;
const dayMs = 86_400_000;

function whyNot(headings: readonly string[]): string {
  const known = Object.keys(others).find((name) => headings.includes(name));
  return known ? others[known]! : '请上传微信支付「交易账单」或支付宝「业务明细」的原始文件';
}

/** One line of a payment or refund stands in a bill once; the second is named. */
function repeated(lines: readonly BillLine[]): Refusal | undefined {
  const seen = new Map<string, number>();
  for (const line of lines) {
    const no = line.kind === 'PAYMENT' ? line.channelNo : line.outRefundNo;
    const before = seen.get(`${line.kind}:${no}`);
    if (before !== undefined) return badRow(line.rowNo, `与第 ${before} 行重复（${no}）`);
    seen.set(`${line.kind}:${no}`, line.rowNo);
  }
  return undefined;
}

/** Reads a table as a bill. Refused: another kind of file, a line that cannot be read or repeats, a bill cut short. */
export function readBill(table: Table, filename: string): Bill | Refusal {
  const headings = table.headers.map(bareHeading);
  const channel = isWechatBill(headings) ? 'WECHAT' : isAlipayBill(headings) ? 'ALIPAY' : undefined;
  if (!channel) return refuse(fundingRefusals.BILL_KIND, { filename, why: whyNot(headings) });
  const read = channel === 'WECHAT' ? readWechat(table) : readAlipay(table);
  if (isRefusal(read)) return read;
  const twice = repeated(read.lines);
  if (twice) return twice;
  if (read.lines.length === 0) return refuse(fundingRefusals.BILL_KIND, { filename, why: '账单没有一笔交易' });
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { at } of read.lines) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  if (last - first > mostDays * dayMs)
    return refuse(fundingRefusals.BILL_KIND, { filename, why: `账单跨越超过 ${mostDays} 天，请按日或按月下载` });
  return { channel, from: dateAt(first), to: dateAt(last), ...read };
}
