/** Removes what has expired: files after their days, rows after a season, tasks and half files nobody runs any more. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt } from '../../clock.ts';
import type { ExportDeps } from './run-export.ts';

const dayMs = 86_400_000;
const rowsKeptDays = 90;
const batch = 200;

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
  for (const name of await readdir(deps.tempDir).catch(() => [])) {
    const path = join(deps.tempDir, name);
    const info = await stat(path).catch(() => undefined);
    if (name.startsWith('export-') && info && info.mtimeMs < now - dayMs) await rm(path, { force: true });
  }
  return removed;
}
