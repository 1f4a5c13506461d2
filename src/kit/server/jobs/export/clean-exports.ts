/** Removes what has expired: files after their days, rows after a season, tasks and half files nobody runs any more. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt } from '../../clock.ts';
import { type ExportDeps, runOfHalfFile } from './run-export.ts';

const dayMs = 86_400_000;
const rowsKeptDays = 90;
const batch = 200;
/** A run whose task was taken from it stops within seconds. */
const quietMs = 60_000;

/** How many files were removed. */
export async function cleanExports(deps: Pick<ExportDeps, 'pool' | 'store' | 'clock' | 'tempDir'>): Promise<number> {
  const now = deps.clock.now();
  let removed = 0;
  for (;;) {
    const { rows } = await deps.pool.query<{ id: number; file_key: string }>(
      `select id, file_key from export_task where status = 'FINISHED' and del_at <= $1 order by del_at limit ${batch}`,
      [isoAt(now)],
    );
    for (const { id, file_key } of rows) {
      await deps.store.remove(file_key);
      await deps.pool.query(`update export_task set status = 'EXPIRED', file_key = null where id = $1`, [id]);
      removed += 1;
    }
    if (rows.length < batch) break;
  }
  await deps.pool.query(
    `update export_task set status = 'FAILED', error = '任务中断，请重新导出' where status in ('QUEUED', 'RUNNING') and created_at < $1`,
    [isoAt(now - dayMs)],
  );
  await deps.pool.query(
    `delete from export_task where status in ('EXPIRED', 'FAILED', 'CANCELLED') and created_at < $1`,
    [isoAt(now - rowsKeptDays * dayMs)],
  );
  await deps.pool.query(
    `update export_task set file_key = null where status in ('FAILED', 'CANCELLED') and file_key = any($1)`,
    [await removeUnclaimed(deps)],
  );
  await removeHalfFiles(deps);
  return removed;
}

/** Removes files of tasks that ended without one: their process was killed between writing the file and saying so. */
async function removeUnclaimed({ pool, store }: Pick<ExportDeps, 'pool' | 'store'>): Promise<string[]> {
  const { rows } = await pool.query<{ file_key: string }>(
    `select file_key from export_task where status in ('FAILED', 'CANCELLED') and file_key is not null limit ${batch}`,
  );
  for (const { file_key } of rows) await store.remove(file_key);
  return rows.map((row) => row.file_key);
}

/** Removes what killed runs left half written; a run that goes on touches its file, or is the task's own. */
async function removeHalfFiles({
  pool,
  clock,
  tempDir,
}: Pick<ExportDeps, 'pool' | 'clock' | 'tempDir'>): Promise<void> {
  for (const name of await readdir(tempDir).catch(() => [])) {
    const run = runOfHalfFile(name);
    const info = run && (await stat(join(tempDir, name)).catch(() => undefined));
    if (!run || !info || info.mtimeMs > clock.now() - quietMs) continue;
    const { rows } = await pool.query(
      `select 1 from export_task where id = $1 and attempt = $2 and status = 'RUNNING'`,
      [run.taskId, run.attempt],
    );
    if (rows.length === 0 || info.mtimeMs < clock.now() - dayMs) await rm(join(tempDir, name), { force: true });
  }
}
