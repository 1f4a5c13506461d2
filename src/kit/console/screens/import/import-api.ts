/** The calls of an import, and the task a page left behind, so that closing the dialog loses nothing. */
import { post } from '../../http/client.ts';

export interface ImportCheck {
  taskId: number;
  /** Headings found in the file, by column. */
  headers: string[];
  /** Column index by field key. */
  mapping: Record<string, number>;
  total: number;
  good: number;
  bad: number;
  /** Required fields that no column fills. */
  missing: string[];
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

export const checkFile = (path: string, fileKey: string, mapping?: Record<string, number>) =>
  post<ImportCheck>(path, 'import_check', mapping ? { fileKey, mapping } : { fileKey });
export const commitTask = (path: string, taskId: number, requestKey: string) =>
  post<{ taskId: number }>(path, 'import_commit', { taskId }, { requestKey });
export const taskStatus = (path: string, taskId: number) =>
  post<ImportStatus>(path, 'import_status', { taskId }, { background: true });
export const cancelTask = (path: string, taskId: number) => post(path, 'import_cancel', { taskId });

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
