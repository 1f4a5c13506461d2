/** A batch as its commands and jobs read it. */
import type { Pool, PoolClient } from 'pg';
import { batchTables } from '../../../kit/server/batch/tables.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import type { Rule } from '../rules/rule.ts';
import type { SubsidyBatchRow } from '../tables.ts';

export const subsidyBatch = batchTables('subsidy_batch', 'subsidy_item');

/** How the people of a batch are chosen. */
export interface BatchChoice {
  typeIds: number[];
  departmentIds: number[];
  /** For everybody alike; null where the rule or the spreadsheet says it. */
  amountFen: number | null;
  fileKey: string | null;
  filename: string | null;
  /** A return takes from the lots of this batch. */
  sourceBatchId: number | null;
  /** A return takes from everybody who is leaving. */
  leavers: boolean;
  /** Whoever was in this batch should be in the spreadsheet too. */
  compareBatchId: number | null;
}

export type Batch = Omit<SubsidyBatchRow, 'choice'> & { choice: BatchChoice };

type Reader = Pick<Pool | PoolClient, 'query'>;

/** The batch of an organization, undefined when there is none. */
export async function readBatch(sql: Reader, organizationId: number, id: number): Promise<Batch | undefined> {
  const { rows } = await sql.query<Batch>('select * from subsidy_batch where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rows[0];
}

interface RuleRecord {
  id: number;
  name: string;
  type_ids: number[];
  amounts_fen: number[];
  cycle: Rule['cycle'];
  day_of_cycle: number;
  basis: Rule['basis'];
  max_units: number | null;
  clear_at: Rule['clearAt'];
  valid_days: number | null;
  carry_over: Rule['carryOver'];
  carry_max_fen: number;
  debit_order: number;
}

/** A stored rule as the pure parts see it. */
export function ruleOf(row: RuleRecord): Rule {
  return {
    id: row.id,
    name: row.name,
    amounts: new Map(row.type_ids.map((typeId, i) => [typeId, row.amounts_fen[i] ?? 0])),
    cycle: row.cycle,
    dayOfCycle: row.day_of_cycle,
    basis: row.basis,
    maxUnits: row.max_units,
    clearAt: row.clear_at,
    validDays: row.valid_days,
    carryOver: row.carry_over,
    carryMaxFen: row.carry_max_fen,
    debitOrder: row.debit_order,
  };
}

/** Rules by id; what is planned until `atMs` counts as made. */
export async function readRules(
  sql: Reader,
  organizationId: number,
  ids: readonly number[],
  atMs: number,
): Promise<Map<number, Rule & { status: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<RuleRecord & { status: string }>(
    `select * from ${asOf('subsidy_rule')} r where id = any($4::bigint[])`,
    [organizationId, ...asOfValues(atMs), ids],
  );
  return new Map(rows.map((row) => [row.id, { ...ruleOf(row), status: row.status }]));
}
