/** Rows of import_task and import_row as the program knows them. */
import type { Sql } from '../../db/sql-of.ts';
import type { ImportRow, ImportTask, RowError, RowState } from './types.ts';

const columns = `id, account_id as "accountId", unit_type as "unitType", unit_id as "unitId", page_path as "pagePath",
  filename, file_key as "fileKey", headers, mapping, status, total, good, bad, committed, refused,
  cursor_row_no as "cursorRowNo", error, notices, created_at as "createdAt", finished_at as "finishedAt"`;

/** One task by id, whoever's it is; for the jobs. */
export async function readImportTask(sql: Sql, id: number): Promise<ImportTask | undefined> {
  const { rows } = await sql.query<ImportTask>(`select ${columns} from import_task where id = $1`, [id]);
  return rows[0];
}

/** One task of an account on a page. */
export async function readOwnImport(
  sql: Sql,
  owner: { accountId: number; pagePath: string },
  id: number,
): Promise<ImportTask | undefined> {
  const { rows } = await sql.query<ImportTask>(
    `select ${columns} from import_task where id = $1 and account_id = $2 and page_path = $3`,
    [id, owner.accountId, owner.pagePath],
  );
  return rows[0];
}

/** A row as the preview shows it. */
export interface ImportRowView {
  rowNo: number;
  raw: string[];
  values: Record<string, unknown>;
  errors: RowError[];
  state: RowState;
}

/** Rows of a task in file order, a page of them; of one state when given. Call it for the owner's tasks only. */
export async function readImportRows(
  sql: Sql,
  taskId: number,
  { state, page, size }: { state?: RowState | 'ALL_BAD'; page: number; size: number },
): Promise<{ rows: ImportRowView[]; total: number }> {
  const states = state === undefined ? null : state === 'ALL_BAD' ? ['BAD', 'REFUSED'] : [state];
  const { rows } = await sql.query<ImportRowView>(
    `select row_no as "rowNo", raw, parsed as values, errors, state from import_row
      where task_id = $1 and ($2::text[] is null or state = any($2)) order by row_no limit $3 offset $4`,
    [taskId, states, size, (page - 1) * size],
  );
  const count = await sql.query<{ n: number }>(
    `select count(*)::int as n from import_row where task_id = $1 and ($2::text[] is null or state = any($2))`,
    [taskId, states],
  );
  return { rows, total: count.rows[0]!.n };
}

/** Cells of some rows of a task, by row number; numbers it does not have are absent. */
export async function readRowCells(
  sql: Sql,
  taskId: number,
  rowNos: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const { rows } = await sql.query<{ rowNo: number; raw: string[] }>(
    'select row_no as "rowNo", raw from import_row where task_id = $1 and row_no = any($2::int[])',
    [taskId, rowNos],
  );
  return new Map(rows.map((row) => [row.rowNo, row.raw]));
}

/** All rows that can be written, in file order. Call it for the owner's tasks only. */
export async function readGoodRows(sql: Sql, taskId: number): Promise<ImportRow[]> {
  const { rows } = await sql.query<ImportRow>(
    `select row_no as "rowNo", parsed as values from import_row where task_id = $1 and state = 'GOOD' order by row_no`,
    [taskId],
  );
  return rows;
}
