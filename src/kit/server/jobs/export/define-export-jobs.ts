/** Ties exports to the queues: one runs at a time per node, expired files go every hour. */
import type { Jobs } from '../jobs.ts';
import { cleanExports } from './clean-exports.ts';
import { exportJob } from './create-export.ts';
import { type ExportDeps, type ExportPlanner, runExport } from './run-export.ts';

const cleanupJob = 'export-cleanup';
/** A million rows take seconds; five million on a busy machine stay far below. */
const timeoutSeconds = 3_600;

/** Before `jobs.start()`. */
export function defineExportJobs(jobs: Jobs, deps: ExportDeps, plan: ExportPlanner): void {
  jobs.define<{ taskId: number }>(exportJob, ({ taskId }, context) => runExport(deps, plan, taskId, context), {
    retryLimit: 2,
    timeoutSeconds,
  });
  jobs.define<object>(cleanupJob, async () => {
    await cleanExports(deps);
  });
}

/** After `jobs.start()`. */
export async function scheduleExportCleanup(jobs: Jobs): Promise<void> {
  await jobs.schedule(cleanupJob, '17 * * * *');
  // What a killed process left is not kept for an hour.
  await jobs.enqueue(cleanupJob, {});
}
