/** Who is meant by a batch: people by type and department, rows of a spreadsheet, or lots that are to be taken back. */
import type { Pool } from 'pg';
import { personInRange } from '../../people/public.server.ts';
import { amountUnder } from '../rules/amount.ts';
import type { Rule } from '../rules/rule.ts';
import type { GrantPurse, GrantUnit } from '../units.ts';
import type { BatchPerson, Candidate } from './judge.ts';
import type { GivenRow } from './sheet.ts';

const personColumns = (
  purse: string,
) => `p.id, p.job_number as "jobNumber", p.name, p.department_id as "departmentId", p.type_id as "typeId",
  p.status, p.valid_end as "validEnd", ${purse} = any(t.accounts) as subsidized`;
const personTables = `person p join person_type t on t.organization_id = p.organization_id and t.id = p.type_id`;

export interface Range {
  /** Empty: all types. */
  typeIds: readonly number[];
  /** With everything below them; empty: all departments. */
  departmentIds: readonly number[];
}

/** People of the range who have not left for good, by department and number. */
export async function peopleWithin(
  pool: Pool,
  organizationId: number,
  range: Range,
  purse: GrantPurse,
): Promise<BatchPerson[]> {
  const { rows } = await pool.query<BatchPerson>(
    `select ${personColumns('$4')} from ${personTables}
      where p.organization_id = $1 and p.status <> 'CLOSED'
        and ${personInRange('$1', '$2', '$3')}
      order by p.department_id nulls last, p.job_number nulls last, p.id`,
    [organizationId, range.typeIds, range.departmentIds, purse],
  );
  return rows;
}

/** People by their job number, else by their person number; somebody who left only where nobody else carries it now. */
export async function peopleByNumber(
  pool: Pool,
  organizationId: number,
  numbers: readonly string[],
  purse: GrantPurse,
): Promise<Map<string, BatchPerson>> {
  const { rows } = await pool.query<BatchPerson & { number: string }>(
    `select ${personColumns('$3')}, n.number
       from unnest($2::text[]) as n(number)
       join lateral (
         select id from (
           select c.id, 0 as rank, c.status from person c where c.organization_id = $1 and c.job_number = n.number
           union all
           select c.id, 1, c.status from person c where c.organization_id = $1 and c.person_no = n.number) f
         order by status = 'CLOSED', rank, id desc limit 1) found on true
       join person p on p.organization_id = $1 and p.id = found.id
       join person_type t on t.organization_id = p.organization_id and t.id = p.type_id`,
    [organizationId, numbers, purse],
  );
  return new Map(rows.map(({ number, ...person }) => [number, person]));
}

const shown = (person: BatchPerson) => ({ jobNumber: person.jobNumber ?? '', name: person.name, person });

/** A line each for people of a range, by the rule or with the same amount for all. */
export function candidatesOf(
  people: readonly BatchPerson[],
  rule: Rule | undefined,
  amountFen: number | null,
): Candidate[] {
  return people.map((person, i) => {
    const line = { lineNo: i + 1, ...shown(person), units: null };
    if (amountFen !== null) return { ...line, amountFen };
    const amount = rule ? amountUnder(rule, person.typeId, null) : { wrong: '没有金额' };
    return 'wrong' in amount ? { ...line, amountFen: 0, wrong: amount.wrong } : { ...line, ...amount };
  });
}

/** A line for each row of a spreadsheet. Its own amount counts; where it has none, the rule's or the batch's. */
export function candidatesOfSheet(
  rows: readonly GivenRow[],
  people: ReadonlyMap<string, BatchPerson>,
  rule: Rule | undefined,
  amountFen: number | null,
): Candidate[] {
  return rows.map((row) => {
    const person = people.get(row.jobNumber);
    const line: Candidate = {
      lineNo: row.lineNo,
      jobNumber: row.jobNumber,
      name: row.name,
      person,
      amountFen: row.amountFen ?? amountFen ?? 0,
      units: row.units,
      ...(row.wrong ? { wrong: row.wrong } : {}),
    };
    if (row.amountFen !== null || !rule || !person || row.wrong) return line;
    const amount = amountUnder(rule, person.typeId, row.units);
    return 'wrong' in amount ? { ...line, wrong: amount.wrong } : { ...line, ...amount };
  });
}

/** A purse with subsidy left in it. */
export interface OpenLot {
  walletId: number;
  availableFen: number;
  person: BatchPerson;
}

export interface LotFilter {
  purse: GrantPurse;
  batchId: number | null;
  leavers: boolean;
  /** Null: not narrowed. */
  personIds: readonly number[] | null;
  range: Range;
}

/** Lots with something left that is not held, in the order they would pay. */
export async function openLots(pool: Pool, organizationId: number, filter: LotFilter): Promise<OpenLot[]> {
  const { rows } = await pool.query<BatchPerson & { walletId: number; availableFen: number }>(
    `select ${personColumns('$7')}, w.id as "walletId", w.balance_fen - w.held_fen as "availableFen"
       from wallet w
       join person p on p.organization_id = w.organization_id and p.id = w.person_id
       join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
      where w.organization_id = $1 and w.kind = $7 and w.status <> 'CLOSED' and w.balance_fen - w.held_fen > 0
        and ($2::bigint is null or w.batch_id = $2)
        and (not $3 or p.status in ('CLOSING', 'CLOSED'))
        and ($4::bigint[] is null or w.person_id = any($4::bigint[]))
        and ${personInRange('$1', '$5', '$6')}
      order by p.department_id nulls last, p.id, w.spend_order, w.expires_on nulls last, w.balance_fen, w.id`,
    [
      organizationId,
      filter.batchId,
      filter.leavers,
      filter.personIds,
      filter.range.typeIds,
      filter.range.departmentIds,
      filter.purse,
    ],
  );
  return rows.map(({ walletId, availableFen, ...person }) => ({ walletId, availableFen, person }));
}

/** A line for each lot, taken back whole. */
export function candidatesOfLots(lots: readonly OpenLot[]): Candidate[] {
  return lots.map(({ walletId, availableFen, person }, i) => ({
    lineNo: i + 1,
    ...shown(person),
    units: null,
    amountFen: availableFen,
    walletId,
  }));
}

/** Lines for a spreadsheet of returns: each amount is spread over the person's lots; an empty amount takes all. */
export function candidatesOfReturnSheet(
  rows: readonly GivenRow[],
  people: ReadonlyMap<string, BatchPerson>,
  lots: readonly OpenLot[],
  unit: GrantUnit,
): Candidate[] {
  const byPerson = new Map<number, OpenLot[]>();
  for (const lot of lots) byPerson.set(lot.person.id, [...(byPerson.get(lot.person.id) ?? []), lot]);
  return rows.flatMap((row): Candidate[] => {
    const person = people.get(row.jobNumber);
    const line = { lineNo: row.lineNo, jobNumber: row.jobNumber, name: row.name, person, units: null };
    const own = person ? (byPerson.get(person.id) ?? []) : [];
    const available = own.reduce((sum, lot) => sum + lot.availableFen, 0);
    const wanted = row.amountFen ?? available;
    if (!person) return [{ ...line, amountFen: wanted, ...(row.wrong ? { wrong: row.wrong } : {}) }];
    const wrong =
      row.wrong ??
      (available === 0
        ? '没有可退的补贴'
        : wanted > available
          ? `${unit.noun}余额 ${unit.said(available)}，不足退回 ${unit.said(wanted)}`
          : undefined);
    if (wrong || wanted <= 0) return [{ ...line, amountFen: wanted, ...(wrong ? { wrong } : {}) }];
    const lines: Candidate[] = [];
    let left = wanted;
    for (const lot of own) {
      const fen = Math.min(left, lot.availableFen);
      if (fen > 0) lines.push({ ...line, amountFen: fen, walletId: lot.walletId });
      left -= fen;
    }
    return lines;
  });
}
