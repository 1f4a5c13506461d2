/**
 * 微信支付交易账单: headings, lines, headings of the totals, totals. Every value is led by a backtick, lines are not
 * quoted. Source: 微信支付 «交易账单详细说明»; the kinds ALL, SUCCESS and REFUND differ in their columns, bills of old
 * merchants call the amount 总金额.
 */

import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { fundingRefusals } from '../refusals.ts';
import type { BillLine } from './bill.ts';
import {
  badRow,
  bareHeading,
  columnOf,
  readAmount,
  readFee,
  readFine,
  readNumber,
  readTime,
  wrongNumber,
} from './cells.ts';
import { type LineReader, linesOf } from './line-reader.ts';

/** Values without their backticks; a product name with a comma is put together again. */
export function values(cells: readonly string[]): string[] {
  const whole: string[] = [];
  const led = cells[0]?.startsWith('`') ?? false;
  let last = cells.length;
  while (last > 0 && cells[last - 1] === '') last--;
  for (const cell of cells.slice(0, last)) {
    if (!led || cell.startsWith('`') || whole.length === 0) whole.push(cell.replace(/^`/, '').trim());
    else whole[whole.length - 1] += `,${cell}`;
  }
  return whole;
}

const columnsOf = (headings: readonly string[]) => ({
  at: columnOf(headings, '交易时间'),
  askedAt: columnOf(headings, '退款申请时间'),
  merchantNo: columnOf(headings, '商户号'),
  channelNo: columnOf(headings, '微信订单号', '微信支付订单号'),
  outTradeNo: columnOf(headings, '商户订单号'),
  state: columnOf(headings, '交易状态'),
  amount: columnOf(headings, '订单金额', '总金额', '应结订单金额'),
  outRefundNo: columnOf(headings, '商户退款单号'),
  refund: columnOf(headings, '申请退款金额', '退款金额'),
  fee: columnOf(headings, '手续费'),
});
type Columns = ReturnType<typeof columnsOf>;

export const isWechatBill = (headings: readonly string[]): boolean =>
  ['交易时间', '商户订单号', '交易状态'].every((name) => headings.includes(name));

/** Undefined: a line that moved no money for us, one taken back at the counter. */
function readLine(columns: Columns, cells: readonly string[], rowNo: number): BillLine | Refusal | undefined {
  const cell = (at: number) => cells[at] ?? '';
  const state = cell(columns.state);
  if (state === 'REVOKED') return undefined;
  if (state !== 'SUCCESS' && state !== 'REFUND') return badRow(rowNo, `交易状态「${state}」不认识`);
  const kind = state === 'SUCCESS' ? 'PAYMENT' : 'REFUND';
  const channelNo = readNumber(cell(columns.channelNo));
  if (!channelNo) return badRow(rowNo, wrongNumber('微信订单号', cell(columns.channelNo)));
  const outTradeNo = readNumber(cell(columns.outTradeNo));
  if (!outTradeNo) return badRow(rowNo, wrongNumber('商户订单号', cell(columns.outTradeNo)));
  const outRefundNo = kind === 'REFUND' ? readNumber(cell(columns.outRefundNo)) : '';
  if (outRefundNo === undefined) return badRow(rowNo, wrongNumber('商户退款单号', cell(columns.outRefundNo)));
  const written = cell(kind === 'PAYMENT' ? columns.amount : columns.refund);
  const amountFen = readAmount(written);
  if (amountFen === undefined) return badRow(rowNo, `金额「${written}」不是 0.00 形式的元`);
  const time = cell(kind === 'REFUND' && columns.askedAt >= 0 ? columns.askedAt : columns.at);
  const at = readTime(time);
  if (at === undefined) return badRow(rowNo, `交易时间「${time}」不正确`);
  const feeFen = columns.fee < 0 ? null : readFee(cell(columns.fee));
  return {
    rowNo,
    kind,
    outTradeNo,
    channelNo,
    merchantNo: cell(columns.merchantNo),
    outRefundNo,
    amountFen,
    feeFen,
    at,
  };
}

/** What the totals call a sum, and the column it is the sum of; amounts in yuan of at most five decimals. */
const sums = [
  { title: ['订单总金额', '总交易额'], of: ['订单金额', '总金额'], state: 'SUCCESS' },
  { title: ['申请退款总金额'], of: ['申请退款金额'], state: 'REFUND' },
  { title: ['手续费总金额'], of: ['手续费'], state: undefined },
] as const;

/** Reads one 微信支付交易账单 with these headings. */
export function wechatReader(headers: readonly string[]): LineReader {
  const headings = headers.map(bareHeading);
  const columns = columnsOf(headings);
  const revoked = new Set<string>();
  const found = new Map<string, number>();
  let rows = 0;
  let totals: string[] | undefined;
  let stated: string[] | undefined;
  const addUp = (cells: readonly string[]) => {
    for (const { title, of, state } of sums) {
      if (state !== undefined && cells[columns.state] !== state) continue;
      const fine = readFine(cells[columnOf(headings, ...of)] ?? '') ?? 0;
      found.set(title[0], (found.get(title[0]) ?? 0) + fine);
    }
  };
  return {
    hasPayments: columns.askedAt < 0,
    hasRefunds: columns.outRefundNo >= 0,
    revoked,
    take(row, rowNo) {
      if (totals) {
        stated ??= values(row);
        return undefined;
      }
      if (row[0]?.startsWith('总交易单数')) {
        totals = row.map(bareHeading);
        return undefined;
      }
      rows += 1;
      const cells = values(row);
      const line = readLine(columns, cells, rowNo);
      if (line === undefined) revoked.add(cells[columns.outTradeNo] ?? '');
      else if (!isRefusal(line)) addUp(cells);
      return line;
    },
    finish() {
      if (!totals) return refuse(fundingRefusals.BILL_CUT, { why: '缺少末尾的汇总行' });
      const count = stated?.[0] ?? '';
      if (count !== String(rows))
        return refuse(fundingRefusals.BILL_CUT, { why: `明细 ${rows} 笔，汇总行为 ${count || '空'}` });
      // Payments taken back at the counter stand in some sums and not in others.
      if (revoked.size > 0) return undefined;
      for (const { title } of sums) {
        const at = columnOf(totals, ...title);
        const said = at < 0 ? undefined : readFine(stated?.[at] ?? '');
        const is = found.get(title[0]) ?? 0;
        if (said !== undefined && said !== is)
          return refuse(fundingRefusals.BILL_CUT, {
            why: `${title[0]}汇总行为 ${stated?.[at]} 元，明细合计 ${(is / 100_000).toFixed(2)} 元，文件可能改动过`,
          });
      }
      return undefined;
    },
  };
}

/** Lines of the bill. Refused: a line that cannot be read (named), no totals, or totals of other lines. */
export function readWechat(table: Table): { lines: BillLine[]; hasPayments: boolean; hasRefunds: boolean } | Refusal {
  const reader = wechatReader(table.headers);
  const lines = linesOf(reader, table);
  if (isRefusal(lines)) return lines;
  // Paid and taken back again: neither line is anybody's money.
  const kept = lines.filter((line) => line.kind === 'REFUND' || !reader.revoked.has(line.outTradeNo));
  return { lines: kept, hasPayments: reader.hasPayments, hasRefunds: reader.hasRefunds };
}
