/** Checks a whole import and writes down every row with what is wrong with it. */
import { buffer } from 'node:stream/consumers';
import type { Pool, PoolClient } from 'pg';
import type { FileStore } from '../../files/store.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../refusal.ts';
import { readTableInWorker } from '../../sheet/read-table-in-worker.ts';
import { inTransaction } from '../in-transaction.ts';
import { checkRows } from './check-rows.ts';
import { importRefusals } from './refusals.ts';
import { readImportTask } from './task-row.ts';
import type { CheckedRow, ImportColumn, ImportTask, RefResolver, RowChecker } from './types.ts';

/** What a page lends to the check of its import. */
export interface CheckPlan {
  columns: readonly ImportColumn[];
  resolve: RefResolver;
  check?: RowChecker;
}

const insertRows = 2_000;

async function insert(client: PoolClient, taskId: number, rows: readonly CheckedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += insertRows) {
    const chunk = rows.slice(at, at + insertRows);
    await client.query(
      `insert into import_row (task_id, row_no, raw, parsed, errors, state)
       select $1, n, raw::jsonb, parsed::jsonb, errors::jsonb, case errors when '[]' then 'GOOD' else 'BAD' end
         from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as t(n, raw, parsed, errors)`,
      [
        taskId,
        chunk.map((row) => row.rowNo),
        chunk.map((row) => json(row.raw)),
        chunk.map((row) => json(row.values)),
        chunk.map((row) => json(row.errors)),
      ],
    );
  }
}

/** JSON without the NUL character, which jsonb cannot hold. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '');

/** Puts the rows in place of any former unwritten ones and the counts into the task, unless it was cancelled. */
async function save(pool: Pool, taskId: number, rows: readonly CheckedRow[]): Promise<void> {
  const bad = rows.filter((row) => row.errors.length > 0).length;
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update import_task set status = 'CHECKED', total = $2 + committed, good = $3, bad = $4, refused = 0,
              cursor_row_no = 0 where id = $1 and status = 'CHECKING'`,
      [taskId, rows.length, rows.length - bad, bad],
    );
    if (rowCount !== 1) return;
    await client.query("delete from import_row where task_id = $1 and state <> 'COMMITTED'", [taskId]);
    await insert(client, taskId, rows);
  });
}

type Cells = { rows: readonly string[][]; rowNumbers: readonly number[] };

/** Rows of a former check, which may have been corrected since; written ones are left out. Undefined at the first. */
async function keptRows(pool: Pool, taskId: number): Promise<Cells | undefined> {
  const { rows } = await pool.query<{ row_no: number; raw: string[]; state: string }>(
    'select row_no, raw, state from import_row where task_id = $1 order by row_no',
    [taskId],
  );
  if (rows.length === 0) return undefined;
  const open = rows.filter((row) => row.state !== 'COMMITTED');
  return { rows: open.map((row) => row.raw), rowNumbers: open.map((row) => row.row_no) };
}

async function fileRows(store: FileStore, task: ImportTask): Promise<Cells | Refusal> {
  const file = await store.get(task.fileKey);
  if (!file) return refuse(importRefusals.IMPORT_FILE_GONE);
  return readTableInWorker(await buffer(file.stream), task.filename);
}

async function run(pool: Pool, store: FileStore, task: ImportTask, plan: CheckPlan): Promise<Refusal | undefined> {
  const cells = (await keptRows(pool, task.id)) ?? (await fileRows(store, task));
  if (isRefusal(cells)) return cells;
  const { rows, rowNumbers } = cells;
  await save(pool, task.id, await checkRows({ ...plan, rows, rowNumbers, mapping: task.mapping }));
  return undefined;
}

/** Runs the check of a task in state CHECKING; any other state is left alone. A refusal ends it as FAILED. */
export async function checkImport(
  deps: { pool: Pool; store: FileStore },
  taskId: number,
  plan: (task: ImportTask) => Promise<CheckPlan | Refusal>,
): Promise<void> {
  const task = await readImportTask(deps.pool, taskId);
  if (task?.status !== 'CHECKING') return;
  const made = await plan(task);
  const refusal = isRefusal(made) ? made : await run(deps.pool, deps.store, task, made);
  if (refusal)
    await deps.pool.query(
      `update import_task set status = 'FAILED', error = $2 where id = $1 and status = 'CHECKING'`,
      [taskId, refusalMessage(refusal)],
    );
}
