/** Ties imports to the queues. */
import type { Pool } from 'pg';
import type { Clock } from '../../clock.ts';
import { isoAt } from '../../clock.ts';
import type { FileStore } from '../../files/store.ts';
import type { Refusal } from '../../refusal.ts';
import type { JobContext, Jobs } from '../jobs.ts';
import { type CheckPlan, checkImport } from './check-import.ts';
import { type ChunkWriter, commitImport } from './commit-import.ts';
import { checkJob, commitJob } from './request-import.ts';
import type { ImportTask } from './types.ts';

/** How pages take part, under the rights the owner has when the job runs. */
export interface ImportParts {
  plan(task: ImportTask): Promise<CheckPlan | Refusal>;
  writer(task: ImportTask): Promise<ChunkWriter>;
}

export interface ImportDeps {
  pool: Pool;
  store: FileStore;
  clock: Clock;
}

const cleanupJob = 'import-cleanup';
const timeoutSeconds = 3_600;
/** Uploaded files and rows are kept so that bad rows can still be fetched. */
const keptDays = 30;

/** Ends a task nobody will run again. */
async function give(pool: Pool, taskId: number, context: JobContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (context.last)
      await pool.query(
        `update import_task set status = 'FAILED', error = '系统异常，导入未完成，已写入的行保留，可继续导入'
          where id = $1 and status in ('CHECKING', 'COMMITTING')`,
        [taskId],
      );
    throw error;
  }
}

/** Removes imports older than the days kept, their files first. */
export async function cleanImports(deps: ImportDeps): Promise<number> {
  const before = isoAt(deps.clock.now() - keptDays * 86_400_000);
  const { rows } = await deps.pool.query<{ id: number; file_key: string }>(
    'select id, file_key from import_task where created_at < $1 order by id limit 1000',
    [before],
  );
  for (const { id, file_key } of rows) {
    await deps.store.remove(file_key);
    await deps.pool.query('delete from import_task where id = $1', [id]);
  }
  return rows.length;
}

/** Before `jobs.start()`. */
export function defineImportJobs(jobs: Jobs, deps: ImportDeps, parts: ImportParts): void {
  jobs.define<{ taskId: number }>(
    checkJob,
    ({ taskId }, context) => give(deps.pool, taskId, context, () => checkImport(deps, taskId, parts.plan)),
    { retryLimit: 1, timeoutSeconds },
  );
  jobs.define<{ taskId: number }>(
    commitJob,
    ({ taskId }, context) =>
      give(deps.pool, taskId, context, () => commitImport(deps, taskId, parts.writer, context.signal)),
    { retryLimit: 5, timeoutSeconds },
  );
  jobs.define<object>(cleanupJob, async () => {
    await cleanImports(deps);
  });
}

/** After `jobs.start()`. */
export async function scheduleImportCleanup(jobs: Jobs): Promise<void> {
  await jobs.schedule(cleanupJob, '41 3 * * *');
}
