/** What the payment channels have in common. Amounts are whole fen; instants are epoch milliseconds. */

export type PayChannel = 'WECHAT' | 'ALIPAY';

export const channelNames: Readonly<Record<PayChannel, string>> = { WECHAT: '微信支付', ALIPAY: '支付宝' };

export interface PaymentOrder {
  /** Our number of the order; the channel never sees two payments for one. */
  outTradeNo: string;
  amountFen: number;
  /** What the payer reads. */
  description: string;
  expiresAt: number;
}

/** A payment as the channel knows it. UNKNOWN: no answer that could be relied on; nothing may be concluded from it. */
export type PaymentState =
  | {
      state: 'PAID';
      channelNo: string;
      amountFen: number;
      paidAt: number;
      /** The payer as the channel masks it (Alipay's buyer_logon_id); WeChat gives none. */
      payer?: string;
    }
  | { state: 'WAITING' | 'CLOSED' | 'NOT_FOUND' }
  | { state: 'UNKNOWN'; detail: string };

export interface CodePayment extends PaymentOrder {
  /** What the terminal scanned off the payer's screen; never kept or logged whole. */
  authCode: string;
  /** The terminal, as the channel shows it to the merchant. */
  deviceNo: string;
}

/** REFUSED: the channel did not and will not take this code; nothing was or will be charged. */
export type CodeState = PaymentState | { state: 'REFUSED'; detail: string };

export interface RefundAsk {
  /** Our number of the refund; the same number never pays twice. */
  outRefundNo: string;
  /** The channel's own number of the payment. */
  channelNo: string;
  refundFen: number;
  totalFen: number;
  reason: string;
}

/**
 * A refund as the channel knows it. FAILED will not happen by itself; ABNORMAL left the payer's account unreached and
 * needs a person; UNKNOWN must only be asked about again.
 */
export type RefundState =
  | { state: 'SUCCESS'; channelRefundNo: string }
  | { state: 'PROCESSING'; channelRefundNo?: string }
  | { state: 'FAILED' | 'ABNORMAL'; detail: string; channelRefundNo?: string }
  | { state: 'NOT_FOUND' }
  | { state: 'UNKNOWN'; detail: string };

export interface RawCallback {
  headers: Readonly<Record<string, string | undefined>>;
  /** The body as it came, byte for byte in UTF-8. */
  body: string;
}

export interface CallbackPayment {
  merchantNo: string;
  outTradeNo: string;
  channelNo: string;
  amountFen: number;
  paidAt: number;
}

/** What a callback says. OTHER: genuine, but not a payment that succeeded. */
export type CallbackReading =
  | { sign: 'BAD'; detail: string }
  | { sign: 'OK'; kind: 'PAYMENT'; payment: CallbackPayment }
  | { sign: 'OK'; kind: 'REFUND'; outRefundNo: string; refund: RefundState }
  | { sign: 'OK'; kind: 'OTHER'; detail: string };

export interface CallbackReply {
  status: number;
  contentType: string;
  body: string;
}

/** A bill of a day as the channel sends it, or its words why there is none. */
export type BillAnswer = { name: string; bytes: Buffer } | { none: string };

export interface PayProvider {
  readonly channel: PayChannel;
  readonly merchantNo: string;
  /** Text of the code the payer scans. */
  createPayment(order: PaymentOrder): Promise<{ code: string } | { refused: string }>;
  query(outTradeNo: string): Promise<PaymentState>;
  /** Closes an unpaid payment. `PAID`: it was paid meanwhile and cannot be closed. */
  close(outTradeNo: string): Promise<'CLOSED' | 'PAID' | 'UNKNOWN'>;
  /** Charges the payer whose code was scanned. WAITING: the payer must confirm on the phone; ask with `query`. */
  payByCode(order: CodePayment): Promise<CodeState>;
  /** Undoes a payment by code nobody waits for any more: an unpaid one closes, a paid one goes back. UNKNOWN: ask again. */
  revoke(outTradeNo: string): Promise<'CLOSED' | 'UNKNOWN'>;
  refund(ask: RefundAsk): Promise<RefundState>;
  queryRefund(ask: Pick<RefundAsk, 'outRefundNo' | 'channelNo'>): Promise<RefundState>;
  /** The merchant's bill of a calendar day; absent where the channel gives none. @throws when no answer can be relied on. */
  bill?(kind: 'TRADE' | 'FUND', day: string): Promise<BillAnswer>;
  readCallback(callback: RawCallback): CallbackReading;
  /** What the channel wants to hear: taken, or to be sent again. */
  reply(taken: boolean): CallbackReply;
}

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** The body as it came, of a file. */
  bytes?: Buffer;
}

/** The network, given from outside. @throws when no answer came: the outcome is unknown then. */
export type Transport = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<HttpAnswer>;

/** The channels that are set up, by name. */
export interface PayService {
  provider(channel: string): PayProvider | undefined;
}
