/** The export centre's records and what an export is made of. */
import type { UnitType } from '../../../define/page.ts';
import type { SheetColumn, SheetInfo } from '../../sheet/types.ts';

export type ExportStatus = 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'EXPIRED' | 'CANCELLED';

/** A row of export_task. Times are ISO 8601. */
export interface ExportTask {
  id: number;
  accountId: number;
  unitType: UnitType | null;
  unitId: number | null;
  pagePath: string;
  title: string;
  /** What the page needs to run the query again. */
  filter: Record<string, unknown>;
  filename: string;
  status: ExportStatus;
  /** 0 to 100. */
  progress: number;
  rows: number;
  total: number | null;
  error: string | null;
  fileKey: string | null;
  createdAt: string;
  finishedAt: string | null;
  delAt: string | null;
  downloadCount: number;
}

/** A column of an export: where its value stands in the row, and how it is written. Plain data only. */
export interface ExportColumn extends SheetColumn {
  key: string;
}

/** Rows from SQL, read and written in a worker thread. Money is fen, times are timestamptz, percent basis points. */
export interface StatementSource {
  sql: string;
  params: readonly unknown[];
}

/** Rows made in code, in batches, when SQL alone cannot say them. Runs on the main thread: keep it rare. */
export interface RowsSource {
  rows: AsyncIterable<readonly Record<string, unknown>[]>;
}

/** Everything a run needs. */
export interface ExportPlan {
  columns: readonly ExportColumn[];
  info: SheetInfo;
  source: StatementSource | RowsSource;
  /** Expected rows, for the progress; may be a capped count. */
  total?: number;
}

/** Rows one export may hold. */
export const maxExportRows = 5_000_000;
/** How long a finished export is kept. */
export const exportKeptDays = 7;
/** Unfinished exports one account may have. */
export const maxOpenExports = 10;
