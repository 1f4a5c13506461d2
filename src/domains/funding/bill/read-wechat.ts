/**
 * 微信支付交易账单: headings, lines, headings of the totals, totals. Every value is led by a backtick, lines are not
 * quoted. Source: 微信支付 «交易账单详细说明»; the kinds ALL, SUCCESS and REFUND differ in their columns, bills of old
 * merchants call the amount 总金额.
 */

import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { fundingRefusals } from '../refusals.ts';
import type { BillLine } from './bill.ts';
import { badRow, bareHeading, columnOf, readAmount, readFee, readNumber, readTime, wrongNumber } from './cells.ts';

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

/** Lines of the bill. Refused: a line that cannot be read (named), no totals, or totals of another number of lines. */
export function readWechat(table: Table): { lines: BillLine[]; hasPayments: boolean; hasRefunds: boolean } | Refusal {
  const headings = table.headers.map(bareHeading);
  const columns = columnsOf(headings);
  const lines: BillLine[] = [];
  const revoked = new Set<string>();
  const totalsAt = table.rows.findIndex((row) => row[0]?.startsWith('总交易单数'));
  if (totalsAt < 0) return refuse(fundingRefusals.BILL_CUT, { why: '缺少末尾的汇总行' });
  for (const [i, row] of table.rows.slice(0, totalsAt).entries()) {
    const cells = values(row);
    const line = readLine(columns, cells, table.rowNumbers[i]!);
    if (isRefusal(line)) return line;
    if (line) lines.push(line);
    else revoked.add(cells[columns.outTradeNo] ?? '');
  }
  const stated = values(table.rows[totalsAt + 1] ?? [])[0] ?? '';
  if (stated !== String(totalsAt))
    return refuse(fundingRefusals.BILL_CUT, { why: `明细 ${totalsAt} 笔，汇总行为 ${stated || '空'}` });
  // Paid and taken back again: neither line is anybody's money.
  const kept = lines.filter((line) => line.kind === 'REFUND' || !revoked.has(line.outTradeNo));
  return { lines: kept, hasPayments: columns.askedAt < 0, hasRefunds: columns.outRefundNo >= 0 };
}
