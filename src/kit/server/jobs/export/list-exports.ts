/** The export centre's answers: product spec §7 `excel_mission_query` and `get_excel_missiontable`. */
import type { Sql } from '../../db/sql-of.ts';
import { taskColumns } from './task-row.ts';
import type { ExportStatus, ExportTask } from './types.ts';

/** Address a finished export is fetched from; GET with `?id=`. */
export const exportFilePath = '/api/admin/common/export_file';
const listed = 100;

/** A task on the wire; `dowmloadUrl` is spelled as the product spec has it. */
export interface ExportItem {
  id: number;
  filename: string;
  title: string;
  createdAt: string;
  /** When the file is removed; null until there is one. */
  delAt: string | null;
  finish: boolean;
  dowmloadUrl: string | null;
  status: ExportStatus;
  /** 0 to 100. */
  progress: number;
  rows: number;
  error: string | null;
}

export function exportItem(task: ExportTask): ExportItem {
  const finish = task.status === 'FINISHED';
  return {
    id: task.id,
    filename: task.filename,
    title: task.title,
    createdAt: task.createdAt,
    delAt: task.delAt,
    finish,
    dowmloadUrl: finish ? `${exportFilePath}?id=${task.id}` : null,
    status: task.status,
    progress: finish ? 100 : task.progress,
    rows: task.rows,
    error: task.error,
  };
}

/** The account's newest tasks, newest first. */
export async function listExportTasks(sql: Sql, accountId: number): Promise<ExportItem[]> {
  const { rows } = await sql.query<ExportTask>(
    `select ${taskColumns} from export_task where account_id = $1 order by id desc limit ${listed}`,
    [accountId],
  );
  return rows.map(exportItem);
}

/** How many tasks the account has: all that are not gone, those still to come, and finished ones never downloaded. */
export async function countExportTasks(
  sql: Sql,
  accountId: number,
): Promise<{ total: number; open: number; finished: number; fresh: number }> {
  const { rows } = await sql.query<{ total: number; open: number; finished: number; fresh: number }>(
    `select count(*) filter (where status in ('QUEUED', 'RUNNING', 'FINISHED'))::int as total,
            count(*) filter (where status in ('QUEUED', 'RUNNING'))::int as open,
            count(*) filter (where status = 'FINISHED')::int as finished,
            count(*) filter (where status = 'FINISHED' and download_count = 0)::int as fresh
       from export_task where account_id = $1`,
    [accountId],
  );
  return rows[0]!;
}
