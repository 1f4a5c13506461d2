/** Writes a statement and its lines, and writes an open one anew where its days have changed. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { UnitStatementRow } from '../tables.ts';
import { confirmDays } from './deadlines.ts';
import {
  fingerprintOf,
  type LineChange,
  lineChanges,
  parts,
  type StatementLine,
  type Totals,
  totalsOf,
} from './figures.ts';
import { movedText } from './moved-text.ts';
import type { Cycle, Period } from './periods.ts';
import { type Contract, readLines, writtenLines } from './read-lines.ts';

export type Tools = Pick<Services, 'clock' | 'ids'>;

/** Carried amounts are in what is paid and owed, not in what the days came to. */
const headFigures = ({ figures, adjustFen, carryFen, payFen }: Totals): readonly (readonly [string, number])[] => [
  ...parts.map((part) => [`${part}_fen`, figures[part]] as const),
  ['adjust_fen', adjustFen],
  ['carry_fen', carryFen],
  ['pay_fen', payFen],
];

async function writeLines(
  { ids }: Tools,
  tx: Sql,
  head: { organizationId: number; id: number; contractId: number; contractorId: number },
  lines: readonly StatementLine[],
): Promise<void> {
  const columns = parts.map((part) => `${part}_fen`).join(', ');
  const arrays = parts.map((_, i) => `$${i + 9}::bigint[]`).join(', ');
  await tx.query(
    `insert into unit_statement_line (organization_id, statement_id, contract_id, contractor_id, id, business_date, kind, refers_to, ${columns})
     select $1, $2, $3, $4, l.* from unnest($5::bigint[], $6::date[], $7::text[], $8::bigint[], ${arrays}) as l`,
    [
      head.organizationId,
      head.id,
      head.contractId,
      head.contractorId,
      await ids.take(lines.length),
      lines.map(({ date }) => date),
      lines.map(({ kind }) => kind),
      lines.map(({ refersTo }) => refersTo),
      ...parts.map((part) => lines.map(({ figures }) => figures[part])),
    ],
  );
}

export interface NewStatement {
  contract: Contract & { contractorId: number };
  cycle: Cycle;
  period: Period;
  /** Why it is drawn up though records of its days are open. */
  note: string;
}

/** Writes the statement of a period; answers its id, undefined where the period has nothing. */
export async function writeStatement(
  tools: Tools,
  tx: Sql,
  { contract, cycle, period, note }: NewStatement,
): Promise<number | undefined> {
  const lines = await readLines(tx, contract, period, 0);
  if (lines.length === 0) return undefined;
  const id = await tools.ids.next();
  const now = tools.clock.now();
  const figures = headFigures(totalsOf(contract.contractId, lines));
  await tx.query(
    `insert into unit_statement (organization_id, id, statement_no, contract_id, contractor_id, cycle, from_date, to_date, note, status,
       generated_at, confirm_by, ${figures.map(([column]) => column).join(', ')})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'GENERATED', $10, $11, ${figures.map((_, i) => `$${i + 12}`).join(', ')})`,
    [
      contract.organizationId,
      id,
      `JS${period.to.replaceAll('-', '')}-${id}`,
      contract.contractId,
      contract.contractorId,
      cycle,
      period.from,
      period.to,
      note,
      isoAt(now),
      isoAt(now + confirmDays[cycle] * 86_400_000),
      ...figures.map(([, fen]) => fen),
    ],
  );
  await writeLines(tools, tx, { ...contract, id }, lines);
  return id;
}

/** What the statement would come to now, and whether that is another thing than what is written. */
export async function freshLines(
  tx: Sql,
  s: UnitStatementRow,
): Promise<{ lines: StatementLine[]; totals: Totals; moved: boolean; changes: LineChange[] }> {
  const contract = { organizationId: s.organization_id, contractId: s.contract_id };
  const lines = await readLines(tx, contract, { from: s.from_date, to: s.to_date }, s.id);
  const written = await writtenLines(tx, s.organization_id, s.id);
  const moved = fingerprintOf(lines) !== fingerprintOf(written);
  return { lines, totals: totalsOf(s.contract_id, lines), moved, changes: lineChanges(s.contract_id, written, lines) };
}

/** The head as the sum of these lines. Whoever had confirmed other figures confirms again, from a new deadline on. */
async function rewriteHead(
  tools: Tools,
  tx: Sql,
  s: UnitStatementRow,
  totals: Totals,
  movedNote: string,
): Promise<void> {
  const figures = headFigures(totals);
  const now = tools.clock.now();
  await tx.query(
    `update /* wall: by the whole key */ unit_statement set ${figures.map(([column], i) => `${column} = $${i + 6}`).join(', ')}, version = version + 1, moved_note = $5,
       organization_confirmed_by = null, organization_confirmed_name = '', organization_confirmed_at = null,
       contractor_confirmed_by = null, contractor_confirmed_name = '', contractor_confirmed_at = null,
       generated_at = $3, confirm_by = $4
     where organization_id = $1 and id = $2`,
    [
      s.organization_id,
      s.id,
      isoAt(now),
      isoAt(now + confirmDays[s.cycle as Cycle] * 86_400_000),
      movedNote,
      ...figures.map(([, fen]) => fen),
    ],
  );
}

/**
 * Writes the open statement anew; answers what it comes to and what changed of each day, undefined where it stands. Both sides read
 * the change in the statement: it takes back what they had agreed to.
 */
export async function rewriteStatement(
  tools: Tools,
  tx: Sql,
  s: UnitStatementRow,
  why: 'MOVED' | 'CORRECTED' | 'SPLIT' = 'MOVED',
): Promise<{ payFen: number; movedNote: string } | undefined> {
  const { lines, totals, moved, changes } = await freshLines(tx, s);
  if (!moved && why === 'MOVED') return undefined;
  // Days that went into a statement of their own have not changed.
  const movedNote = moved && why !== 'SPLIT' ? movedText(s.pay_fen, totals.payFen, changes) : s.moved_note;
  await tx.query('delete from unit_statement_line where organization_id = $1 and statement_id = $2', [
    s.organization_id,
    s.id,
  ]);
  const { organization_id: organizationId, id, contract_id: contractId, contractor_id: contractorId } = s;
  if (lines.length > 0) await writeLines(tools, tx, { organizationId, id, contractId, contractorId }, lines);
  await rewriteHead(tools, tx, s, totals, movedNote);
  return { payFen: totals.payFen, movedNote };
}

/**
 * Takes the days outside [from, to] of an open statement into one of their own, so that they are not held up; answers its id.
 * What came late for other days and what was carried goes with them.
 */
export async function splitOff(
  tools: Tools,
  tx: Sql,
  s: UnitStatementRow,
  disputed: Period,
): Promise<number | undefined> {
  const lines = await writtenLines(tx, s.organization_id, s.id);
  const stays = (line: StatementLine) => line.kind === 'DAY' && line.date >= disputed.from && line.date <= disputed.to;
  const free = lines.filter((line) => !stays(line) && line.kind !== 'CARRY_OUT');
  if (!free.some(({ kind }) => kind === 'DAY') || !lines.some(stays)) return undefined;
  const id = await tools.ids.next();
  const now = tools.clock.now();
  await tx.query(
    `insert into unit_statement (organization_id, id, statement_no, contract_id, contractor_id, cycle, from_date, to_date, note, status,
       generated_at, confirm_by)
     select organization_id, $3, $4, contract_id, contractor_id, cycle, from_date, to_date, $5, 'GENERATED', $6, $7
     from unit_statement where organization_id = $1 and id = $2`,
    [
      s.organization_id,
      s.id,
      id,
      `JS${s.to_date.replaceAll('-', '')}-${id}`,
      `${s.statement_no} 中没有争议的日子`,
      isoAt(now),
      isoAt(now + confirmDays[s.cycle as Cycle] * 86_400_000),
    ],
  );
  await tx.query('delete from unit_statement_line where organization_id = $1 and statement_id = $2', [
    s.organization_id,
    s.id,
  ]);
  const head = { organizationId: s.organization_id, contractId: s.contract_id, contractorId: s.contractor_id };
  await writeLines(tools, tx, { ...head, id: s.id }, lines.filter(stays));
  await writeLines(tools, tx, { ...head, id }, free);
  // With both written, each is what reading makes of it, what it carries out included.
  await rewriteStatement(tools, tx, s, 'SPLIT');
  await rewriteStatement(tools, tx, { ...s, id, moved_note: '' }, 'SPLIT');
  return id;
}

/** The day after the last one any statement of the contract covers. */
export async function nextDay(tx: Sql, { organizationId, contractId }: Contract): Promise<string | undefined> {
  const { rows } = await tx.query<{ last: string | null }>(
    `select max(to_date)::text as last from unit_statement where organization_id = $1 and contract_id = $2`,
    [organizationId, contractId],
  );
  return rows[0]?.last ? addDays(rows[0].last, 1) : undefined;
}
