/** Bulk statements for what only grows: request answers, postings, ledger lines, trades. One per table and batch. */
import type { EntryRow, Plan, PostingRow, TradeRow } from '../plan/state.ts';
import { nullableArray, plainArray, textArray } from './arrays.ts';
import type { Command, Statement } from './connection.ts';

const requests: Statement = {
  name: 'w_requests',
  text: `insert into money_request (organization_id, request_key, kind, person_id, fingerprint, refusal_code, answer, recorded_at)
    select $1, n.key, n.kind, n.person, n.print, n.code, n.answer, to_timestamp($2::float8 / 1000)
    from rows from (unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[]), jsonb_array_elements($8::jsonb))
      as n (key, kind, person, print, code, answer)`,
};

const postings: Statement = {
  name: 'w_postings',
  text: `insert into posting (organization_id, id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id,
      request_key, person_id, amount_fen, count_used, counter_account, operator_id, hold_id, source_type, source_id, reason,
      occurred_at, recorded_at)
    select $1, n.id, n.business_date, n.occurred_date, n.kind, n.reverses_kind, n.reverses_posting_id, n.request_key,
      n.person_id, n.amount_fen, n.count_used, n.counter_account, n.operator_id, n.hold_id, n.source_type, n.source_id,
      n.reason, to_timestamp(n.occurred_ms / 1000), to_timestamp($2::float8 / 1000)
    from unnest($3::bigint[], $4::date[], $5::date[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::bigint[],
      $11::bigint[], $12::bigint[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::bigint[], $18::text[],
      $19::float8[])
      as n (id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id, request_key, person_id, amount_fen,
        count_used, counter_account, operator_id, hold_id, source_type, source_id, reason, occurred_ms)`,
};

const entries: Statement = {
  name: 'w_entries',
  text: `insert into ledger_entry (organization_id, business_date, posting_id, line_no, account, wallet_id, amount_fen,
      balance_after_fen, wallet_version)
    select $1, * from unnest($2::date[], $3::bigint[], $4::smallint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::bigint[])`,
};

const trades: Statement = {
  name: 'w_trades',
  text: `insert into trade (organization_id, recorded_at, id, business_date, occurred_date, kind, original_trade_id, person_id,
      card_id, card_no, restaurant_id, deploy_site_id, device_id, device_seq, meal_period_id, department_id, person_type_id,
      mode, identify, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen,
      count_used, balance_after_fen, heads, nth, offline, suspicious, order_id, captured_photo, operator_id, occurred_at,
      rule_trace)
    select $1, to_timestamp($2::float8 / 1000), n.id, n.business_date, n.occurred_date, n.kind, n.original_trade_id,
      n.person_id, n.card_id, n.card_no, n.restaurant_id, n.deploy_site_id, n.device_id, n.device_seq, n.meal_period_id,
      n.department_id, n.person_type_id, n.mode, n.identify, n.origin_fen, n.discount_fen, n.amount_fen, n.main_fen,
      n.subsidy_fen, n.gift_fen, n.arrears_fen, n.third_fen, n.count_used, n.balance_after_fen, n.heads, n.nth, n.offline,
      n.suspicious, n.order_id, n.captured_photo, n.operator_id, to_timestamp(n.occurred_ms / 1000), n.rule_trace
    from rows from (unnest($3::bigint[], $4::date[], $5::date[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[],
      $18::text[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[],
      $26::bigint[], $27::bigint[], $28::bigint[], $29::bigint[], $30::smallint[], $31::smallint[], $32::boolean[],
      $33::boolean[], $34::bigint[], $35::text[], $36::bigint[], $37::float8[]), jsonb_array_elements($38::jsonb))
      as n (id, business_date, occurred_date, kind, original_trade_id, person_id, card_id, card_no, restaurant_id,
        deploy_site_id, device_id, device_seq, meal_period_id, department_id, person_type_id, mode, identify, origin_fen,
        discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used, balance_after_fen,
        heads, nth, offline, suspicious, order_id, captured_photo, operator_id, occurred_ms, rule_trace)`,
};

/** A request to be remembered with its answer (as it goes into the database: JSON). */
export interface AnswerRow {
  requestKey: string;
  kind: string;
  personId: number;
  fingerprint: string;
  refusalCode: string | null;
  answer: unknown;
}

/** Remembers keys and answers. In key order, so that two batches with the same keys wait instead of deadlocking. */
export function writeAnswers(organizationId: number, recordedAtMs: number, rows: AnswerRow[]): Command[] {
  if (rows.length === 0) return [];
  rows.sort((a, b) => (a.requestKey < b.requestKey ? -1 : 1));
  const values = [
    organizationId,
    recordedAtMs,
    textArray(rows.map((r) => r.requestKey)),
    plainArray(rows.map((r) => r.kind)),
    plainArray(rows.map((r) => r.personId)),
    textArray(rows.map((r) => r.fingerprint)),
    nullableArray(rows.map((r) => r.refusalCode)),
    JSON.stringify(rows.map((r) => r.answer)),
  ];
  return [{ statement: requests, values }];
}

function postingValues(rows: PostingRow[]): unknown[] {
  return [
    plainArray(rows.map((r) => r.id)),
    plainArray(rows.map((r) => r.businessDate)),
    plainArray(rows.map((r) => r.occurredDate)),
    plainArray(rows.map((r) => r.kind)),
    textArray(rows.map((r) => r.reversesKind)),
    nullableArray(rows.map((r) => r.reversesPostingId)),
    textArray(rows.map((r) => r.requestKey)),
    plainArray(rows.map((r) => r.personId)),
    plainArray(rows.map((r) => r.amountFen)),
    plainArray(rows.map((r) => r.countUsed)),
    textArray(rows.map((r) => r.counterAccount)),
    plainArray(rows.map((r) => r.operatorId)),
    plainArray(rows.map((r) => r.holdId)),
    textArray(rows.map((r) => r.sourceType)),
    plainArray(rows.map((r) => r.sourceId)),
    textArray(rows.map((r) => r.reason)),
    plainArray(rows.map((r) => r.occurredAtMs)),
  ];
}

type Line = EntryRow & { businessDate: string; postingId: number };

function entryValues(rows: Line[]): unknown[] {
  return [
    plainArray(rows.map((r) => r.businessDate)),
    plainArray(rows.map((r) => r.postingId)),
    plainArray(rows.map((r) => r.lineNo)),
    plainArray(rows.map((r) => r.account)),
    plainArray(rows.map((r) => r.walletId)),
    plainArray(rows.map((r) => r.amountFen)),
    nullableArray(rows.map((r) => r.balanceAfterFen)),
    nullableArray(rows.map((r) => r.walletVersion)),
  ];
}

function tradeValues(rows: { posting: PostingRow; trade: TradeRow }[]): unknown[] {
  const numbers = (pick: (row: TradeRow) => number) => plainArray(rows.map((r) => pick(r.trade)));
  return [
    plainArray(rows.map((r) => r.posting.id)),
    plainArray(rows.map((r) => r.posting.businessDate)),
    plainArray(rows.map((r) => r.posting.occurredDate)),
    plainArray(rows.map((r) => r.trade.kind)),
    nullableArray(rows.map((r) => r.trade.originalTradeId)),
    plainArray(rows.map((r) => r.posting.personId)),
    numbers((t) => t.place.cardId ?? 0),
    textArray(rows.map((r) => r.trade.place.cardNo ?? '')),
    numbers((t) => t.place.restaurantId),
    numbers((t) => t.place.deploySiteId),
    numbers((t) => t.place.deviceId),
    textArray(rows.map((r) => r.trade.place.deviceSeq ?? '')),
    numbers((t) => t.place.mealPeriodId),
    numbers((t) => t.place.departmentId),
    numbers((t) => t.place.personTypeId),
    plainArray(rows.map((r) => r.trade.place.mode)),
    plainArray(rows.map((r) => r.trade.place.identify)),
    numbers((t) => t.originFen),
    numbers((t) => t.discountFen),
    numbers((t) => t.amountFen),
    numbers((t) => t.mainFen),
    numbers((t) => t.subsidyFen),
    numbers((t) => t.giftFen),
    numbers((t) => t.arrearsFen),
    numbers((t) => t.thirdFen),
    numbers((t) => t.countUsed),
    numbers((t) => t.balanceAfterFen),
    numbers((t) => t.heads),
    numbers((t) => t.nth),
    plainArray(rows.map((r) => r.trade.place.offline === true)),
    plainArray(rows.map((r) => r.trade.suspicious)),
    numbers((t) => t.place.orderId ?? 0),
    textArray(rows.map((r) => r.trade.place.capturedPhoto ?? '')),
    plainArray(rows.map((r) => r.posting.operatorId)),
    plainArray(rows.map((r) => r.posting.occurredAtMs)),
    JSON.stringify(rows.map((r) => r.trade.ruleTrace)),
  ];
}

/** Postings with their lines and trades. */
export function writeHistory(organizationId: number, recordedAtMs: number, plans: readonly Plan[]): Command[] {
  const rows: PostingRow[] = [];
  const lines: Line[] = [];
  const consumed: { posting: PostingRow; trade: TradeRow }[] = [];
  for (const { posting, entries: own, trade } of plans) {
    if (!posting) continue;
    rows.push(posting);
    for (const entry of own) lines.push({ ...entry, businessDate: posting.businessDate, postingId: posting.id });
    if (trade) consumed.push({ posting, trade });
  }
  const commands: Command[] = [];
  if (rows.length > 0)
    commands.push({ statement: postings, values: [organizationId, recordedAtMs, ...postingValues(rows)] });
  if (lines.length > 0) commands.push({ statement: entries, values: [organizationId, ...entryValues(lines)] });
  if (consumed.length > 0)
    commands.push({ statement: trades, values: [organizationId, recordedAtMs, ...tradeValues(consumed)] });
  return commands;
}
