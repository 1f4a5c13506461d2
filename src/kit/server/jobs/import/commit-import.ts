/** Writes the good rows of an import in chunks; a broken run goes on behind the last chunk that was written. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../clock.ts';
import type { Sql } from '../../db/sql-of.ts';
import { refreshStatistics } from '../../db/statistics.ts';
import { readImportTask } from './task-row.ts';
import type { ImportRow, ImportTask } from './types.ts';

/**
 * Notes a chunk's outcome through the writer's own transaction: row number → reason for rows it did not write.
 * Rows and note are committed together, so no row is ever written twice.
 */
export type SaveOutcome = (
  sql: Pick<Sql, 'query'>,
  refused: ReadonlyMap<number, string>,
  /** The records that rows became, where they can be taken back. */
  made?: ReadonlyMap<number, number>,
) => Promise<void>;

/** Writes one chunk in a transaction and calls `save` in it before it commits. */
export type ChunkWriter = (rows: readonly ImportRow[], save: SaveOutcome) => Promise<void>;

const chunkRows = 500;

async function nextChunk(pool: Pool, task: ImportTask): Promise<ImportRow[]> {
  const { rows } = await pool.query<ImportRow>(
    `select row_no as "rowNo", parsed as values from import_row
      where task_id = $1 and state = 'GOOD' and row_no > $2 order by row_no limit ${chunkRows}`,
    [task.id, task.cursorRowNo],
  );
  return rows;
}

/** Another run of the same task has moved the cursor: this one must not write. */
class Overtaken extends Error {}

function outcomeOf(task: ImportTask, rows: readonly ImportRow[]): SaveOutcome {
  const last = rows.at(-1)!.rowNo;
  return async (sql, refused, made) => {
    const { rowCount } = await sql.query(
      `update import_task set cursor_row_no = $3, committed = committed + $4, refused = refused + $5
        where id = $1 and cursor_row_no = $2 and status = 'COMMITTING'`,
      [task.id, task.cursorRowNo, last, rows.length - refused.size, refused.size],
    );
    if (rowCount === 0) throw new Overtaken(`import ${task.id} at row ${task.cursorRowNo}`);
    const reasons = rows.map(({ rowNo }) => refused.get(rowNo) ?? null);
    await sql.query(
      `update import_row r set made_id = t.made, state = case when t.reason is null then 'COMMITTED' else 'REFUSED' end,
              errors = case when t.reason is null then r.errors
                            else jsonb_build_array(jsonb_build_object('key', '', 'title', '', 'message', t.reason)) end
         from unnest($2::int[], $3::text[], $4::bigint[]) as t(n, reason, made) where r.task_id = $1 and r.row_no = t.n`,
      [task.id, rows.map((row) => row.rowNo), reasons, rows.map(({ rowNo }) => made?.get(rowNo) ?? null)],
    );
    // A connection tells what it changed up to ten seconds later; the look at the end would find nothing of a quick import.
    await sql.query('select pg_stat_force_next_flush()');
  };
}

/**
 * Runs the commit of a task in state COMMITTING to its end (DONE), to a cancel, or to `signal`, after which the queue
 * calls again. What the writer throws is thrown on.
 */
export async function commitImport(
  deps: { pool: Pool; clock: Clock },
  taskId: number,
  writer: (task: ImportTask) => Promise<ChunkWriter>,
  signal: AbortSignal,
): Promise<void> {
  let write: ChunkWriter | undefined;
  for (;;) {
    const task = await readImportTask(deps.pool, taskId);
    if (task?.status !== 'COMMITTING') return;
    if (signal.aborted) throw new Error('the import was interrupted');
    const rows = await nextChunk(deps.pool, task);
    if (rows.length === 0) break;
    write ??= await writer(task);
    try {
      await write(rows, outcomeOf(task, rows));
    } catch (error) {
      if (error instanceof Overtaken) return;
      throw error;
    }
  }
  await refreshStatistics(deps.pool);
  await deps.pool.query(
    `update import_task set status = 'DONE', finished_at = $2 where id = $1 and status = 'COMMITTING'`,
    [taskId, isoAt(deps.clock.now())],
  );
}
