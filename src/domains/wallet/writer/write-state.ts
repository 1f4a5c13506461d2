/** Bulk statements for what changes: purses (guarded by version), counters, reversal sums, holds. */
import type { CounterChange, HoldChange, Plan, PurseChange, ReversedChange } from '../plan/state.ts';
import type { PurseStatus } from '../types.ts';
import { nullableArray, plainArray, textArray } from './arrays.ts';
import type { Command, Statement } from './connection.ts';
import { cell, dayNumber, intMatrix, matrixRows } from './int-matrix.ts';

const openPurses: Statement = {
  name: 'w_open_purses',
  text: `insert into wallet (organization_id, opened_at, last_posting_at, id, person_id, kind, spend_order, balance_fen,
      held_fen, floor_fen, expires_on, batch_id, rule_id, status, version)
    select $1, to_timestamp($2::float8 / 1000), to_timestamp($2::float8 / 1000), *
    from unnest($3::bigint[], $4::bigint[], $5::text[], $6::smallint[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::date[], $11::bigint[], $12::bigint[], $13::text[], $14::bigint[])`,
};

const statuses: readonly PurseStatus[] = ['ACTIVE', 'FROZEN', 'CLOSED'];

const purseWidth = 7;
const changePurses: Statement = {
  name: 'w_change_purses',
  text: `with changed as (
      update wallet w set balance_fen = n.balance, held_fen = n.held, floor_fen = n.floor,
        status = (array['ACTIVE', 'FROZEN', 'CLOSED'])[n.status + 1], version = n.version,
        last_posting_at = to_timestamp($2::float8 / 1000)
      from (select ${cell(3, 1)} as id, ${cell(3, 2)} as balance, ${cell(3, 3)} as held, ${cell(3, 4)} as floor,
          ${cell(3, 5)} as status, ${cell(3, 6)} as version, ${cell(3, 7)} as old_version
        from ${matrixRows(3, purseWidth)}) n
      where w.organization_id = $1 and w.id = n.id and w.version = n.old_version
      returning 1)
    select wallet_assert_rows('wallet', (select count(*) from changed), $4)`,
};

const counterWidth = 8;
const counterCells = (from: number) =>
  `${cell(from, 1)} as person, date '2000-01-01' + ${cell(from, 2)}::int as date, ${cell(from, 3)} as meal,
   ${cell(from, 4)} as count, ${cell(from, 5)} as fen, ${cell(from, 6)} as last_ms, ${cell(from, 7)} as device,
   ${cell(from, 8)} as last_fen`;

const countTrades: Statement = {
  name: 'w_count_trades',
  text: `insert into spend_counter as c (organization_id, person_id, occurred_date, meal_period_id, trade_count, amount_fen,
      last_at, last_device_id, last_amount_fen)
    select $1, n.person, n.date, n.meal, n.count, n.fen, to_timestamp(n.last_ms / 1000.0::float8), n.device, n.last_fen
    from (select ${counterCells(2)} from ${matrixRows(2, counterWidth)}) n
    on conflict (organization_id, person_id, occurred_date, meal_period_id) do update set
      trade_count = c.trade_count + excluded.trade_count, amount_fen = c.amount_fen + excluded.amount_fen,
      last_at = greatest(c.last_at, excluded.last_at),
      last_device_id = case when excluded.last_at >= c.last_at then excluded.last_device_id else c.last_device_id end,
      last_amount_fen = case when excluded.last_at >= c.last_at then excluded.last_amount_fen else c.last_amount_fen end`,
};

/** A reversal only lowers a counter that its original has made. */
const uncountTrades: Statement = {
  name: 'w_uncount_trades',
  text: `with changed as (
      update spend_counter c set trade_count = c.trade_count + n.count, amount_fen = c.amount_fen + n.fen
      from (select ${counterCells(2)} from ${matrixRows(2, counterWidth)}) n
      where c.organization_id = $1 and c.person_id = n.person and c.occurred_date = n.date and c.meal_period_id = n.meal
      returning 1)
    select wallet_assert_rows('spend_counter', (select count(*) from changed), $3)`,
};

const addReversed: Statement = {
  name: 'w_add_reversed',
  text: `insert into posting_reversed as r (organization_id, posting_id, amount_fen, reversed_fen, count_used, reversed_count)
    select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    on conflict (organization_id, posting_id) do update set reversed_fen = r.reversed_fen + excluded.reversed_fen,
      reversed_count = r.reversed_count + excluded.reversed_count`,
};

const openHolds: Statement = {
  name: 'w_open_holds',
  text: `insert into hold (organization_id, status, id, person_id, purpose, amount_fen, request_key, source_type, source_id,
      occurred_at, expires_at)
    select $1, 'ACTIVE', n.id, n.person, n.purpose, n.fen, n.key, n.source_type, n.source_id,
      to_timestamp(n.occurred_ms / 1000), to_timestamp(n.expires_ms / 1000)
    from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[], $9::float8[],
      $10::float8[]) as n (id, person, purpose, fen, key, source_type, source_id, occurred_ms, expires_ms)`,
};

const openHoldLines: Statement = {
  name: 'w_open_hold_lines',
  text: `insert into hold_line (organization_id, hold_id, line_no, wallet_id, amount_fen)
    select $1, * from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[])`,
};

const settleHolds: Statement = {
  name: 'w_settle_holds',
  text: `with changed as (
      update hold h set status = n.status, posted_fen = n.fen, settled_at = to_timestamp($2::float8 / 1000)
      from unnest($3::bigint[], $4::text[], $5::bigint[]) as n (id, status, fen)
      where h.organization_id = $1 and h.id = n.id and h.status = 'ACTIVE'
      returning 1)
    select wallet_assert_rows('hold', (select count(*) from changed), $6)`,
};

function writePurses(organizationId: number, recordedAtMs: number, changes: PurseChange[]): Command[] {
  const commands: Command[] = [];
  const opened = changes.filter((c) => c.opened).map((c) => c.purse);
  const changed = changes.filter((c) => !c.opened);
  if (opened.length > 0)
    commands.push({
      statement: openPurses,
      values: [
        organizationId,
        recordedAtMs,
        plainArray(opened.map((p) => p.id)),
        plainArray(opened.map((p) => p.personId)),
        plainArray(opened.map((p) => p.kind)),
        plainArray(opened.map((p) => p.spendOrder)),
        plainArray(opened.map((p) => p.balanceFen)),
        plainArray(opened.map((p) => p.heldFen)),
        plainArray(opened.map((p) => p.floorFen)),
        nullableArray(opened.map((p) => p.expiresOn)),
        plainArray(opened.map((p) => p.batchId)),
        plainArray(opened.map((p) => p.ruleId)),
        plainArray(opened.map((p) => p.status)),
        plainArray(opened.map((p) => p.version)),
      ],
    });
  if (changed.length > 0) {
    const rows = changed.map(({ purse, oldVersion }) => [
      purse.id,
      purse.balanceFen,
      purse.heldFen,
      purse.floorFen,
      statuses.indexOf(purse.status),
      purse.version,
      oldVersion,
    ]);
    commands.push({
      statement: changePurses,
      values: [organizationId, recordedAtMs, intMatrix(rows), changed.length],
    });
  }
  return commands;
}

function counterRow(change: CounterChange): number[] {
  return [
    change.personId,
    dayNumber(change.occurredDate),
    change.mealPeriodId,
    change.countDelta,
    change.amountDeltaFen,
    change.lastAtMs,
    change.lastDeviceId,
    change.lastAmountFen,
  ];
}

function writeCounters(organizationId: number, changes: CounterChange[]): Command[] {
  const commands: Command[] = [];
  const up = changes.filter((c) => c.countDelta > 0).map(counterRow);
  const down = changes.filter((c) => c.countDelta <= 0).map(counterRow);
  if (up.length > 0) commands.push({ statement: countTrades, values: [organizationId, intMatrix(up)] });
  if (down.length > 0)
    commands.push({ statement: uncountTrades, values: [organizationId, intMatrix(down), down.length] });
  return commands;
}

function writeReversed(organizationId: number, changes: ReversedChange[]): Command[] {
  if (changes.length === 0) return [];
  const numbers = (pick: (row: ReversedChange) => number) => plainArray(changes.map(pick));
  const values = [
    organizationId,
    numbers((r) => r.postingId),
    numbers((r) => r.amountFen),
    numbers((r) => r.addFen),
    numbers((r) => r.countUsed),
    numbers((r) => r.addCount),
  ];
  return [{ statement: addReversed, values }];
}

function writeHolds(organizationId: number, recordedAtMs: number, changes: HoldChange[]): Command[] {
  const commands: Command[] = [];
  const opened = changes.filter((c) => c.op === 'OPEN');
  const settled = changes.filter((c) => c.op === 'SETTLE');
  if (opened.length > 0) {
    const lines = opened.flatMap(({ hold }) =>
      hold.lines.map((line, i) => ({ ...line, holdId: hold.id, lineNo: i + 1 })),
    );
    commands.push({
      statement: openHolds,
      values: [
        organizationId,
        plainArray(opened.map((c) => c.hold.id)),
        plainArray(opened.map((c) => c.hold.personId)),
        plainArray(opened.map((c) => c.hold.purpose)),
        plainArray(opened.map((c) => c.hold.amountFen)),
        textArray(opened.map((c) => c.requestKey)),
        textArray(opened.map((c) => c.sourceType)),
        plainArray(opened.map((c) => c.sourceId)),
        plainArray(opened.map((c) => c.occurredAtMs)),
        nullableArray(opened.map((c) => c.expiresAtMs)),
      ],
    });
    commands.push({
      statement: openHoldLines,
      values: [
        organizationId,
        plainArray(lines.map((l) => l.holdId)),
        plainArray(lines.map((l) => l.lineNo)),
        plainArray(lines.map((l) => l.walletId)),
        plainArray(lines.map((l) => l.amountFen)),
      ],
    });
  }
  if (settled.length > 0)
    commands.push({
      statement: settleHolds,
      values: [
        organizationId,
        recordedAtMs,
        plainArray(settled.map((c) => c.holdId)),
        plainArray(settled.map((c) => c.status)),
        plainArray(settled.map((c) => c.postedFen)),
        settled.length,
      ],
    });
  return commands;
}

/** All changes of state of a batch. */
export function writeState(organizationId: number, recordedAtMs: number, plans: readonly Plan[]): Command[] {
  const present = <T>(pick: (plan: Plan) => T | null) => plans.map(pick).filter((v) => v !== null);
  return [
    ...writePurses(
      organizationId,
      recordedAtMs,
      plans.flatMap((p) => p.purses),
    ),
    ...writeCounters(
      organizationId,
      present((p) => p.counter),
    ),
    ...writeReversed(
      organizationId,
      present((p) => p.reversed),
    ),
    ...writeHolds(
      organizationId,
      recordedAtMs,
      present((p) => p.hold),
    ),
  ];
}
