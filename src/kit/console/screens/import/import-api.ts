/** The calls of an import, and the task a page left behind, so that closing the dialog loses nothing. */
import { post } from '../../http/client.ts';

/** Where a field's text comes from: a column of the file by index, or one text for all rows. */
export type Source = number | { fixed: string };
export type Mapping = Record<string, Source>;

export interface ImportCheck {
  taskId: number;
  /** Headings found in the file, by column. */
  headers: string[];
  /** By field key; fields without a source are absent. */
  mapping: Mapping;
  total: number;
  good: number;
  bad: number;
  /** Required fields that no column fills. */
  missing: string[];
  /** What is no fault of a row and has to be known before the good ones are written. */
  warnings?: readonly string[];
  /** Bad rows first; not all of a large file. */
  rows: { rowNo: number; values: Record<string, string>; errors: Record<string, string> }[];
}

export interface ImportStatus {
  status: 'CHECKED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'CANCELLED';
  total: number;
  done: number;
  good: number;
  bad: number;
}

/** Corrected cells by row number and field key. */
export type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>;

export const checkFile = (path: string, fileKey: string) => post<ImportCheck>(path, 'import_check', { fileKey });
export const checkTask = (path: string, taskId: number, mapping: Mapping) =>
  post<ImportCheck>(path, 'import_check', { taskId, mapping });
/** Puts corrected cells in and checks again; without any it takes up the rows an earlier round left. */
export const fixRows = (path: string, taskId: number, edits: Edits) =>
  post<ImportCheck>(path, 'import_fix', {
    taskId,
    rows: Object.entries(edits).map(([rowNo, values]) => ({ rowNo: Number(rowNo), values })),
  });
export const commitTask = (path: string, taskId: number, requestKey: string) =>
  post<{ taskId: number }>(path, 'import_commit', { taskId }, { requestKey });
export const taskStatus = (path: string, taskId: number) =>
  post<ImportStatus>(path, 'import_status', { taskId }, { background: true });
export const cancelTask = (path: string, taskId: number) => post(path, 'import_cancel', { taskId });

/** The last import of the page that can still be taken back as a whole. */
export interface LastImport {
  taskId: number;
  filename: string;
  rows: number;
  at: string;
}
export const lastImport = (path: string) => post<LastImport | null>(path, 'import_last', {}, { background: true });
export const takeBackImport = (path: string, taskId: number) =>
  post<{ count: number }>(path, 'import_take_back', { taskId });

const taskKey = (path: string) => `onecard.import.${path}`;

/** The task of this page that may still be running. */
export function rememberedTask(path: string): number | undefined {
  const id = Number(sessionStorage.getItem(taskKey(path)));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function rememberTask(path: string, taskId: number | undefined): void {
  if (taskId === undefined) sessionStorage.removeItem(taskKey(path));
  else sessionStorage.setItem(taskKey(path), String(taskId));
}
