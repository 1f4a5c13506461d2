/** A day's bill of a payment channel as the product understands it, whatever file it came in. */
import type { PayChannel } from '../pay/provider.ts';

export interface BillLine {
  /** The line in the file, from 1. */
  rowNo: number;
  kind: 'PAYMENT' | 'REFUND';
  /** Our number of the order that was paid. */
  outTradeNo: string;
  /** The channel's number of the payment. */
  channelNo: string;
  /** The merchant it was paid to; '' where the bill does not say. */
  merchantNo: string;
  /** Our number of the refund; '' for a payment. */
  outRefundNo: string;
  /** Always positive. */
  amountFen: number;
  /** What the channel keeps of a payment, or gives back with a refund, rounded to the fen; null where it does not say. */
  feeFen: number | null;
  /** Payment, or acceptance of the refund; epoch milliseconds. */
  at: number;
}

export interface Bill {
  channel: PayChannel;
  /** First and last day it covers, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** A bill of payments only says nothing of refunds, and the other way round. */
  hasPayments: boolean;
  hasRefunds: boolean;
  lines: readonly BillLine[];
}
