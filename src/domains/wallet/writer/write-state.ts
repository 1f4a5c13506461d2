/** Bulk statements for what changes: purses (guarded by version), reversal sums, holds. */

import { lotGranted } from '../plain/plain-grant.ts';
import { writeGrants } from '../plain/write-grants.ts';
import type { HoldChange, Plan, PurseChange, PurseRow, ReversedChange } from '../plan/state.ts';
import type { PurseStatus } from '../types.ts';
import { nullableArray, plainArray, textArray } from './arrays.ts';
import type { CopyDesk, CopyRows } from './copy-rows.ts';
import { cellOf, intArray, intMatrix } from './int-matrix.ts';
import { textOfSpent } from './spent-text.ts';
import type { Command, Copy, Statement } from './train.ts';

const newPurses = {
  name: 'w_copy_wallet',
  text: `copy wallet (organization_id, opened_at, last_posting_at, id, person_id, kind, spend_order, balance_fen, held_fen,
    floor_fen, expires_on, batch_id, rule_id, status, version) from stdin (format binary)`,
  width: 15,
};

const statuses: readonly PurseStatus[] = ['ACTIVE', 'FROZEN', 'CLOSED'];

const purseWidth = 6;
/** Of the row in a list of texts; '' where the purse's day stays as it is. */
const spentCell = (param: number) => `nullif(($${param}::text[])[width_bucket(w.id, $4::bigint[])], '')`;
const purseCell = (nth: number) => cellOf('w.id', 4, 5, purseWidth, nth);
const changePurses: Statement = {
  name: 'w_change_purses',
  text: `with changed as (
      update wallet w set balance_fen = ${purseCell(1)}, held_fen = ${purseCell(2)}, floor_fen = ${purseCell(3)},
        status = (array['ACTIVE', 'FROZEN', 'CLOSED'])[${purseCell(4)} + 1], version = ${purseCell(5)},
        spent_on = coalesce(${spentCell(7)}::date, w.spent_on), spent = coalesce(${spentCell(8)}, w.spent),
        last_posting_at = to_timestamp($2::float8 / 1000)
      where w.organization_id = $1 and w.person_id = any($3::bigint[]) and w.id = any($4::bigint[])
        and w.version = ${purseCell(6)}
      returning 1)
    select wallet_assert_rows('wallet', (select count(*) from changed), $6)`,
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
      occurred_at, expires_at, spend_on)
    select $1, 'ACTIVE', n.id, n.person, n.purpose, n.fen, n.key, n.source_type, n.source_id,
      to_timestamp(n.occurred_ms / 1000), to_timestamp(n.expires_ms / 1000), n.spend_on
    from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[], $9::float8[],
      $10::float8[], $11::date[]) as n (id, person, purpose, fen, key, source_type, source_id, occurred_ms, expires_ms,
      spend_on)`,
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

function addPurse(rows: CopyRows, organizationId: number, recordedAtMs: number, purse: PurseRow): void {
  rows.row(newPurses.width);
  rows.int8(organizationId);
  rows.time(recordedAtMs);
  rows.time(recordedAtMs);
  rows.int8(purse.id);
  rows.int8(purse.personId);
  rows.text(purse.kind);
  rows.int2(purse.spendOrder);
  rows.int8(purse.balanceFen);
  rows.int8(purse.heldFen);
  rows.int8(purse.floorFen);
  if (purse.expiresOn === null) rows.null();
  else rows.date(purse.expiresOn);
  rows.int8(purse.batchId);
  rows.int8(purse.ruleId);
  rows.text(purse.status);
  rows.int8(purse.version);
}

function writePurses(
  organizationId: number,
  recordedAtMs: number,
  changes: PurseChange[],
  opened: CopyRows,
): (Command | Copy)[] {
  const commands: (Command | Copy)[] = [];
  opened.reset();
  for (const change of changes) if (change.opened) addPurse(opened, organizationId, recordedAtMs, change.purse);
  if (opened.count > 0) commands.push({ copy: newPurses, message: opened.take(), rows: opened.count });
  const changed = changes.filter((c) => !c.opened);
  if (changed.length > 0) {
    changed.sort((a, b) => a.purse.id - b.purse.id);
    const rows = changed.map(({ purse, oldVersion }) => [
      purse.balanceFen,
      purse.heldFen,
      purse.floorFen,
      statuses.indexOf(purse.status),
      purse.version,
      oldVersion,
    ]);
    const persons = [...new Set(changed.map((c) => c.purse.personId))].sort((a, b) => a - b);
    commands.push({
      statement: changePurses,
      values: [
        organizationId,
        recordedAtMs,
        intArray(persons),
        intArray(changed.map((c) => c.purse.id)),
        intMatrix(rows),
        changed.length,
        textArray(changed.map(({ purse }) => purse.spent?.date ?? '')),
        textArray(changed.map(({ purse }) => (purse.spent ? textOfSpent(purse.spent) : ''))),
      ],
    });
  }
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
        nullableArray(opened.map((c) => c.hold.spendOn)),
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
export function writeState(
  organizationId: number,
  recordedAtMs: number,
  plans: readonly Plan[],
  desk: CopyDesk,
): (Command | Copy)[] {
  const present = <T>(pick: (plan: Plan) => T | null) => plans.map(pick).filter((v) => v !== null);
  return [
    ...writePurses(
      organizationId,
      recordedAtMs,
      plans.flatMap((p) => (lotGranted(p) ? [] : p.purses)),
      desk.purses,
    ),
    ...writeGrants(organizationId, recordedAtMs, plans),
    ...writeReversed(
      organizationId,
      present((p) => p.reversed),
    ),
    ...writeHolds(
      organizationId,
      recordedAtMs,
      plans.flatMap((p) => p.holds),
    ),
  ];
}
