/**
 * 支付宝业务明细: comment lines led by # above and below, one heading line, values with tabs behind them, in GB18030.
 * Source: 支付宝开放平台 «查询对账单下载地址», business detail of bill_type trade. A refund's amounts are negative.
 */
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { fundingRefusals } from '../refusals.ts';
import type { BillLine } from './bill.ts';
import { badRow, bareHeading, columnOf, readAmount, readFee, readNumber, readTime, wrongNumber } from './cells.ts';

const columnsOf = (headings: readonly string[]) => ({
  channelNo: columnOf(headings, '支付宝交易号'),
  outTradeNo: columnOf(headings, '商户订单号'),
  kind: columnOf(headings, '业务类型'),
  madeAt: columnOf(headings, '创建时间'),
  at: columnOf(headings, '完成时间'),
  amount: columnOf(headings, '订单金额'),
  outRefundNo: columnOf(headings, '退款批次号/请求号'),
  fee: columnOf(headings, '服务费'),
});
type Columns = ReturnType<typeof columnsOf>;

export const isAlipayBill = (headings: readonly string[]): boolean =>
  ['支付宝交易号', '商户订单号', '业务类型', '订单金额', '退款批次号/请求号'].every((name) => headings.includes(name));

function readLine(columns: Columns, cells: readonly string[], rowNo: number): BillLine | Refusal {
  // A product name with commas moves everything behind it: 创建时间 says by how much.
  const timeAt = cells.findIndex((cell, i) => i >= columns.madeAt && readTime(cell) !== undefined);
  const cell = (at: number) => cells[at > columns.kind && timeAt > 0 ? at + timeAt - columns.madeAt : at] ?? '';
  const said = cell(columns.kind);
  if (said !== '交易' && said !== '退款') return badRow(rowNo, `业务类型「${said}」不认识`);
  const kind = said === '交易' ? 'PAYMENT' : 'REFUND';
  const channelNo = readNumber(cell(columns.channelNo));
  if (!channelNo) return badRow(rowNo, wrongNumber('支付宝交易号', cell(columns.channelNo)));
  const outTradeNo = readNumber(cell(columns.outTradeNo));
  if (!outTradeNo) return badRow(rowNo, wrongNumber('商户订单号', cell(columns.outTradeNo)));
  const outRefundNo = kind === 'REFUND' ? readNumber(cell(columns.outRefundNo)) : '';
  if (outRefundNo === undefined) return badRow(rowNo, wrongNumber('退款批次号/请求号', cell(columns.outRefundNo)));
  const amountFen = readAmount(cell(columns.amount));
  if (amountFen === undefined) return badRow(rowNo, `订单金额「${cell(columns.amount)}」不是 0.00 形式的元`);
  const at = readTime(cell(columns.at));
  if (at === undefined) return badRow(rowNo, `完成时间「${cell(columns.at)}」不正确`);
  const feeFen = columns.fee < 0 ? null : readFee(cell(columns.fee));
  return { rowNo, kind, outTradeNo, channelNo, merchantNo: '', outRefundNo, amountFen, feeFen, at };
}

/** Lines of the bill. Refused: a line that cannot be read (named), or totals of another number of lines. */
export function readAlipay(table: Table): { lines: BillLine[]; hasPayments: true; hasRefunds: true } | Refusal {
  const columns = columnsOf(table.headers.map(bareHeading));
  const lines: BillLine[] = [];
  let ended = false;
  const stated = { PAYMENT: 0, REFUND: 0 };
  for (const [i, row] of table.rows.entries()) {
    const first = row[0] ?? '';
    if (!first.startsWith('#')) {
      const line = readLine(columns, row, table.rowNumbers[i]!);
      if (isRefusal(line)) return line;
      lines.push(line);
      continue;
    }
    if (first.includes('列表结束')) ended = true;
    const total = /^#(交易|退款)合计[：:](\d+)笔/.exec(first);
    if (total) stated[total[1] === '交易' ? 'PAYMENT' : 'REFUND'] = Number(total[2]);
  }
  if (!ended) return refuse(fundingRefusals.BILL_CUT, { why: '缺少末尾的「业务明细列表结束」' });
  for (const [kind, name] of [
    ['PAYMENT', '交易'],
    ['REFUND', '退款'],
  ] as const) {
    const found = lines.filter((line) => line.kind === kind).length;
    if (found !== stated[kind])
      return refuse(fundingRefusals.BILL_CUT, { why: `${name}明细 ${found} 笔，合计行为 ${stated[kind]} 笔` });
  }
  return { lines, hasPayments: true, hasRefunds: true };
}
