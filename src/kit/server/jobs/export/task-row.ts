/** Rows of export_task as the program knows them. */
import type { Sql } from '../../db/sql-of.ts';
import type { ExportTask } from './types.ts';

export const taskColumns = `id, account_id as "accountId", unit_type as "unitType", unit_id as "unitId",
  page_path as "pagePath", title, filter, filename, status, progress, rows, total, error, file_key as "fileKey",
  created_at as "createdAt", finished_at as "finishedAt", del_at as "delAt", download_count as "downloadCount"`;

/** One task by id, whoever's it is; for the runner. */
export async function readExportTask(sql: Sql, id: number): Promise<ExportTask | undefined> {
  const { rows } = await sql.query<ExportTask>(`select ${taskColumns} from export_task where id = $1`, [id]);
  return rows[0];
}

/** One task of an account. */
export async function readOwnExport(sql: Sql, accountId: number, id: number): Promise<ExportTask | undefined> {
  const { rows } = await sql.query<ExportTask>(
    `select ${taskColumns} from export_task where id = $1 and account_id = $2`,
    [id, accountId],
  );
  return rows[0];
}
