/** Runs one export task from queue to file, with progress, cancelling and retries. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig, Pool } from 'pg';
import { addDays, type Clock, isoAt } from '../../clock.ts';
import type { Log } from '../../context.ts';
import type { ReadBeside } from '../../db/read-beside.ts';
import type { FileStore } from '../../files/store.ts';
import type { Random } from '../../ids.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../refusal.ts';
import type { JobContext } from '../jobs.ts';
import { exportInWorker, type WorkerExportResult } from './export-in-worker.ts';
import { exportRows } from './export-rows.ts';
import { exportRefusals } from './refusals.ts';
import { readExportTask } from './task-row.ts';
import { type ExportPlan, type ExportTask, exportKeptDays, maxExportRows } from './types.ts';

/** Makes the plan of a task when its turn comes, under the rights its owner has then. */
export type ExportPlanner = (task: ExportTask) => Promise<ExportPlan | Refusal>;

export interface ExportDeps {
  pool: Pool;
  connection: ClientConfig;
  /** A standby to read from when it has all there is. */
  beside?: Pick<ReadBeside, 'connection' | 'caughtUp'>;
  store: FileStore;
  clock: Clock;
  random: Random;
  log: Log;
  /** For files being written; on the disk of the file store where that is a folder. */
  tempDir: string;
  /** Default `maxExportRows`. */
  maxRows?: number;
}

const watchEveryMs = 1_000;

/** A task and which of its runs this is: a later run takes the task away from this one. */
export interface Run {
  taskId: number;
  attempt: number;
}

/** Name of a file being written, by which the sweep knows whose it was. */
const halfFile = ({ taskId, attempt }: Run, token: string) => `export-${taskId}-${attempt}-${token}.xlsx`;

/** The run a half file belongs to; undefined for any other file. */
export function runOfHalfFile(name: string): Run | undefined {
  const found = /^export-(\d+)-(\d+)-/.exec(name);
  return found ? { taskId: Number(found[1]), attempt: Number(found[2]) } : undefined;
}

/** The row while it is this run's; `$1` and `$2` of every statement that writes to it. */
const mine = `id = $1 and attempt = $2 and status = 'RUNNING'`;

/** Days to midnight arithmetic on the wire form: the same time of day, `days` later. */
const daysLater = (atIso: string, days: number): string => addDays(atIso.slice(0, 10), days) + atIso.slice(10);

/** Writes progress every second and raises the signal when the task is no longer to be run. */
function watch(deps: ExportDeps, { taskId, attempt }: Run, total: number | undefined, stop: AbortController) {
  const state = { rows: 0, estimate: total, cancelled: false };
  const tick = async () => {
    const percent = state.estimate ? Math.min(99, Math.floor((state.rows / state.estimate) * 100)) : 0;
    const { rowCount } = await deps.pool.query(
      `update export_task set rows = $3, total = $4, progress = greatest(progress, $5) where ${mine}`,
      [taskId, attempt, state.rows, state.estimate ?? null, percent],
    );
    if (rowCount === 0) {
      state.cancelled = true;
      stop.abort();
    }
  };
  let underway: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underway = tick().catch((error) => deps.log.warn('export progress', { taskId, error: String(error) }));
  }, watchEveryMs);
  return {
    state,
    end: async () => {
      clearInterval(timer);
      await underway;
    },
  };
}

async function write(
  deps: ExportDeps,
  plan: ExportPlan,
  { path, attempt }: { path: string; attempt: number },
  hooks: { signal: AbortSignal; onProgress: (rows: number) => void; onEstimate: (rows: number) => void },
): Promise<WorkerExportResult> {
  const { columns, info, source } = plan;
  const common = { columns, info, path, maxRows: deps.maxRows ?? maxExportRows, ...hooks };
  if ('rows' in source) return exportRows({ ...common, rows: source.rows });
  // What a standby took back is read from the primary the next time.
  const aside = attempt === 1 && (await deps.beside?.caughtUp()) ? deps.beside : undefined;
  const { connection } = aside ?? deps;
  return exportInWorker({ ...common, connection, sql: source.sql, params: source.params });
}

async function fail(deps: ExportDeps, { taskId, attempt }: Run, message: string): Promise<void> {
  await deps.pool.query(`update export_task set status = 'FAILED', error = $3, finished_at = $4 where ${mine}`, [
    taskId,
    attempt,
    message.slice(0, 500),
    isoAt(deps.clock.now()),
  ]);
}

async function runPlan(deps: ExportDeps, run: Run, plan: ExportPlan, context: JobContext): Promise<void> {
  await mkdir(deps.tempDir, { recursive: true });
  const path = join(deps.tempDir, halfFile(run, deps.random.token(6)));
  const stop = new AbortController();
  const watcher = watch(deps, run, plan.total, stop);
  try {
    const result = await write(
      deps,
      plan,
      { path, attempt: run.attempt },
      {
        signal: AbortSignal.any([stop.signal, context.signal]),
        onProgress: (rows) => {
          watcher.state.rows = rows;
        },
        onEstimate: (rows) => {
          watcher.state.estimate ??= rows;
        },
      },
    );
    await watcher.end();
    if (result.end !== 'whole') {
      if (watcher.state.cancelled) return;
      if (result.end === 'cancelled') throw new Error('the export was interrupted');
      const limit = deps.maxRows ?? maxExportRows;
      return await fail(deps, run, refusalMessage(refuse(exportRefusals.EXPORT_TOO_MANY_ROWS, { limit })));
    }
    await finish(deps, run, path, result);
  } finally {
    await watcher.end();
  }
}

async function finish(deps: ExportDeps, run: Run, path: string, result: { rows: number; bytes: number }) {
  const now = isoAt(deps.clock.now());
  const key = `export/${now.slice(0, 10).replaceAll('-', '')}/${run.taskId}-${deps.random.token(12)}.xlsx`;
  // Named before it is there: whoever takes the task up after a kill finds what to remove.
  await deps.pool.query(`update export_task set file_key = $3 where ${mine}`, [run.taskId, run.attempt, key]);
  await deps.store.take(key, path);
  const { rowCount } = await deps.pool.query(
    `update export_task set status = 'FINISHED', progress = 100, rows = $3, total = $3, size = $4, file_key = $5,
            finished_at = $6, del_at = $7, error = null
      where ${mine}`,
    [run.taskId, run.attempt, result.rows, result.bytes, key, now, daysLater(now, exportKeptDays)],
  );
  // Cancelled in the last moment, or taken up again by another run: nobody will ask for this file.
  if (rowCount === 0) await deps.store.remove(key);
}

/**
 * Runs a task. A refusal of the planner and too many rows end it as FAILED with their message; anything else that
 * goes wrong is thrown for the queue to retry, and ends it as FAILED after the last attempt.
 */
export async function runExport(
  deps: ExportDeps,
  plan: ExportPlanner,
  taskId: number,
  context: JobContext,
): Promise<void> {
  // A task that is RUNNING is taken over as well: whoever ran it may have been killed.
  const { rows } = await deps.pool.query<{ attempt: number; left: string | null }>(
    `update export_task t set status = 'RUNNING', attempt = t.attempt + 1, started_at = $2, progress = 0, rows = 0,
            file_key = null
       from export_task b where t.id = $1 and b.id = t.id and t.status in ('QUEUED', 'RUNNING')
      returning t.attempt, b.file_key as left`,
    [taskId, isoAt(deps.clock.now())],
  );
  if (!rows[0]) return;
  if (rows[0].left) await deps.store.remove(rows[0].left);
  const run: Run = { taskId, attempt: rows[0].attempt };
  try {
    const task = (await readExportTask(deps.pool, taskId))!;
    const made = await plan(task);
    if (isRefusal(made)) return await fail(deps, run, refusalMessage(made));
    await runPlan(deps, run, made, context);
  } catch (error) {
    if (context.last) await fail(deps, run, `导出失败，请稍后重试（任务编号 ${taskId}）`);
    else await deps.pool.query(`update export_task set status = 'QUEUED' where ${mine}`, [taskId, run.attempt]);
    throw error;
  }
}
