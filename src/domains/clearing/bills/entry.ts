/** A line of any bill, whatever file it came in. */
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { PayChannel } from '../../funding/public.server.ts';

export interface BillEntry {
  rowNo: number;
  type: 'PAYMENT' | 'REFUND' | 'IN' | 'OUT';
  /** '' where the line does not say. */
  merchantNo: string;
  /** Our number of the order; of a fund bill our number of whatever it was. */
  outNo: string;
  channelNo: string;
  outRefundNo: string;
  /** The channel's number of the movement, of a fund bill. */
  flowNo: string;
  /** What the channel calls it. */
  what: string;
  /** Never negative. */
  amountFen: number;
  feeFen: number | null;
  /** Of a fund bill: what was left afterwards. */
  balanceFen: number | null;
  at: number;
}

/** Reads one bill of a known form. */
export interface BillReader {
  channel: PayChannel;
  kind: 'TRADE' | 'FUND';
  /** A row below the headings; undefined where it moved no money for us or belongs to the totals. */
  take(cells: readonly string[], rowNo: number): BillEntry | Refusal | undefined;
  /** Why the file is not whole; undefined when its totals agree. */
  finish(): Refusal | undefined;
  /** Orders paid and taken back at the counter: none of their lines counts. */
  revoked: ReadonlySet<string>;
}

/** Lines and sums as the end of a fund bill states them. */
export interface Sums {
  count: number;
  fen: number;
}
