/** The export centre's answers: product spec §7 `excel_mission_query` and `get_excel_missiontable`. */
import { type Clock, isoAt } from '../../clock.ts';
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

/** The account's files that are told of: finished, neither taken nor seen in the centre. */
const fresh = `account_id = $1 and status = 'FINISHED' and download_count = 0
  and not exists (select from notice_read n where n.account_id = $1 and n.notice = 'export-' || export_task.id)`;

/** How many they are, wherever the account signs in. */
export async function countFreshExports(sql: Sql, accountId: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from export_task where ${fresh}`, [
    accountId,
  ]);
  return rows[0]!.n;
}

/** The centre was opened: they are not told of again. */
export async function markExportsSeen({ sql, clock }: { sql: Sql; clock: Clock }, accountId: number): Promise<void> {
  await sql.query(
    `insert into notice_read (account_id, notice, read_at)
       select $1, 'export-' || id, $2 from export_task where ${fresh} on conflict do nothing`,
    [accountId, isoAt(clock.now())],
  );
}
