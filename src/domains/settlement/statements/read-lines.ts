/** The lines a statement should have, by difference to what other statements of the contract say of the same days. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { feesToState } from '../fees/manage-fees.ts';
import type { SettleDayRow } from '../tables.ts';
import {
  carriedOut,
  combined,
  type Figures,
  figuresOf,
  isNothing,
  none,
  parts,
  payable,
  type StatementLine,
} from './figures.ts';
import type { Period } from './periods.ts';

export interface Contract {
  organizationId: number;
  /** 0 for what the organization runs itself. */
  contractId: number;
}

type Stated = Record<`${(typeof parts)[number]}_fen`, number> & { date: string; first: number; open: boolean };

const sums = parts.map((part) => `sum(l.${part}_fen)::bigint as ${part}_fen`).join(', ');
const figuresIn = (row: Readonly<Record<string, unknown>>): Figures =>
  Object.fromEntries(parts.map((part) => [part, Number(row[`${part}_fen`])])) as unknown as Figures;

/** What other statements have of each day, which had it first, and whether one of them may still change. */
async function statedElsewhere(tx: Sql, { organizationId, contractId }: Contract, statementId: number) {
  const { rows } = await tx.query<Stated>(
    `select l.business_date::text as date, ${sums}, min(l.statement_id) as first,
       bool_or(s.status in ('GENERATED', 'DISPUTED')) as open
     from unit_statement_line l join unit_statement s on s.organization_id = l.organization_id and s.id = l.statement_id
     where l.organization_id = $1 and l.contract_id = $2 and l.kind in ('DAY', 'ADJUST') and l.statement_id <> $3
     group by l.business_date`,
    [organizationId, contractId, statementId],
  );
  return new Map(rows.map((row) => [row.date, row]));
}

/** What agreed statements carried out and no other has taken in. */
async function carriedIn(tx: Sql, { organizationId, contractId }: Contract, statementId: number) {
  const { rows } = await tx.query<Record<string, unknown> & { last: number | null }>(
    `select ${sums}, max(l.statement_id) filter (where l.kind = 'CARRY_OUT') as last
     from unit_statement_line l join unit_statement s on s.organization_id = l.organization_id and s.id = l.statement_id
     where l.organization_id = $1 and l.contract_id = $2 and l.statement_id <> $3
       and (l.kind = 'CARRY_IN' or (l.kind = 'CARRY_OUT' and s.status in ('CONFIRMED', 'SETTLED')))`,
    [organizationId, contractId, statementId],
  );
  const [row] = rows;
  if (!row || row.last === null) return null;
  const figures = combined(none, figuresIn(row), -1);
  return payable.some((part) => figures[part] !== 0) ? { figures, last: row.last } : null;
}

/**
 * Lines of a statement (`statementId` 0 for one not written yet): its days in [from, to], then what came late for days of agreed
 * statements, then the fees of months, then what was and is carried. Empty when there is nothing but what is carried.
 */
export async function readLines(
  tx: Sql,
  contract: Contract,
  { from, to }: Period,
  statementId: number,
): Promise<StatementLine[]> {
  const { rows: days } = await tx.query<SettleDayRow>(
    `select * from settle_day where organization_id = $1 and contract_id = $2 and business_date <= $3::date order by business_date`,
    [contract.organizationId, contract.contractId, to],
  );
  const stated = await statedElsewhere(tx, contract, statementId);
  const lines: StatementLine[] = [];
  for (const day of days) {
    const before = stated.get(day.business_date);
    const date = day.business_date;
    if (!before && date >= from) lines.push({ kind: 'DAY', date, refersTo: null, figures: figuresOf(day) });
    // A day of an open statement is put right there.
    else if (!before?.open) {
      const figures = combined(figuresOf(day), before ? figuresIn(before) : none, -1);
      if (!isNothing(figures)) lines.push({ kind: 'ADJUST', date, refersTo: before?.first ?? null, figures });
    }
  }
  lines.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'DAY' ? -1 : 1));
  for (const { date, fen } of await feesToState(tx, contract, to, statementId)) {
    const figures = { ...none, share: fen, contractor: -fen, share_wallet: fen, wallet: -fen };
    lines.push({ kind: 'MANAGE_FEE', date, refersTo: null, figures });
  }
  if (lines.length === 0) return lines;
  const carry = await carriedIn(tx, contract, statementId);
  if (carry) lines.push({ kind: 'CARRY_IN', date: to, refersTo: carry.last, figures: carry.figures });
  const out = carriedOut(lines.reduce((all, { figures }) => combined(all, figures), none as Figures));
  if (out) lines.push({ kind: 'CARRY_OUT', date: to, refersTo: null, figures: out });
  return lines;
}

/** The lines as they are written. */
export async function writtenLines(tx: Sql, organizationId: number, statementId: number): Promise<StatementLine[]> {
  const { rows } = await tx.query<Record<string, unknown>>(
    `select kind, business_date::text as date, refers_to as "refersTo", ${parts.map((part) => `${part}_fen`).join(', ')}
     from unit_statement_line where organization_id = $1 and statement_id = $2 order by id`,
    [organizationId, statementId],
  );
  return rows.map((row) => ({
    kind: row.kind as StatementLine['kind'],
    date: row.date as string,
    refersTo: row.refersTo as number | null,
    figures: figuresIn(row),
  }));
}
