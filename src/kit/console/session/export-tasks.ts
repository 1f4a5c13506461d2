/** Export tasks of the signed-in person: what there is, how far, and taking the file. */
import { parseTime } from '../clock.ts';
import { ApiError, call, refusalOf } from '../http/client.ts';
import { download } from '../http/download.ts';

export interface ExportTask {
  id: number;
  filename: string;
  createdAt: string;
  /** When the file is removed. */
  delAt: string | null;
  /** Written and ready. */
  finish: boolean;
  /** The spelling is the wire's. */
  dowmloadUrl: string | null;
  status?: string;
  /** 0 to 100. */
  progress?: number | null;
  rows?: number;
  error?: string | null;
}

export async function listExports(signal?: AbortSignal): Promise<ExportTask[]> {
  const answer = await call<ExportTask[]>('/admin/common/get_excel_missiontable', undefined, {
    method: 'GET',
    background: true,
    ...(signal ? { signal } : {}),
  });
  if (answer.errorcode !== 0) throw refusalOf(answer);
  return answer.data ?? [];
}

/** The centre was looked into: what is finished is not told of again, on no machine. */
export async function seeExports(): Promise<void> {
  await call('/admin/common/excel_seen', undefined, { background: true });
}

/** Takes the file of a finished task and reports the download. Throws `ApiError` when it is gone or not the person's. */
export async function takeExport(task: ExportTask): Promise<void> {
  const answer = await call<{ url?: string } | null>('/admin/common/download_excel', { id: task.id });
  if (answer.errorcode !== 0) throw refusalOf(answer);
  const url = answer.data?.url ?? task.dowmloadUrl;
  if (url) await download(url, undefined, task.filename);
}

/** Files of so many rows are handed over the moment they are written: nobody should fetch thirty lines in three clicks. */
const smallRows = 5_000;

/** Takes the file of a task that was just asked for here, where it is small; answers whether it did. */
export async function takeSmallExport(task: ExportTask): Promise<boolean> {
  if (task.rows === undefined || task.rows > smallRows) return false;
  try {
    await takeExport(task);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Stops a task that is not finished, or takes a failed or stopped one up again. Throws `ApiError` when it is too late. */
export async function changeExport(task: ExportTask, verb: 'cancel' | 'retry'): Promise<void> {
  const answer = await call<unknown>(`/admin/common/${verb}_excel`, { id: task.id });
  if (answer.errorcode !== 0) throw refusalOf(answer);
}

/** Does any task still run? */
export function anyRunning(tasks: readonly ExportTask[]): boolean {
  return tasks.some((t) => !t.finish && !hasFailed(t));
}

export function hasFailed(task: ExportTask): boolean {
  return Boolean(task.error) || task.status === 'FAILED' || task.status === 'CANCELLED';
}

/** Words for how long the file is kept, seen from `now` (epoch ms). */
export function expiryText(delAt: string | null, now: number): string {
  if (!delAt) return '';
  const leftMs = parseTime(delAt) - now;
  if (!Number.isFinite(leftMs)) return '';
  if (leftMs <= 0) return '已过期';
  const hours = Math.floor(leftMs / 3_600_000);
  if (hours >= 48) return `${Math.floor(hours / 24)} 天后过期`;
  if (hours >= 1) return `${hours} 小时后过期`;
  return `${Math.max(1, Math.floor(leftMs / 60_000))} 分钟后过期`;
}
