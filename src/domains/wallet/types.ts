/**
 * The contract of the money door: what may be asked of it (`MoneyRequest`) and what it answers (`Outcome`).
 * Amounts are integer fen, times are epoch milliseconds, dates are `YYYY-MM-DD`. Id 0 means «none» (no device, no meal).
 */
import type { Refusal } from '../../kit/server/refusal.ts';

/** A purse of a person. COUNT holds meals instead of fen; ARREARS is the only one that lives below zero by design. */
export type PurseKind = 'MAIN' | 'SUBSIDY' | 'GIFT' | 'COUNT' | 'ARREARS';

/** ACTIVE takes and gives; FROZEN only takes; CLOSED does neither and is no longer read by the writer. */
export type PurseStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** What a posting is. A captured hold is posted under what it became (CONSUME, REFUND, CASH_OUT), with its hold id. */
export type PostingKind =
  | 'RECHARGE'
  | 'DEPOSIT'
  | 'CASH_OUT'
  | 'CONSUME'
  | 'REVERSE'
  | 'SUPPLEMENT'
  | 'REFUND'
  | 'SUBSIDY_GRANT'
  | 'SUBSIDY_RETURN'
  | 'SUBSIDY_CLEAR'
  | 'CARD_FEE'
  | 'CARD_DEPOSIT'
  | 'CARD_DEPOSIT_RETURN'
  | 'ADJUST';

/** How the amount of a trade came about. */
export type TradeMode = 'FIXED' | 'AMOUNT' | 'COUNT' | 'DISH' | 'WEIGH' | 'ORDER' | 'SHOP' | 'MANUAL';

/** How the diner was recognized. */
export type Identify = 'CARD' | 'FACE' | 'QR' | 'CODE' | 'MANUAL';

/**
 * The outside ways money comes in or goes out; the ledger account is `channel:<lower case>`. PAYROLL is taken from wages,
 * UNIT is owed by the unit or a department: both are parts of trades, never of a recharge.
 */
export type Channel =
  | 'WECHAT'
  | 'ALIPAY'
  | 'BANK'
  | 'TRANSFER'
  | 'CASH'
  | 'DEVICE'
  | 'IMPORT'
  | 'THIRD_SYSTEM'
  | 'PAYROLL'
  | 'UNIT';

/** How a trade stands to what was reported or ordered before the meal; '' where the meal asks for neither. */
export type Attendance = '' | 'ORDERED_EATEN' | 'ORDERED_ABSENT' | 'WALK_IN';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The transaction of a batch as a companion sees it. Rows only: never begin, commit or roll back. */
export interface Tx {
  query<R extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}

/**
 * Rows that must live and die with the posting (a recharge order, an audit line). Runs after the postings of the batch,
 * before its commit, possibly more than once (the batch may be retried): write through `tx` only. A refusal takes the
 * posting back and becomes the caller's answer; an exception takes it back and is thrown to this caller alone.
 */
export type Companion = (tx: Tx, posted: Posted) => Promise<Refusal | undefined>;

export interface RequestBase {
  organizationId: number;
  /** The client's own key, ≤ 120 characters: `d:{device}:{epoch}:{seq}`, a form's UUID, `wx:{transaction_id}`, `sub:{batch}:{person}`. */
  requestKey: string;
  personId: number;
  /** When it happened (corrected for device clocks), epoch ms. */
  occurredAt: number;
  /** The business day of `occurredAt`, decided at the edge; computed with +08:00 and cut-over 04:00 when left out. */
  businessDate?: string;
  operatorId?: number;
  reason?: string;
  /** Document behind it, e.g. `recharge_order` and its id. */
  sourceType?: string;
  sourceId?: number;
  companion?: Companion;
}

export interface RechargeRequest extends RequestBase {
  kind: 'RECHARGE';
  channel: Channel;
  amountFen: number;
  /** Gift money granted with it, into the GIFT purse. */
  giftFen?: number;
  /** Stored maximum of MAIN after the recharge; no check when left out. */
  maxBalanceFen?: number;
}

/** Cash paid in at the counter or at a device, into MAIN. */
export interface DepositRequest extends RequestBase {
  kind: 'DEPOSIT';
  amountFen: number;
  deviceId?: number;
  maxBalanceFen?: number;
}

/** Cash given back from MAIN, never from its overdraft. */
export interface CashOutRequest extends RequestBase {
  kind: 'CASH_OUT';
  amountFen: number;
}

/** What the person has already spent; known only under the lock, so pricing is a function of it. */
export interface CounterState {
  /** Trades in this meal on this business day, reversed ones not counted. */
  mealCount: number;
  mealAmountFen: number;
  /** All meals of the business day. */
  dayCount: number;
  dayAmountFen: number;
}

/** Bounds of one consumption; a bound left out does not apply. */
export interface ConsumeLimits {
  singleMaxFen?: number;
  mealMaxCount?: number;
  mealMaxFen?: number;
  dayMaxCount?: number;
  dayMaxFen?: number;
  /** All money that could be spent must be at least this before the trade (最低余额). */
  minBalanceFen?: number;
  /** A second trade of the same amount at the same device within this many seconds is marked suspicious, not refused. */
  repeatIntervalSec?: number;
}

export interface PricedTrade {
  originFen: number;
  discountFen: number;
  /** Due = origin − discount, the third-party part included. */
  amountFen: number;
  /** Meals taken from the COUNT purse (mode COUNT); 0 otherwise. */
  countUsed?: number;
  limits?: ConsumeLimits;
  /** Why it costs this; stored with the trade under `price`. */
  trace?: Json;
  /** The trace says nothing of this trade alone: many have the same, which is kept once. */
  common?: boolean;
  /** '' when left out. */
  attendance?: Attendance;
}

/** Where, by what, for whom a trade counts: the dimensions every consumption report groups by. */
export interface TradePlace {
  restaurantId: number;
  deploySiteId: number;
  deviceId: number;
  mealPeriodId: number;
  /** The person's department and type at that moment. */
  departmentId: number;
  personTypeId: number;
  mode: TradeMode;
  identify: Identify;
  cardId?: number;
  cardNo?: string;
  deviceSeq?: string;
  offline?: boolean;
  orderId?: number;
  capturedPhoto?: string;
}

/** A purse as rules see it. */
export interface PurseView {
  walletId: number;
  kind: PurseKind;
  batchId: number;
  ruleId: number;
  expiresOn: string | null;
  availableFen: number;
}

/** States read before the lock; anything but NORMAL is refused. */
export interface ConsumeFacts {
  personState?: 'NORMAL' | 'PENDING' | 'SUSPENDED' | 'CLOSING' | 'CLOSED';
  cardState?: 'NORMAL' | 'BLANK' | 'LOST' | 'FROZEN' | 'REPLACED' | 'RETURNED' | 'CANCELLED';
  /** The version of the organization's payers that all this was read of (payer_facts); FACTS_MOVED when it is another by now. */
  version?: number;
}

export interface ConsumeRequest extends RequestBase {
  kind: 'CONSUME';
  place: TradePlace;
  facts?: ConsumeFacts;
  /** Pure: price, limits and trace from the counters, or a refusal. May be called again when a batch is retried. */
  price: (counters: CounterState) => PricedTrade | Refusal;
  /** What belongs to the meaning beyond place and person, e.g. the keyed amount; the same key with another one is refused. */
  meaning?: string;
  /** Part paid outside (WeChat at the till): goes from the channel to revenue without touching a purse. */
  third?: { channel: Channel; amountFen: number };
  /** Pure: how much this purse may give here (0 = not at this place); no bound when left out. */
  purseCapFen?: (purse: PurseView) => number;
  /** By subsidy rule: most that its lots together may give this person on one business day (日使用上限). */
  ruleDayLimitsFen?: ReadonlyMap<number, number>;
  /** Post what the purses lack as ARREARS, down to this debt (offline trades already eaten). */
  arrearsLimitFen?: number;
  /** Known suspicious (e.g. clock skew), besides the repeat rule. */
  suspicious?: boolean;
  /** Diners it stands for, of a trade that is nobody's (a table of guests); 1 when left out. */
  heads?: number;
}

/** 补扣: a debit that was missed. Price is decided; limits do not apply. With an original trade its place is taken over. */
export interface SupplementRequest extends RequestBase {
  kind: 'SUPPLEMENT';
  amountFen: number;
  originalPostingId?: number;
  /** Needed when there is no original. */
  place?: TradePlace;
  arrearsLimitFen?: number;
  /** Pure: how much this purse may give here; no bound when left out. */
  purseCapFen?: (purse: PurseView) => number;
  /** Part taken outside (from wages): goes from the channel to revenue without touching a purse. */
  third?: { channel: Channel; amountFen: number };
  /** Why it is charged; stored with the trade under `price`. */
  trace?: Json;
}

/** Undoes a posting wholly (no amount) or partly, to the same purses in reverse debit order. */
export interface ReverseRequest extends RequestBase {
  kind: 'REVERSE';
  originalPostingId: number;
  amountFen?: number;
  /** Where money of a meanwhile expired lot goes: back into the lot, to be cleared (default), or to MAIN. */
  expiredLot?: 'LOT' | 'MAIN';
}

/** Main money back to the person. Never gift, subsidy, held or overdraft money. */
export interface RefundRequest extends RequestBase {
  kind: 'REFUND';
  amountFen: number;
  channel: Channel;
}

/** Opens a lot when it has an expiry or a batch, else adds to the person's standing purse. COUNT: amount in meals. */
export interface SubsidyGrantRequest extends RequestBase {
  kind: 'SUBSIDY_GRANT';
  amountFen: number;
  purse?: 'SUBSIDY' | 'GIFT' | 'COUNT';
  batchId?: number;
  ruleId?: number;
  /** Last business day it can be spent. */
  expiresOn?: string;
  spendOrder?: number;
}

/** Taken back by the unit: from one lot, from the lots of one batch, or from the standing purse. */
export interface SubsidyReturnRequest extends RequestBase {
  kind: 'SUBSIDY_RETURN';
  /** All that is left when left out. */
  amountFen?: number;
  walletId?: number;
  batchId?: number;
}

/** 清零: what is left in the lots expired before the business date, or in one purse. Never MAIN. */
export interface SubsidyClearRequest extends RequestBase {
  kind: 'SUBSIDY_CLEAR';
  walletId?: number;
}

/** 工本费 (income) and 押金 (liability, in and out), from or to MAIN or in cash. */
export interface CardMoneyRequest extends RequestBase {
  kind: 'CARD_FEE' | 'CARD_DEPOSIT' | 'CARD_DEPOSIT_RETURN';
  amountFen: number;
  by: 'MAIN' | 'CASH';
}

/** A signed change with a reason, against the account `adjustment`. */
export interface AdjustRequest extends RequestBase {
  kind: 'ADJUST';
  purse: PurseKind;
  walletId?: number;
  amountFen: number;
  reason: string;
}

/** Sets money aside (an order not yet eaten, a refund in approval). */
export interface HoldRequest extends RequestBase {
  kind: 'HOLD';
  amountFen: number;
  purpose: 'ORDER' | 'REFUND' | 'CASH_OUT';
  /** Epoch ms; informs the job that voids what was forgotten. */
  expiresAt?: number;
  /** ORDER holds what a consumption would take; REFUND and CASH_OUT hold MAIN only. */
  purseCapFen?: (purse: PurseView) => number;
  /** The business day an ORDER is eaten on: only what may be spent then is set aside. The day of the hold when left out. */
  spendOn?: string;
  /** As with a consumption, of the day it is spent on. */
  ruleDayLimitsFen?: ReadonlyMap<number, number>;
  /** An active ORDER hold of the person that this one takes the place of; it stays as it was when this one is refused. */
  replacesHoldId?: number;
}

/** Captures a hold, wholly or less; the rest is released. ORDER becomes a CONSUME trade and needs a place. */
export interface HoldPostRequest extends RequestBase {
  kind: 'HOLD_POST';
  holdId: number;
  /** All of it when left out. */
  amountFen?: number;
  place?: TradePlace;
  /** For REFUND. */
  channel?: Channel;
  originFen?: number;
  discountFen?: number;
  trace?: Json;
  /** Ordered and not eaten: charged, but no diner and no trade of the meal. */
  absent?: boolean;
}

/** Releases a hold. */
export interface HoldVoidRequest extends RequestBase {
  kind: 'HOLD_VOID';
  holdId: number;
  expired?: boolean;
}

export type MoneyRequest =
  | RechargeRequest
  | DepositRequest
  | CashOutRequest
  | ConsumeRequest
  | SupplementRequest
  | ReverseRequest
  | RefundRequest
  | SubsidyGrantRequest
  | SubsidyReturnRequest
  | SubsidyClearRequest
  | CardMoneyRequest
  | AdjustRequest
  | HoldRequest
  | HoldPostRequest
  | HoldVoidRequest;

/** Fen (meals for COUNT) per purse kind; kinds the person does not have are left out. */
export type PurseAmounts = Partial<Record<PurseKind, number>>;

export interface Posted {
  /** 0 for HOLD and HOLD_VOID, which move nothing between accounts. */
  postingId: number;
  /** Same number as the posting, when it is a trade. */
  tradeId?: number;
  holdId?: number;
  /** Purse opened by it (a subsidy lot). */
  walletId?: number;
  businessDate: string;
  /** The business day it happened on; earlier than businessDate when it came after the month close. */
  occurredDate: string;
  late: boolean;
  amountFen: number;
  countUsed?: number;
  /** What each purse kind gave (positive) or got (negative). */
  split: PurseAmounts;
  thirdFen?: number;
  /** All open purses afterwards, by kind; held money included. Empty where a subsidy granted before is told again. */
  balances: PurseAmounts;
  suspicious?: boolean;
  /** The stored answer of an earlier identical request. */
  replayed?: boolean;
}

/** A refusal is stored under the key as well: the same key gets the same answer; a new attempt takes a new key. */
export type Outcome = { readonly posted: Posted } | Refusal;

export interface Wallet {
  /** Resolves when the posting is durable. Rejects only on a fault (database gone, companion threw). */
  submit(request: MoneyRequest): Promise<Outcome>;
  /** What `submit` would answer now. Writes nothing; what comes before the posting itself may change it. */
  foresee(request: MoneyRequest): Promise<Outcome>;
  /** For batches: chunks of 1,000 on a connection of their own; answers in the order of the requests. */
  submitMany(requests: readonly MoneyRequest[]): Promise<Outcome[]>;
  /** Requests waiting now, in flight not counted. */
  waiting(): number;
  /** Finishes what was taken, refuses what comes later. */
  close(): Promise<void>;
}
