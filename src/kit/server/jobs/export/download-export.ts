/** Hands a finished export to its owner. Anyone else's id is as unknown as one that never was. */
import type { Readable } from 'node:stream';
import type { Sql } from '../../db/sql-of.ts';
import type { FileStore } from '../../files/store.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { xlsxType } from '../../sheet/workbook-file.ts';
import { exportRefusals } from './refusals.ts';
import { readOwnExport } from './task-row.ts';

/** Why a task has no file to give; undefined when it has. */
async function missing(
  sql: Sql,
  accountId: number,
  id: number,
): Promise<Refusal | { filename: string; fileKey: string }> {
  const task = await readOwnExport(sql, accountId, id);
  if (!task) return refuse('NOT_FOUND');
  if (task.status === 'QUEUED' || task.status === 'RUNNING')
    return refuse(exportRefusals.EXPORT_NOT_READY, { progress: task.progress });
  if (task.status === 'EXPIRED')
    return refuse(exportRefusals.EXPORT_EXPIRED, { delAt: (task.delAt ?? '').slice(0, 16).replace('T', ' ') });
  if (task.status !== 'FINISHED' || task.fileKey === null)
    return refuse(exportRefusals.EXPORT_FAILED, { error: task.error ?? '任务已取消' });
  return { filename: task.filename, fileKey: task.fileKey };
}

/** The file of the account's own task as a stream; counted as one download. */
export async function downloadExport(
  deps: { sql: Sql; store: FileStore },
  accountId: number,
  id: number,
): Promise<{ filename: string; type: string; size: number; stream: Readable } | Refusal> {
  const found = await missing(deps.sql, accountId, id);
  if ('refused' in found) return found;
  const file = await deps.store.get(found.fileKey);
  if (!file) return refuse(exportRefusals.EXPORT_FAILED, { error: '文件已不存在，请重新导出' });
  await deps.sql.query('update export_task set download_count = download_count + 1 where id = $1 and account_id = $2', [
    id,
    accountId,
  ]);
  return { filename: found.filename, type: xlsxType, size: file.size, stream: file.stream };
}

/** Product spec §7 `download_excel`: the console reports that it took the file (the stream itself has counted it). */
export async function reportDownload(sql: Sql, accountId: number, id: number): Promise<{ id: number } | Refusal> {
  const found = await missing(sql, accountId, id);
  return 'refused' in found ? found : { id };
}

/** Cancels an unfinished task of the account; a run under way stops within seconds. */
export async function cancelExport(sql: Sql, accountId: number, id: number): Promise<{ id: number } | Refusal> {
  const { rowCount } = await sql.query(
    `update export_task set status = 'CANCELLED' where id = $1 and account_id = $2 and status in ('QUEUED', 'RUNNING')`,
    [id, accountId],
  );
  if (rowCount === 1) return { id };
  return (await readOwnExport(sql, accountId, id)) ? refuse(exportRefusals.EXPORT_NOT_OPEN) : refuse('NOT_FOUND');
}
