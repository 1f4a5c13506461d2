/** Readers of trade bills for whoever reads them line by line, and the cells they are made of. */
import type { PayChannel } from '../pay/provider.ts';
import { badRow, bareHeading, columnOf, readAmount, readNumber, readTime, wrongNumber } from './cells.ts';
import type { LineReader } from './line-reader.ts';
import { alipayReader, isAlipayBill } from './read-alipay.ts';
import { isWechatBill, values, wechatReader } from './read-wechat.ts';

export const billCells = { badRow, bareHeading, columnOf, readAmount, readNumber, readTime, values, wrongNumber };

/** The reader of a trade bill with these headings; undefined when they are no trade bill's. */
export function tradeBillReader(headers: readonly string[]): { channel: PayChannel; reader: LineReader } | undefined {
  const headings = headers.map(bareHeading);
  if (isWechatBill(headings)) return { channel: 'WECHAT', reader: wechatReader(headers) };
  if (isAlipayBill(headings)) return { channel: 'ALIPAY', reader: alipayReader(headers) };
  return undefined;
}
