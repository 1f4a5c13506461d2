/**
 * A posting in the making: lines against purses in debit order, the accounts on the other side merged behind them, and
 * the purses as they stand afterwards.
 */
import { businessDay } from '../business-day.ts';
import type { MoneyRequest, Posted, PostingKind, PurseAmounts, PurseKind } from '../types.ts';
import type {
  EntryRow,
  HoldChange,
  PersonState,
  Plan,
  PlanContext,
  PurseChange,
  PurseRow,
  ReversedChange,
  TradeRow,
} from './state.ts';

/** Lines from here on are the accounts on the other side; below are the sources in debit order. */
export const firstCounterLine = 100;

/** Default place in the debit order: subsidy, then gift, then the person's own money. */
export const spendOrders: Readonly<Record<PurseKind, number>> = {
  SUBSIDY: 10,
  GIFT: 20,
  COUNT: 25,
  MAIN: 30,
  ARREARS: 90,
};

export interface Draft {
  readonly request: MoneyRequest;
  readonly context: PlanContext;
  readonly occurredDate: string;
  readonly businessDate: string;
  /** Own copies; `move` changes them. */
  readonly purses: PurseRow[];
  readonly lines: EntryRow[];
  readonly counters: Map<string, number>;
  readonly changed: Map<number, PurseChange>;
  /** Given (+) or got (−) per purse kind. */
  readonly split: PurseAmounts;
}

/** The day it is booked on: its own, or the first open one when its month is closed. */
function booksDate(occurredDate: string, openFrom: string): string {
  if (occurredDate >= openFrom) return occurredDate;
  return openFrom;
}

export function openDraft(state: PersonState, request: MoneyRequest, context: PlanContext): Draft {
  const occurredDate = request.businessDate ?? businessDay(request.occurredAt);
  return {
    request,
    context,
    occurredDate,
    businessDate: booksDate(occurredDate, context.openFrom),
    purses: state.purses.map((purse) => ({ ...purse })),
    lines: [],
    counters: new Map(),
    changed: new Map(),
    split: {},
  };
}

/** Marks a purse as changed, remembering the version the write is guarded by. */
export function touch(draft: Draft, purse: PurseRow): void {
  if (!draft.changed.has(purse.id)) draft.changed.set(purse.id, { purse, oldVersion: purse.version, opened: false });
}

/** Adds `amountFen` (signed) to a purse, and the opposite to `counter`. */
export function move(draft: Draft, purse: PurseRow, amountFen: number, counter: string): void {
  if (amountFen === 0) return;
  touch(draft, purse);
  purse.balanceFen += amountFen;
  purse.version += 1;
  draft.lines.push({
    lineNo: draft.lines.length + 1,
    account: `wallet:${purse.kind}`,
    walletId: purse.id,
    amountFen,
    balanceAfterFen: purse.balanceFen,
    walletVersion: purse.version,
  });
  draft.split[purse.kind] = (draft.split[purse.kind] ?? 0) - amountFen;
  draft.counters.set(counter, (draft.counters.get(counter) ?? 0) - amountFen);
}

/** Moves `amountFen` (signed, as seen by `account`) between two outside accounts; `account` is the source line. */
export function moveOutside(draft: Draft, account: string, amountFen: number, counter: string): void {
  if (amountFen === 0) return;
  draft.lines.push({
    lineNo: draft.lines.length + 1,
    account,
    walletId: 0,
    amountFen,
    balanceAfterFen: null,
    walletVersion: null,
  });
  draft.counters.set(counter, (draft.counters.get(counter) ?? 0) - amountFen);
}

/** A new purse of the person, empty, ready to be moved into; frozen when the account is (MAIN stands for it). */
export function openPurse(
  draft: Draft,
  kind: PurseKind,
  lot: { batchId?: number; ruleId?: number; expiresOn?: string | null; spendOrder?: number; floorFen?: number } = {},
): PurseRow {
  const purse: PurseRow = {
    id: draft.context.nextId(),
    personId: draft.request.personId,
    kind,
    spendOrder: lot.spendOrder ?? spendOrders[kind],
    balanceFen: 0,
    heldFen: 0,
    floorFen: lot.floorFen ?? 0,
    expiresOn: lot.expiresOn ?? null,
    batchId: lot.batchId ?? 0,
    ruleId: lot.ruleId ?? 0,
    status: standing(draft, 'MAIN')?.status ?? 'ACTIVE',
    version: 0,
  };
  draft.purses.push(purse);
  draft.changed.set(purse.id, { purse, oldVersion: 0, opened: true });
  return purse;
}

/** The standing purse of a kind (no batch, no expiry), if the person has it. */
export function standing(draft: Draft, kind: PurseKind): PurseRow | undefined {
  return draft.purses.find((p) => p.kind === kind && p.batchId === 0 && p.expiresOn === null && p.status !== 'CLOSED');
}

/** What can be taken without overdraft. */
export function availableFen(purse: PurseRow): number {
  return purse.balanceFen - purse.heldFen;
}

/** Balances by kind over the purses that are open after the plan. */
export function balancesOf(purses: readonly PurseRow[]): PurseAmounts {
  const sums: PurseAmounts = {};
  for (const purse of purses) {
    if (purse.status === 'CLOSED') continue;
    sums[purse.kind] = (sums[purse.kind] ?? 0) + purse.balanceFen;
  }
  return sums;
}

/** All money of the balances; meals are not money. */
export function totalFen(balances: PurseAmounts): number {
  return (balances.MAIN ?? 0) + (balances.SUBSIDY ?? 0) + (balances.GIFT ?? 0) + (balances.ARREARS ?? 0);
}

export interface Finish {
  kind: PostingKind;
  /** Outside account a reversal has to know, '' when the kind says it. */
  counterAccount: string;
  trade?: TradeRow;
  reversesPostingId?: number;
  reversesKind?: PostingKind;
  reversed?: ReversedChange;
  holds?: readonly HoldChange[];
  holdId?: number;
  walletId?: number;
  thirdFen?: number;
}

/** Closes the draft: adds the other side, checks that the lines sum to 0, and builds the rows and the answer. */
export function finish(draft: Draft, end: Finish): Plan {
  const { request, lines } = draft;
  let amountFen = 0;
  let countUsed = 0;
  for (const line of lines) {
    if (line.account === 'wallet:COUNT') countUsed += Math.abs(line.amountFen);
    else amountFen += Math.abs(line.amountFen);
  }
  let lineNo = firstCounterLine;
  for (const [account, sum] of draft.counters)
    if (sum !== 0)
      lines.push({
        lineNo: lineNo++,
        account,
        walletId: 0,
        amountFen: sum,
        balanceAfterFen: null,
        walletVersion: null,
      });
  let balance = 0;
  for (const line of lines) balance += line.amountFen;
  if (balance !== 0) throw new Error(`posting does not balance: ${balance} (${request.requestKey})`);
  const id = draft.context.nextId();
  const posted: Posted = {
    postingId: id,
    businessDate: draft.businessDate,
    occurredDate: draft.occurredDate,
    late: draft.businessDate !== draft.occurredDate,
    amountFen,
    split: draft.split,
    balances: balancesOf(draft.purses),
  };
  if (end.trade) posted.tradeId = id;
  if (end.trade?.suspicious) posted.suspicious = true;
  if (countUsed) posted.countUsed = countUsed;
  if (end.thirdFen) posted.thirdFen = end.thirdFen;
  if (end.walletId) posted.walletId = end.walletId;
  if (end.holdId) posted.holdId = end.holdId;
  return {
    posting: {
      id,
      businessDate: draft.businessDate,
      occurredDate: draft.occurredDate,
      kind: end.kind,
      reversesKind: end.reversesKind ?? '',
      reversesPostingId: end.reversesPostingId ?? null,
      requestKey: request.requestKey,
      personId: request.personId,
      amountFen,
      countUsed,
      counterAccount: end.counterAccount,
      operatorId: request.operatorId ?? 0,
      holdId: end.holdId ?? 0,
      sourceType: request.sourceType ?? '',
      sourceId: request.sourceId ?? 0,
      reason: request.reason ?? '',
      occurredAtMs: request.occurredAt,
      recordedAtMs: draft.context.recordedAtMs,
    },
    entries: lines,
    trade: end.trade ?? null,
    purses: [...draft.changed.values()],
    reversed: end.reversed ?? null,
    holds: end.holds ?? [],
    posted,
  };
}
