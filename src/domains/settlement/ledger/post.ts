/**
 * The one door of money between units. It runs in the caller's transaction, so that a document and its money are there together
 * or not at all: claims the request key, locks the purses in one order for everybody, writes balances, postings and entries.
 */
import { createHash } from 'node:crypto';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { settlementRefusals } from '../refusals.ts';
import { isPurse, type Line, merged, mustBalance, sideKey, type UnitPurse } from './lines.ts';
import { labelOf, mayOwe, purses, type UnitPostingKind, unitTypes } from './purses.ts';

export type Parts = Pick<Services, 'clock' | 'ids'>;

export interface UnitPosting {
  /** The same key posts once, whatever is pressed twice. */
  requestKey: string;
  kind: UnitPostingKind;
  /** Sum to 0; lines of one account are merged. */
  lines: readonly Line[];
  organizationId?: number;
  contractorId?: number;
  contractId?: number;
  bucket?: { date: string; channel: string; merchantNo: string };
  document?: { type: string; id: number };
  reversesId?: number;
  operatorId?: number;
  reason?: string;
  /** When it happened, epoch ms; now unless said. */
  occurredAtMs?: number;
}

interface Balance {
  balance_fen: number;
  version: number;
  status: 'ACTIVE' | 'FROZEN';
}

const fingerprintOf = (kind: string, lines: readonly Line[]) =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...lines.map((line) => [sideKey(line), line.amountFen])]))
    .digest('hex');

/** Opens purses that are not there yet, then locks all of them; both in the order of the lines. */
async function lock(tx: Sql, sides: readonly UnitPurse[]): Promise<Balance[]> {
  const columns = [sides.map((s) => s.unitType), sides.map((s) => s.unitId), sides.map((s) => s.purse)];
  await tx.query(
    `insert into unit_wallet (unit_type, unit_id, purse)
     select * from unnest($1::text[], $2::bigint[], $3::text[]) on conflict do nothing`,
    columns,
  );
  const found: Balance[] = [];
  for (const side of sides) {
    const { rows } = await tx.query<Balance>(
      `select balance_fen, version, status from unit_wallet where unit_type = $1 and unit_id = $2 and purse = $3 for update`,
      [side.unitType, side.unitId, side.purse],
    );
    found.push(rows[0]!);
  }
  return found;
}

/** Why a purse cannot give what a line takes; undefined when it can. */
function short(line: Line & UnitPurse, { balance_fen, status }: Balance): Refusal | undefined {
  const unit = labelOf(unitTypes, line.unitType);
  if (line.amountFen < 0 && status === 'FROZEN' && line.purse === 'AVAILABLE')
    return refuse(settlementRefusals.UNIT_WALLET_FROZEN, { unit });
  if (mayOwe(line.purse) || line.amountFen > 0 || balance_fen + line.amountFen >= 0) return undefined;
  return refuse(settlementRefusals.UNIT_BALANCE_LOW, {
    unit,
    purse: labelOf(purses, line.purse),
    balance: formatFenGrouped(balance_fen),
    amount: formatFenGrouped(-line.amountFen),
  });
}

/**
 * The posting's id; asked again with the same key the one written before. Answers a refusal where a purse holds too little, is
 * frozen, or the key was another posting's: the caller rolls back. 0 when there is nothing to post.
 */
export async function post(parts: Parts, tx: Sql, asked: UnitPosting): Promise<number | Refusal> {
  const lines = merged(asked.lines);
  mustBalance(lines);
  if (lines.length === 0) return 0;
  const id = await parts.ids.next();
  const now = parts.clock.now();
  const at = isoAt(now);
  const day = businessDay(now);
  const fingerprint = fingerprintOf(asked.kind, lines);
  const { rowCount } = await tx.query(
    `insert into unit_posting (id, request_key, fingerprint, kind, organization_id, contractor_id, contract_id, bucket_date, channel,
       merchant_no, document_type, document_id, reverses_id, operator_id, reason, occurred_at, business_date, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) on conflict (request_key) do nothing`,
    [
      id,
      asked.requestKey,
      fingerprint,
      asked.kind,
      asked.organizationId ?? 0,
      asked.contractorId ?? 0,
      asked.contractId ?? 0,
      asked.bucket?.date ?? null,
      asked.bucket?.channel ?? '',
      asked.bucket?.merchantNo ?? '',
      asked.document?.type ?? '',
      asked.document?.id ?? 0,
      asked.reversesId ?? null,
      asked.operatorId ?? 0,
      asked.reason ?? '',
      isoAt(asked.occurredAtMs ?? now),
      day,
      at,
    ],
  );
  if (rowCount === 0) {
    const { rows } = await tx.query<{ id: number; fingerprint: string }>(
      'select /* wall: the posting of this key */ id, fingerprint from unit_posting where request_key = $1',
      [asked.requestKey],
    );
    return rows[0]!.fingerprint === fingerprint ? rows[0]!.id : refuse(settlementRefusals.UNIT_KEY_REUSED);
  }
  const own = lines.filter((line): line is Line & UnitPurse => isPurse(line));
  const balances = await lock(tx, own);
  const after = new Map<Line, { balance: number; version: number }>();
  for (const [i, line] of own.entries()) {
    const before = balances[i]!;
    const no = short(line, before);
    if (no) return no;
    after.set(line, { balance: before.balance_fen + line.amountFen, version: before.version + 1 });
  }
  await tx.query(
    `update unit_wallet w set balance_fen = w.balance_fen + l.fen, in_fen = w.in_fen + greatest(l.fen, 0),
       out_fen = w.out_fen + greatest(-l.fen, 0), version = w.version + 1
     from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as l (unit_type, unit_id, purse, fen)
     where w.unit_type = l.unit_type and w.unit_id = l.unit_id and w.purse = l.purse`,
    [own.map((l) => l.unitType), own.map((l) => l.unitId), own.map((l) => l.purse), own.map((l) => l.amountFen)],
  );
  const entryIds: number[] = [];
  for (const _ of lines) entryIds.push(await parts.ids.next());
  await tx.query(
    `insert into unit_entry (id, posting_id, line_no, account, unit_type, unit_id, purse, amount_fen, balance_after_fen, wallet_version,
       kind, business_date, recorded_at)
     select entry_id, $1, line_no, account, unit_type, unit_id, purse, fen, balance, version, $2, $3, $4
     from unnest($5::int[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
       as l (line_no, account, unit_type, unit_id, purse, fen, balance, version, entry_id)`,
    [
      id,
      asked.kind,
      day,
      at,
      lines.map((_, i) => i + 1),
      lines.map((line) => (isPurse(line) ? 'unit' : line.account)),
      lines.map((line) => (isPurse(line) ? line.unitType : null)),
      lines.map((line) => (isPurse(line) ? line.unitId : null)),
      lines.map((line) => (isPurse(line) ? line.purse : null)),
      lines.map((line) => line.amountFen),
      lines.map((line) => after.get(line)?.balance ?? null),
      lines.map((line) => after.get(line)?.version ?? null),
      entryIds,
    ],
  );
  return id;
}
