/** The owner's decisions about an import: check it with these columns, commit its good rows, or drop it. */
import type { Pool } from 'pg';
import type { Sql } from '../../db/sql-of.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Jobs } from '../jobs.ts';
import { missingSources } from './propose-mapping.ts';
import { importRefusals, importStateText } from './refusals.ts';
import { readOwnImport } from './task-row.ts';
import type { ImportColumn, ImportStatus, ImportTask, Mapping } from './types.ts';

export const checkJob = 'import-check';
export const commitJob = 'import-commit';

export interface ImportOwner {
  accountId: number;
  pagePath: string;
}

export interface RequestDeps {
  pool: Pool;
  jobs: Jobs;
}

interface Step {
  task: ImportTask;
  from: readonly ImportStatus[];
  to: ImportStatus;
  /** In the words of the refusal. */
  action: string;
  mapping?: Mapping;
}

/** Text one corrected row may hold. */
const maxRowCharacters = 20_000;

/** Moves a task on when it is in one of the states; answers what stands against it. */
async function move(sql: Sql, { task, from, to, action, mapping }: Step): Promise<Refusal | undefined> {
  const { rowCount } = await sql.query(
    `update import_task set status = $2, mapping = $3, error = null, finished_at = null, check_begun = false,
            good = case when $2 = 'CHECKING' then 0 else good end, bad = case when $2 = 'CHECKING' then 0 else bad end
      where id = $1 and status = any($4)`,
    [task.id, to, JSON.stringify(mapping ?? task.mapping), from],
  );
  if (rowCount === 1) return undefined;
  const now = await sql.query<{ status: string }>('select status from import_task where id = $1', [task.id]);
  const state = importStateText[now.rows[0]?.status ?? ''] ?? '不存在';
  return refuse(importRefusals.IMPORT_WRONG_STATE, { state, action });
}

/** What is wrong with a mapping for these columns and headers. */
function mappingFault(task: ImportTask, columns: readonly ImportColumn[], mapping: Mapping): Refusal | undefined {
  for (const { key, label } of columns) {
    const source = mapping[key] ?? null;
    if (typeof source === 'number' && !(Number.isInteger(source) && source >= 0 && source < task.headers.length))
      return refuse(importRefusals.IMPORT_BAD_MAPPING, { title: label });
  }
  const missing = missingSources(mapping, columns);
  if (missing.length === 0) return undefined;
  return refuse(importRefusals.IMPORT_UNMAPPED, { titles: missing.map((column) => column.label).join('、') });
}

/** Moves a task on and queues its job, both or neither. */
async function moveAndQueue(deps: RequestDeps, step: Step, job: string): Promise<{ id: number } | Refusal> {
  return inTransaction(deps.pool, async (client) => {
    const against = await move(client, step);
    if (against) return against;
    await deps.jobs.enqueue(job, { taskId: step.task.id }, { within: client });
    return { id: step.task.id };
  });
}

/** Checks all rows with this mapping, in the background; may be asked again with another one. */
export async function requestCheck(
  deps: RequestDeps,
  owner: ImportOwner,
  id: number,
  columns: readonly ImportColumn[],
  mapping: Mapping,
): Promise<{ id: number } | Refusal> {
  const task = await readOwnImport(deps.pool, owner, id);
  if (!task) return refuse('NOT_FOUND');
  const known = Object.fromEntries(columns.map(({ key }) => [key, mapping[key] ?? null]));
  const against = mappingFault(task, columns, known);
  if (against) return against;
  const from: ImportStatus[] = ['MAPPING', 'CHECKED', 'FAILED'];
  return moveAndQueue(deps, { task, from, to: 'CHECKING', action: '重新检查', mapping: known }, checkJob);
}

/** Puts corrected cells in place of rows that were not written yet, and checks again. */
export async function requestFix(
  deps: RequestDeps,
  owner: ImportOwner,
  id: number,
  rows: readonly { rowNo: number; raw: readonly string[] }[],
): Promise<{ id: number } | Refusal> {
  const task = await readOwnImport(deps.pool, owner, id);
  if (!task) return refuse('NOT_FOUND');
  if (rows.some(({ raw }) => raw.length !== task.headers.length || raw.join('').length > maxRowCharacters))
    return refuse('MALFORMED', { detail: '行的列数与表头不一致' });
  return inTransaction(deps.pool, async (client) => {
    const from: ImportStatus[] = ['CHECKED', 'DONE'];
    const against = await move(client, { task, from, to: 'CHECKING', action: '修改' });
    if (against) return against;
    await client.query(
      `update import_row r set raw = t.raw::jsonb from unnest($2::int[], $3::text[]) as t(n, raw)
        where r.task_id = $1 and r.row_no = t.n and r.state <> 'COMMITTED'`,
      [id, rows.map((row) => row.rowNo), rows.map((row) => JSON.stringify(row.raw))],
    );
    await deps.jobs.enqueue(checkJob, { taskId: id }, { within: client });
    return { id };
  });
}

/** Writes the good rows, in the background; after a failure it goes on where it stopped. */
export async function requestCommit(
  deps: RequestDeps,
  owner: ImportOwner,
  id: number,
): Promise<{ id: number } | Refusal> {
  const task = await readOwnImport(deps.pool, owner, id);
  if (!task) return refuse('NOT_FOUND');
  const from: ImportStatus[] = ['CHECKED', 'FAILED'];
  if (from.includes(task.status) && task.good === 0) return refuse(importRefusals.IMPORT_NOTHING_GOOD);
  return moveAndQueue(deps, { task, from, to: 'COMMITTING', action: '导入' }, commitJob);
}

/** Drops an import; a commit under way stops after its chunk, and what it wrote stays written. */
export async function cancelImport(sql: Sql, owner: ImportOwner, id: number): Promise<{ id: number } | Refusal> {
  const task = await readOwnImport(sql, owner, id);
  if (!task) return refuse('NOT_FOUND');
  const from: ImportStatus[] = ['MAPPING', 'CHECKING', 'CHECKED', 'COMMITTING', 'FAILED'];
  return (await move(sql, { task, from, to: 'CANCELLED', action: '取消' })) ?? { id };
}
