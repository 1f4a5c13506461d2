/** What the planner reads (loaded under lock) and what it answers (rows to write). Plain data, no database in sight. */
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { Attendance, Json, Posted, PostingKind, PurseKind, PurseStatus, TradePlace } from '../types.ts';

export interface PurseRow {
  id: number;
  personId: number;
  kind: PurseKind;
  spendOrder: number;
  balanceFen: number;
  heldFen: number;
  floorFen: number;
  expiresOn: string | null;
  batchId: number;
  ruleId: number;
  status: PurseStatus;
  version: number;
  /** Of MAIN: the latest day the person ate on. Absent where the purse knows none. */
  spent?: SpentDay;
}

/** What was had in a meal at a restaurant, reversed trades taken out; `last…` of the newest, reversed or not. */
export interface SpentRow {
  mealPeriodId: number;
  restaurantId: number;
  tradeCount: number;
  amountFen: number;
  lastAtMs: number;
  lastDeviceId: number;
  lastAmountFen: number;
}

export interface SpentDay {
  date: string;
  rows: readonly SpentRow[];
}

export interface CounterRow extends SpentRow {
  personId: number;
  occurredDate: string;
}

export interface OriginalLine {
  lineNo: number;
  account: string;
  walletId: number;
  amountFen: number;
}

/** The trade side of an original posting, to be repeated by what undoes it. */
export interface OriginalTrade {
  place: TradePlace;
  occurredDate: string;
  heads: number;
  restaurantHeads: number;
  attendance: Attendance;
}

export interface OriginalPosting {
  id: number;
  personId: number;
  kind: PostingKind;
  amountFen: number;
  countUsed: number;
  counterAccount: string;
  lines: OriginalLine[];
  trade: OriginalTrade | null;
  /** What was taken back so far; null when nothing ever was. */
  reversed: { fen: number; count: number } | null;
}

export interface HoldRow {
  id: number;
  personId: number;
  purpose: 'ORDER' | 'REFUND' | 'CASH_OUT';
  amountFen: number;
  status: 'ACTIVE' | 'POSTED' | 'VOIDED' | 'EXPIRED';
  /** The business day it is to be spent on, where it was set aside for one. */
  spendOn: string | null;
  lines: { walletId: number; amountFen: number }[];
}

/** What the lots of one subsidy rule gave a person on one business day or set aside for it, less what came back. */
export interface RuleUse {
  personId: number;
  ruleId: number;
  occurredDate: string;
  usedFen: number;
}

/** Everything the decision about one person may look at. */
export interface PersonState {
  purses: readonly PurseRow[];
  counters: readonly CounterRow[];
  /** Only of rules the request bounds by the day. */
  ruleUse: readonly RuleUse[];
  originals: ReadonlyMap<number, OriginalPosting>;
  holds: ReadonlyMap<number, HoldRow>;
}

export interface PlanContext {
  recordedAtMs: number;
  /** First day of the first open month, '' when none was ever closed. */
  openFrom: string;
  /** Ids taken beforehand, handed out synchronously. */
  nextId(): number;
}

export interface EntryRow {
  lineNo: number;
  account: string;
  walletId: number;
  amountFen: number;
  balanceAfterFen: number | null;
  walletVersion: number | null;
}

export interface PostingRow {
  id: number;
  businessDate: string;
  occurredDate: string;
  kind: PostingKind;
  reversesKind: PostingKind | '';
  reversesPostingId: number | null;
  requestKey: string;
  personId: number;
  amountFen: number;
  countUsed: number;
  counterAccount: string;
  operatorId: number;
  holdId: number;
  sourceType: string;
  sourceId: number;
  reason: string;
  occurredAtMs: number;
  recordedAtMs: number;
}

export interface TradeRow {
  kind: 'CONSUME' | 'SUPPLEMENT' | 'REVERSE';
  originalTradeId: number | null;
  place: TradePlace;
  originFen: number;
  discountFen: number;
  amountFen: number;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  countUsed: number;
  balanceAfterFen: number;
  /** Diners of the unit: +1 for the person's first trade of the meal, −1 for the reversal of the last one standing. */
  heads: number;
  /** The same within the restaurant. */
  restaurantHeads: number;
  nth: number;
  attendance: Attendance;
  suspicious: boolean;
  ruleTrace: Json;
  /** Price and limits of the trace are those of many trades. */
  common?: boolean;
}

/** A purse after the plan; `oldVersion` guards the write. */
export interface PurseChange {
  purse: PurseRow;
  oldVersion: number;
  /** True for a purse this plan creates. */
  opened: boolean;
}

export interface CounterChange {
  occurredDate: string;
  mealPeriodId: number;
  restaurantId: number;
  countDelta: number;
  amountDeltaFen: number;
  /** Left alone by reversals (0). */
  lastAtMs: number;
  lastDeviceId: number;
  lastAmountFen: number;
}

export interface ReversedChange {
  postingId: number;
  amountFen: number;
  countUsed: number;
  addFen: number;
  addCount: number;
}

export type HoldChange =
  | {
      op: 'OPEN';
      hold: HoldRow;
      expiresAtMs: number | null;
      occurredAtMs: number;
      requestKey: string;
      sourceType: string;
      sourceId: number;
    }
  | { op: 'SETTLE'; holdId: number; status: 'POSTED' | 'VOIDED' | 'EXPIRED'; postedFen: number };

export interface Plan {
  posting: PostingRow | null;
  entries: EntryRow[];
  trade: TradeRow | null;
  purses: PurseChange[];
  reversed: ReversedChange | null;
  holds: readonly HoldChange[];
  posted: Posted;
}

export type Planned = Plan | Refusal;
