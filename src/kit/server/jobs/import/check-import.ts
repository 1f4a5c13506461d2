/** Checks a whole import and writes down every row with what is wrong with it. */
import { buffer } from 'node:stream/consumers';
import type { Pool, PoolClient } from 'pg';
import type { FileStore } from '../../files/store.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../refusal.ts';
import type { ThreadBounds } from '../../sheet/table-threads.ts';
import { inTransaction } from '../in-transaction.ts';
import { type Cells, type CheckTask, checkInWorker } from './check-in-worker.ts';
import { importRefusals } from './refusals.ts';
import { readImportTask } from './task-row.ts';
import type { CheckedRow, ImportColumn, ImportTask, RefResolver, RowChecker } from './types.ts';

/** What a page lends to the check of its import. */
export interface CheckPlan {
  columns: readonly ImportColumn[];
  resolve: RefResolver;
  check?: RowChecker;
}

interface CheckDeps {
  pool: Pool;
  store: FileStore;
  /** Of the thread that checks; left out, the process's. */
  bounds?: Partial<ThreadBounds>;
}

async function insert(client: PoolClient, taskId: number, rows: readonly CheckedRow[]): Promise<void> {
  await client.query(
    `insert into import_row (task_id, row_no, raw, parsed, errors, state)
     select $1, n, raw::jsonb, parsed::jsonb, errors::jsonb, case errors when '[]' then 'GOOD' else 'BAD' end
       from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as t(n, raw, parsed, errors)`,
    [
      taskId,
      rows.map((row) => row.rowNo),
      rows.map((row) => json(row.raw)),
      rows.map((row) => json(row.values)),
      rows.map((row) => json(row.errors)),
    ],
  );
}

/** JSON without what jsonb cannot hold: the NUL character and halves of character pairs, which it writes as escapes. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'string' ? one.replaceAll('\0', '').toWellFormed() : one));

/** Ends the transaction of a check whose file turned out to be none. */
class Stopped extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const pageRows = 5_000;

/** Rows of a former check, which may have been corrected since, a page at a time; written ones are left out. */
async function* keptRows(pool: Pool, taskId: number): AsyncGenerator<Cells, undefined> {
  let from = -1;
  for (;;) {
    const { rows } = await pool.query<{ row_no: number; raw: string[] }>(
      `select row_no, raw from import_row where task_id = $1 and state <> 'COMMITTED' and row_no > $2
        order by row_no limit ${pageRows}`,
      [taskId, from],
    );
    if (rows.length === 0) return undefined;
    from = rows.at(-1)!.row_no;
    yield { rows: rows.map((row) => row.raw), rowNumbers: rows.map((row) => row.row_no) };
  }
}

async function sourceOf(pool: Pool, store: FileStore, task: ImportTask): Promise<CheckTask['source'] | Refusal> {
  const known = await pool.query('select 1 from import_row where task_id = $1 limit 1', [task.id]);
  if (known.rows.length > 0) return { pages: keptRows(pool, task.id) };
  const file = await store.get(task.fileKey);
  if (!file) return refuse(importRefusals.IMPORT_FILE_GONE);
  return { bytes: await buffer(file.stream), filename: task.filename };
}

/** Puts the checked rows in place of any former unwritten ones and the counts into the task, unless it was cancelled. */
async function run(
  { pool, store, bounds }: CheckDeps,
  task: ImportTask,
  plan: CheckPlan,
): Promise<Refusal | undefined> {
  const source = await sourceOf(pool, store, task);
  if (isRefusal(source)) return source;
  try {
    await inTransaction(pool, async (client) => {
      await client.query("delete from import_row where task_id = $1 and state <> 'COMMITTED'", [task.id]);
      let total = 0;
      let bad = 0;
      const take = async (rows: readonly CheckedRow[]) => {
        total += rows.length;
        bad += rows.filter((row) => row.errors.length > 0).length;
        await insert(client, task.id, rows);
      };
      const refusal = await checkInWorker({ ...plan, source, mapping: task.mapping, take }, bounds);
      if (refusal) throw new Stopped(refusal);
      const { rowCount } = await client.query(
        `update import_task set status = 'CHECKED', total = $2 + committed, good = $3, bad = $4, refused = 0,
                cursor_row_no = 0 where id = $1 and status = 'CHECKING'`,
        [task.id, total, total - bad, bad],
      );
      // Cancelled meanwhile: what it held before stays.
      if (rowCount !== 1) throw new Stopped(refuse(importRefusals.IMPORT_FILE_GONE));
    });
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) return error.refusal;
    throw error;
  }
}

/** Notes that a check begins. False when one began before and never came to an end: its process was killed. */
async function begin(pool: Pool, taskId: number): Promise<boolean> {
  const { rows } = await pool.query<{ before: boolean }>(
    `update import_task t set check_begun = true from import_task b
      where t.id = $1 and b.id = t.id returning b.check_begun as before`,
    [taskId],
  );
  return rows[0]?.before === false;
}

/** The check itself; a failure that is told leaves the task as if it had not begun, so that it may be tried again. */
async function checkOnce(
  deps: CheckDeps,
  task: ImportTask,
  plan: (task: ImportTask) => Promise<CheckPlan | Refusal>,
): Promise<Refusal | undefined> {
  const { pool } = deps;
  if (!(await begin(pool, task.id))) return refuse(importRefusals.IMPORT_CHECK_KILLED);
  try {
    const made = await plan(task);
    return isRefusal(made) ? made : await run(deps, task, made);
  } catch (error) {
    await pool.query('update import_task set check_begun = false where id = $1', [task.id]);
    throw error;
  }
}

/** Runs the check of a task in state CHECKING; any other state is left alone. A refusal ends it as FAILED. */
export async function checkImport(
  deps: CheckDeps,
  taskId: number,
  plan: (task: ImportTask) => Promise<CheckPlan | Refusal>,
): Promise<void> {
  const task = await readImportTask(deps.pool, taskId);
  if (task?.status !== 'CHECKING') return;
  const refusal = await checkOnce(deps, task, plan);
  if (refusal)
    await deps.pool.query(
      `update import_task set status = 'FAILED', error = $2 where id = $1 and status = 'CHECKING'`,
      [taskId, refusalMessage(refusal)],
    );
}
