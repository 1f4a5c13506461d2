/**
 * 支付宝业务明细: comment lines led by # above and below, one heading line, values with tabs behind them, in GB18030.
 * Source: 支付宝开放平台 «查询对账单下载地址», business detail of bill_type trade. A refund's amounts are negative.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { fundingRefusals } from '../refusals.ts';
import type { BillLine } from './bill.ts';
import { badRow, bareHeading, columnOf, readAmount, readFee, readNumber, readTime, wrongNumber } from './cells.ts';
import { type LineReader, linesOf } from './line-reader.ts';

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

/** A product name with commas moves everything behind it: 创建时间 says by how much. */
function cellsOf(columns: Columns, cells: readonly string[]): (at: number) => string {
  const timeAt = cells.findIndex((cell, i) => i >= columns.madeAt && readTime(cell) !== undefined);
  return (at) => cells[at > columns.kind && timeAt > 0 ? at + timeAt - columns.madeAt : at] ?? '';
}

function readLine(columns: Columns, cell: (at: number) => string, rowNo: number): BillLine | Refusal {
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

/** Reads one 支付宝业务明细 with these headings. */
export function alipayReader(headers: readonly string[]): LineReader {
  const headings = headers.map(bareHeading);
  const columns = columnsOf(headings);
  const realAt = columnOf(headings, '商家实收');
  const kinds = { PAYMENT: '交易', REFUND: '退款' } as const;
  const found = { PAYMENT: { count: 0, fen: 0 }, REFUND: { count: 0, fen: 0 } };
  const stated = {
    PAYMENT: { count: 0, fen: null as number | null },
    REFUND: { count: 0, fen: null as number | null },
  };
  let ended = false;
  return {
    hasPayments: true,
    hasRefunds: true,
    revoked: new Set(),
    take(row, rowNo) {
      const first = row[0] ?? '';
      if (!first.startsWith('#')) {
        const cell = cellsOf(columns, row);
        const line = readLine(columns, cell, rowNo);
        if (isRefusal(line)) return line;
        found[line.kind].count += 1;
        found[line.kind].fen += readAmount(cell(realAt)) ?? line.amountFen;
        return line;
      }
      if (first.includes('列表结束')) ended = true;
      const text = row.join('，');
      const total = /^#(交易|退款)合计[：:](\d+)笔(?:[，,]商家实收(?:退款)?共(-?[\d.]+)元)?/.exec(text);
      if (total) {
        const kind = total[1] === '交易' ? 'PAYMENT' : 'REFUND';
        stated[kind] = { count: Number(total[2]), fen: total[3] ? (readAmount(total[3]) ?? null) : null };
      }
      return undefined;
    },
    finish() {
      if (!ended) return refuse(fundingRefusals.BILL_CUT, { why: '缺少末尾的「业务明细列表结束」' });
      for (const kind of ['PAYMENT', 'REFUND'] as const) {
        const [is, said] = [found[kind], stated[kind]];
        if (is.count !== said.count)
          return refuse(fundingRefusals.BILL_CUT, {
            why: `${kinds[kind]}明细 ${is.count} 笔，合计行为 ${said.count} 笔`,
          });
        if (said.fen !== null && said.fen !== is.fen)
          return refuse(fundingRefusals.BILL_CUT, {
            why: `${kinds[kind]}合计行为 ${formatFenGrouped(said.fen)} 元，明细合计 ${formatFenGrouped(is.fen)} 元，文件可能改动过`,
          });
      }
      return undefined;
    },
  };
}

/** Lines of the bill. Refused: a line that cannot be read (named), or totals of other lines. */
export function readAlipay(table: Table): { lines: BillLine[]; hasPayments: true; hasRefunds: true } | Refusal {
  const lines = linesOf(alipayReader(table.headers), table);
  return isRefusal(lines) ? lines : { lines, hasPayments: true, hasRefunds: true };
}
