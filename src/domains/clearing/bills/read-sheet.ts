/** Knows a bill by its headings and reads it to its end. */
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { billCells, tradeBillReader } from '../../funding/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import type { BillEntry, BillReader } from './entry.ts';
import { BillFault, type BillRow, type BillSheet } from './open-file.ts';
import { alipayFundReader, isAlipayFund, isWechatFund, wechatFundReader } from './read-fund.ts';

/** Lines above the headings: comments of one channel, titles somebody added. */
const mostTitles = 30;

/** Counts of a 汇总 file beside the details it sums. */
export interface Summary {
  payments: number;
  refunds: number;
}

export interface SheetHead {
  reader: BillReader;
  /** The account the file itself names, '' where it names none. */
  account: string;
}

/** The reader of these headings; undefined when they are no bill's. */
function readerOf(name: string, headings: readonly string[]): BillReader | undefined {
  if (isWechatFund(headings)) return wechatFundReader(name, headings);
  if (isAlipayFund(headings)) return alipayFundReader(name, headings);
  const trade = tradeBillReader(headings);
  if (!trade) return undefined;
  const { channel, reader } = trade;
  return {
    channel,
    kind: 'TRADE',
    revoked: reader.revoked,
    take(cells, rowNo) {
      const line = reader.take(cells, rowNo);
      if (line === undefined || isRefusal(line)) return line;
      const { kind: type, merchantNo, outTradeNo: outNo, channelNo, outRefundNo, amountFen, feeFen, at } = line;
      const what = type === 'PAYMENT' ? '收款' : '退款';
      return {
        rowNo,
        type,
        merchantNo,
        outNo,
        channelNo,
        outRefundNo,
        flowNo: '',
        what,
        amountFen,
        feeFen,
        balanceFen: null,
        at,
      };
    },
    finish: () => reader.finish(),
  };
}

const isSummary = (headings: readonly string[]) => headings.some((title) => title.startsWith('交易订单总笔数'));

function summaryOf(headings: readonly string[], rows: readonly BillRow[]): Summary | undefined {
  const at = (title: string) => headings.findIndex((one) => one.startsWith(title));
  const last = rows.find(({ cells }) => cells.some((cell) => cell.includes('合计')));
  if (!last) return undefined;
  const figure = (title: string) => Number(last.cells[at(title)] ?? Number.NaN);
  return { payments: figure('交易订单总笔数'), refunds: figure('退款订单总笔数') };
}

const unknown = (name: string, why: string) => new BillFault(refuse(clearingRefusals.BILL_UNKNOWN, { name, why }));

type TakeLines = (head: SheetHead, entries: BillEntry[]) => Promise<void>;

/** Takes rows: finds the headings below any titles, and gives what follows to `take` a batch at a time. */
function lineReader(name: string, take: TakeLines) {
  let head: SheetHead | undefined;
  let account = '';
  let titles = 0;
  let summed: { headings: string[]; rows: BillRow[] } | undefined;
  return {
    /** @throws BillFault */
    async take(batch: readonly BillRow[]): Promise<void> {
      const entries: BillEntry[] = [];
      for (const row of batch) {
        const { cells, rowNo } = row;
        if (summed) summed.rows.push(row);
        else if (head) {
          const entry = head.reader.take(cells, rowNo);
          if (isRefusal(entry)) throw new BillFault(namedFor(name, entry));
          if (entry) entries.push(entry);
        } else {
          account ||= /账号[：:]\s*\[?(\d{8,32})/.exec(cells[0] ?? '')?.[1] ?? '';
          const headings = cells.map(billCells.bareHeading);
          if (isSummary(headings)) summed = { headings, rows: [] };
          else {
            const reader = cells.length > 3 ? readerOf(name, cells) : undefined;
            if (reader) head = { reader, account };
            else if (++titles > mostTitles) throw unknown(name, '前 30 行里没有账单的表头');
          }
        }
      }
      if (head && entries.length > 0) await take(head, entries);
    },
    /** @throws BillFault */
    finish(): SheetHead | Summary | undefined {
      if (summed) return summaryOf(summed.headings, summed.rows);
      if (!head) throw unknown(name, '没有账单的表头');
      const wrong = head.reader.finish();
      if (wrong) throw new BillFault(namedFor(name, wrong));
      return head;
    },
  };
}

/** Gives every batch of lines to `take`; answers what the file is, or the totals a 汇总 file states. @throws BillFault */
export async function readSheet({ name, read }: BillSheet, take: TakeLines): Promise<SheetHead | Summary | undefined> {
  const lines = lineReader(name, take);
  await read(lines.take);
  return lines.finish();
}

/** A refusal of a line or of the totals, with the file it is about. */
function namedFor(name: string, refusal: { code: string; params: Readonly<Record<string, string | number>> }) {
  const { row, why } = refusal.params;
  if (why === undefined) return refuse(refusal.code, refusal.params);
  return refuse(clearingRefusals.BILL_ALTERED, { name, why: row === undefined ? why : `第 ${row} 行${why}` });
}
