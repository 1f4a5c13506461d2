/** Bulk statements for what only grows: request answers, postings, ledger lines, trades. One per table and batch. */

import { lotGranted } from '../plain/plain-grant.ts';
import { isUsualBalances, isUsualMeaning, type PlainSwipe } from '../plain/plain-swipe.ts';
import type { EntryRow, Plan, PostingRow, TradeRow } from '../plan/state.ts';
import type { CopyDesk, CopyRows } from './copy-rows.ts';
import type { Terms } from './terms.ts';
import type { Copy, Statement } from './train.ts';

function copy(table: string, columns: readonly string[]): Statement & { width: number } {
  const text = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`;
  return { name: `w_copy_${table}`, text, width: columns.length };
}

const requests = copy('money_request', [
  'organization_id',
  'request_key',
  'kind',
  'person_id',
  'fingerprint',
  'refusal_code',
  'answer',
  'recorded_at',
]);

const postings = copy('posting_row', [
  'organization_id',
  'id',
  'business_date',
  'occurred_date',
  'kind',
  'reverses_kind',
  'reverses_posting_id',
  'request_key',
  'person_id',
  'amount_fen',
  'count_used',
  'counter_account',
  'operator_id',
  'hold_id',
  'source_type',
  'source_id',
  'reason',
  'occurred_at',
  'recorded_at',
]);

const entries = copy('entry_row', [
  'organization_id',
  'business_date',
  'posting_id',
  'line_no',
  'account',
  'wallet_id',
  'amount_fen',
  'balance_after_fen',
  'wallet_version',
]);

const trades = copy('trade', [
  'organization_id',
  'id',
  'business_date',
  'occurred_date',
  'kind',
  'original_trade_id',
  'person_id',
  'card_id',
  'card_no',
  'restaurant_id',
  'deploy_site_id',
  'device_id',
  'device_seq',
  'meal_period_id',
  'department_id',
  'person_type_id',
  'mode',
  'identify',
  'origin_fen',
  'discount_fen',
  'amount_fen',
  'main_fen',
  'subsidy_fen',
  'gift_fen',
  'arrears_fen',
  'third_fen',
  'count_used',
  'balance_after_fen',
  'heads',
  'restaurant_heads',
  'nth',
  'attendance',
  'offline',
  'suspicious',
  'order_id',
  'captured_photo',
  'operator_id',
  'rule_trace',
  'occurred_at',
  'recorded_at',
  'wallet_id',
  'wallet_after_fen',
  'wallet_version',
  'meaning',
  'balances',
  'plain',
]);

/** A request to be remembered with its answer. */
export interface AnswerRow {
  requestKey: string;
  kind: string;
  personId: number;
  fingerprint: string;
  refusalCode: string | null;
  answer: unknown;
}

/** Remembers keys and answers. In key order, so that two batches with the same keys wait instead of deadlocking. */
export function writeAnswers(
  organizationId: number,
  recordedAtMs: number,
  answers: AnswerRow[],
  desk: CopyDesk,
): Copy[] {
  if (answers.length === 0) return [];
  answers.sort((a, b) => (a.requestKey < b.requestKey ? -1 : 1));
  const rows = desk.answers;
  rows.reset();
  for (const answer of answers) {
    rows.row(requests.width);
    rows.int8(organizationId);
    rows.text(answer.requestKey);
    rows.text(answer.kind);
    rows.int8(answer.personId);
    rows.text(answer.fingerprint);
    if (answer.refusalCode === null) rows.null();
    else rows.text(answer.refusalCode);
    rows.text(JSON.stringify(answer.answer));
    rows.time(recordedAtMs);
  }
  return [{ copy: requests, message: rows.take(), rows: rows.count }];
}

function addPosting(rows: CopyRows, organizationId: number, posting: PostingRow): void {
  rows.row(postings.width);
  rows.int8(organizationId);
  rows.int8(posting.id);
  rows.date(posting.businessDate);
  rows.date(posting.occurredDate);
  rows.text(posting.kind);
  rows.text(posting.reversesKind);
  rows.int8(posting.reversesPostingId);
  rows.text(posting.requestKey);
  rows.int8(posting.personId);
  rows.int8(posting.amountFen);
  rows.int8(posting.countUsed);
  rows.text(posting.counterAccount);
  rows.int8(posting.operatorId);
  rows.int8(posting.holdId);
  rows.text(posting.sourceType);
  rows.int8(posting.sourceId);
  rows.text(posting.reason);
  rows.time(posting.occurredAtMs);
  rows.time(posting.recordedAtMs);
}

function addEntry(rows: CopyRows, organizationId: number, posting: PostingRow, line: EntryRow): void {
  rows.row(entries.width);
  rows.int8(organizationId);
  rows.date(posting.businessDate);
  rows.int8(posting.id);
  rows.int2(line.lineNo);
  rows.text(line.account);
  rows.int8(line.walletId);
  rows.int8(line.amountFen);
  rows.int8(line.balanceAfterFen);
  rows.int8(line.walletVersion);
}

/**
 * The trace as it is written: with the number of its terms instead of them, where they are common and known; then, where it says
 * nothing else, as the list of that number and of what the person had had before, if anything (`trade_trace` tells it whole).
 */
function traceOf(organizationId: number, { ruleTrace, common }: TradeRow, terms: Terms | undefined): unknown {
  if (!common) return ruleTrace;
  const { price, limits, counters, ...own } = ruleTrace as Record<string, unknown> & { counters: number[] };
  const t = terms?.idOf(organizationId, JSON.stringify({ price, limits }));
  if (t === undefined) return ruleTrace;
  if (Object.keys(own).length > 0) return { t, counters, ...own };
  return counters.some((n) => n !== 0) ? [t, ...counters] : [t];
}

function addTrade(
  rows: CopyRows,
  organizationId: number,
  posting: PostingRow,
  trade: TradeRow,
  plain: PlainSwipe | undefined,
  terms: Terms | undefined,
): void {
  const { place } = trade;
  rows.row(trades.width);
  rows.int8(organizationId);
  rows.int8(posting.id);
  rows.date(posting.businessDate);
  rows.date(posting.occurredDate);
  rows.text(trade.kind);
  rows.int8(trade.originalTradeId);
  rows.int8(posting.personId);
  rows.int8(place.cardId ?? 0);
  rows.text(place.cardNo ?? '');
  rows.int8(place.restaurantId);
  rows.int8(place.deploySiteId);
  rows.int8(place.deviceId);
  rows.text(place.deviceSeq ?? '');
  rows.int8(place.mealPeriodId);
  rows.int8(place.departmentId);
  rows.int8(place.personTypeId);
  rows.text(place.mode);
  rows.text(place.identify);
  rows.int4(trade.originFen);
  rows.int4(trade.discountFen);
  rows.int4(trade.amountFen);
  rows.int4(trade.mainFen);
  rows.int4(trade.subsidyFen);
  rows.int4(trade.giftFen);
  rows.int4(trade.arrearsFen);
  rows.int4(trade.thirdFen);
  rows.int4(trade.countUsed);
  rows.int8(trade.balanceAfterFen);
  rows.int2(trade.heads);
  rows.int2(trade.restaurantHeads);
  rows.int2(trade.nth);
  rows.text(trade.attendance);
  rows.bool(place.offline === true);
  rows.bool(trade.suspicious);
  rows.int8(place.orderId || null);
  rows.text(place.capturedPhoto ?? '');
  rows.int8(posting.operatorId || null);
  rows.text(JSON.stringify(traceOf(organizationId, trade, terms)));
  rows.time(posting.occurredAtMs);
  rows.time(posting.recordedAtMs);
  rows.int8(plain?.walletId ?? null);
  rows.int8(plain && plain.walletAfterFen !== trade.balanceAfterFen ? plain.walletAfterFen : null);
  if (plain?.walletVersion == null) rows.null();
  else rows.int4(plain.walletVersion);
  if (!plain || isUsualMeaning(plain.meaning, place)) rows.null();
  else rows.text(plain.meaning ?? '');
  if (!plain || isUsualBalances(plain, trade)) rows.null();
  else rows.text(JSON.stringify(plain.balances));
  rows.bool(plain !== undefined);
}

/** A plan to be written, and how its trade alone can say it. */
export interface History {
  plan: Plan;
  plain: PlainSwipe | undefined;
}

/** Postings with their lines and trades; plain swipes as trades alone, and nothing of plain grants (`writeGrants`). */
export function writeHistory(
  organizationId: number,
  history: readonly History[],
  desk: CopyDesk,
  terms?: Terms,
): Copy[] {
  desk.postings.reset();
  desk.entries.reset();
  desk.trades.reset();
  for (const { plan, plain } of history) {
    const { posting, entries: lines, trade } = plan;
    if (!posting) continue;
    if (!plain && !lotGranted(plan)) {
      addPosting(desk.postings, organizationId, posting);
      for (const line of lines) addEntry(desk.entries, organizationId, posting, line);
    }
    if (trade) addTrade(desk.trades, organizationId, posting, trade, plain, terms);
  }
  const commands: Copy[] = [];
  for (const [statement, rows] of [
    [postings, desk.postings],
    [entries, desk.entries],
    [trades, desk.trades],
  ] as const)
    if (rows.count > 0) commands.push({ copy: statement, message: rows.take(), rows: rows.count });
  return commands;
}
