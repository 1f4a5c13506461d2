/**
 * 微信资金账单 and 支付宝账务明细: every movement of a merchant's account with what was left after it. Totals at the end and the
 * chain of balances are checked here: a line taken out or changed breaks one of them.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { billCells } from '../../funding/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import type { BillEntry, BillReader, Sums } from './entry.ts';

const { badRow, columnOf, readAmount, readNumber, readTime, values, wrongNumber } = billCells;

/** `收入金额（+元）` → `收入金额`. */
const bare = (heading: string): string => heading.replace(/[（(][+-]?元[）)]$/, '').trim();

const cut = (name: string, why: string) => refuse(clearingRefusals.BILL_ALTERED, { name, why });

/** Each line's balance is the one before it and its amount; bills run forwards or backwards. */
export function balanceChain(): (entry: BillEntry) => Refusal | undefined {
  let last: BillEntry | undefined;
  let backwards: boolean | undefined;
  const delta = ({ type, amountFen }: BillEntry) => (type === 'IN' ? amountFen : -amountFen);
  return (entry) => {
    const before = last;
    last = entry;
    if (before === undefined || before.balanceFen === null || entry.balanceFen === null) return undefined;
    const forth = before.balanceFen + delta(entry) === entry.balanceFen;
    const back = entry.balanceFen + delta(before) === before.balanceFen;
    backwards ??= forth === back ? undefined : back;
    if (forth && backwards !== true) return undefined;
    if (back && backwards !== false) return undefined;
    return badRow(
      entry.rowNo,
      `账户结余 ${formatFenGrouped(entry.balanceFen)} 元与上一行 ${formatFenGrouped(before.balanceFen)} 元接不上，文件可能改动过`,
    );
  };
}

const both = () => ({ IN: { count: 0, fen: 0 }, OUT: { count: 0, fen: 0 } }) as Record<'IN' | 'OUT', Sums>;

/** Why stated totals are not those of the lines. */
function disagreement(name: string, found: Record<'IN' | 'OUT', Sums>, stated: Partial<Record<'IN' | 'OUT', Sums>>) {
  for (const [type, label] of [
    ['IN', '收入'],
    ['OUT', '支出'],
  ] as const) {
    const said = stated[type];
    if (!said) return cut(name, `缺少末尾的${label}合计，文件不完整`);
    const is = found[type];
    if (said.count !== is.count || said.fen !== is.fen)
      return cut(
        name,
        `${label}合计行为 ${said.count} 笔 ${formatFenGrouped(said.fen)} 元，明细为 ${is.count} 笔 ${formatFenGrouped(is.fen)} 元`,
      );
  }
  return undefined;
}

const wechatColumns = {
  at: '记账时间',
  channelNo: '微信支付业务单号',
  flowNo: '资金流水单号',
  what: '业务类型',
  way: '收支类型',
  amount: '收支金额',
  balance: '账户结余',
  outNo: '业务凭证号',
} as const;

export const isWechatFund = (headings: readonly string[]): boolean =>
  ['资金流水单号', '收支类型', '账户结余'].every((title) => headings.map(bare).includes(title));

export function wechatFundReader(name: string, headers: readonly string[]): BillReader {
  const headings = headers.map(bare);
  const at = Object.fromEntries(
    Object.entries(wechatColumns).map(([key, title]) => [key, columnOf(headings, title)]),
  ) as Record<keyof typeof wechatColumns, number>;
  const found = both();
  const chain = balanceChain();
  let totals: string[] | undefined;
  let stated: string[] | undefined;
  const read = (row: readonly string[], rowNo: number): BillEntry | Refusal => {
    const cells = values(row);
    const cell = (key: keyof typeof wechatColumns) => cells[at[key]] ?? '';
    const flowNo = readNumber(cell('flowNo'));
    if (!flowNo) return badRow(rowNo, wrongNumber('资金流水单号', cell('flowNo')));
    const channelNo = cell('channelNo') === '' ? '' : readNumber(cell('channelNo'));
    if (channelNo === undefined) return badRow(rowNo, wrongNumber('微信支付业务单号', cell('channelNo')));
    if (cell('way') !== '收入' && cell('way') !== '支出') return badRow(rowNo, `收支类型「${cell('way')}」不认识`);
    const amountFen = readAmount(cell('amount'));
    const balanceFen = readSigned(cell('balance'));
    const time = readTime(cell('at'));
    if (amountFen === undefined) return badRow(rowNo, `收支金额「${cell('amount')}」不是 0.00 形式的元`);
    if (balanceFen === undefined) return badRow(rowNo, `账户结余「${cell('balance')}」不是 0.00 形式的元`);
    if (time === undefined) return badRow(rowNo, `记账时间「${cell('at')}」不正确`);
    return {
      rowNo,
      type: cell('way') === '收入' ? 'IN' : 'OUT',
      merchantNo: '',
      outNo: cell('outNo').slice(0, 64),
      channelNo,
      outRefundNo: '',
      flowNo,
      what: cell('what').slice(0, 40),
      amountFen,
      feeFen: null,
      balanceFen,
      at: time,
    };
  };
  return {
    channel: 'WECHAT',
    kind: 'FUND',
    revoked: new Set(),
    take(row, rowNo) {
      if (totals) {
        stated ??= values(row);
        return undefined;
      }
      if (row[0]?.startsWith('资金流水总笔数')) {
        totals = row.map(bare);
        return undefined;
      }
      return counted(read(row, rowNo), found, chain);
    },
    finish() {
      if (!totals || !stated) return cut(name, '缺少末尾的汇总行，文件不完整');
      const figure = (title: string) => stated![totals!.indexOf(title)] ?? '';
      const sums = (label: string): Sums => ({
        count: Number(figure(`${label}笔数`)),
        fen: readAmount(figure(`${label}金额`)) ?? -1,
      });
      return disagreement(name, found, { IN: sums('收入'), OUT: sums('支出') });
    },
  };
}

/** Yuan that may be below 0. */
function readSigned(text: string): number | undefined {
  const fen = readAmount(text);
  return fen === undefined || !text.startsWith('-') || fen === 0 ? fen : -fen;
}

function counted(
  entry: BillEntry | Refusal,
  found: Record<'IN' | 'OUT', Sums>,
  chain: (entry: BillEntry) => Refusal | undefined,
): BillEntry | Refusal {
  if (isRefusal(entry)) return entry;
  const sums = found[entry.type as 'IN' | 'OUT'];
  sums.count += 1;
  sums.fen += entry.amountFen;
  return chain(entry) ?? entry;
}

export const isAlipayFund = (headings: readonly string[]): boolean =>
  ['账务流水号', '业务流水号', '收入金额', '支出金额', '账户余额'].every((title) => headings.map(bare).includes(title));

/** Of a sum written as `共 100.00 元` or `共100.00元`. */
const total = /^#(收入|支出)合计[：:]\s*(\d+)\s*笔[，,]共\s*(-?[\d.]+)\s*元/;

export function alipayFundReader(name: string, headers: readonly string[]): BillReader {
  const headings = headers.map(bare);
  const column = (title: string) => columnOf(headings, title);
  const [flow, trade, out, when, income, expense, balance, what] = [
    '账务流水号',
    '业务流水号',
    '商户订单号',
    '发生时间',
    '收入金额',
    '支出金额',
    '账户余额',
    '业务类型',
  ].map(column) as [number, number, number, number, number, number, number, number];
  const found = both();
  const stated: Partial<Record<'IN' | 'OUT', Sums>> = {};
  const chain = balanceChain();
  const read = (cells: readonly string[], rowNo: number): BillEntry | Refusal => {
    // A product name with commas moves everything behind it: 发生时间 says by how much.
    const timeAt = cells.findIndex((cell, i) => i >= when && readTime(cell) !== undefined);
    const cell = (at: number) => cells[at > out && timeAt > 0 ? at + timeAt - when : at] ?? '';
    const flowNo = readNumber(cell(flow));
    if (!flowNo) return badRow(rowNo, wrongNumber('账务流水号', cell(flow)));
    const channelNo = cell(trade) === '' ? '' : readNumber(cell(trade));
    if (channelNo === undefined) return badRow(rowNo, wrongNumber('业务流水号', cell(trade)));
    const [inFen, outFen] = [cell(income), cell(expense)].map((text) => (text === '' ? 0 : readAmount(text)));
    const balanceFen = readSigned(cell(balance));
    const time = readTime(cell(when));
    if (inFen === undefined || outFen === undefined || (inFen > 0 && outFen > 0))
      return badRow(rowNo, `收入「${cell(income)}」支出「${cell(expense)}」不正确`);
    if (balanceFen === undefined) return badRow(rowNo, `账户余额「${cell(balance)}」不是 0.00 形式的元`);
    if (time === undefined) return badRow(rowNo, `发生时间「${cell(when)}」不正确`);
    return {
      rowNo,
      type: outFen > 0 ? 'OUT' : 'IN',
      merchantNo: '',
      outNo: cell(out).slice(0, 64),
      channelNo,
      outRefundNo: '',
      flowNo,
      what: cell(what).slice(0, 40),
      amountFen: Math.max(inFen, outFen),
      feeFen: null,
      balanceFen,
      at: time,
    };
  };
  return {
    channel: 'ALIPAY',
    kind: 'FUND',
    revoked: new Set(),
    take(row, rowNo) {
      if (!row[0]?.startsWith('#')) return counted(read(row, rowNo), found, chain);
      const said = total.exec(row.join(','));
      if (said) stated[said[1] === '收入' ? 'IN' : 'OUT'] = { count: Number(said[2]), fen: readAmount(said[3]!) ?? -1 };
      return undefined;
    },
    finish: () => disagreement(name, found, stated),
  };
}
