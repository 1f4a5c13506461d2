/** Ties checks, runs and clearings to the queues, and says what happens by itself and when. */
import type { Services } from '../../kit/server/context.ts';
import type { JobContext } from '../../kit/server/jobs/jobs.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { businessDay } from '../wallet/public.server.ts';
import { openDueBatches } from './batch/automatic.ts';
import { prepareBatch } from './batch/prepare-batch.ts';
import { runSubsidyBatch } from './batch/run-batch.ts';
import { organizationsDue } from './clearing/due.ts';
import { openClearRun } from './clearing/open-run.ts';
import { runClear } from './clearing/run-clear.ts';
import { checkJob, clearJob, dailyJob, keyOf, type RecordJob, runJob, sweepJob } from './jobs.ts';

/** A batch of 100,000 takes seconds; an hour is far beyond any disturbance. */
const long = { onePerKey: true, retryLimit: 5, timeoutSeconds: 3_600, concurrency: 2 } as const;

const queue = (services: Services, name: string, record: RecordJob) =>
  services.jobs.enqueue(name, record, { key: keyOf(record) });

/** Every day after the canteen's day has turned: batches of rules, and lots that have ended. */
export async function daily(services: Services): Promise<void> {
  for (const batch of await openDueBatches(services)) await queue(services, checkJob, batch);
  const asOf = businessDay(services.clock.now());
  for (const { organizationId, purse } of await organizationsDue(services, asOf)) {
    const run = await openClearRun(services, {
      organizationId,
      purse,
      mode: 'AUTO',
      asOf,
      batchId: null,
      reason: '到期清零',
      makerId: null,
      makerName: '系统',
    });
    if (!isRefusal(run)) await queue(services, clearJob, { organizationId, id: run.id });
  }
}

/** Takes up again what no job is working on: after a crash, and batches whose day has come. */
export async function sweep(services: Services): Promise<void> {
  const { rows } = await services.pool.query<RecordJob & { name: string }>(
    `select organization_id as "organizationId", id, case status when 'DRAFT' then '${checkJob}' else '${runJob}' end as name
       from subsidy_batch
      where status = 'GRANTING' or (status = 'APPROVED' and grant_on <= $1::date)
         or (status = 'DRAFT' and error is null)
     union all
     select organization_id, id, '${clearJob}' from subsidy_clear_run where status = 'RUNNING'`,
    [businessDay(services.clock.now())],
  );
  for (const { name, ...record } of rows) await queue(services, name, record);
}

/** Before the queues start. */
export function defineSubsidyJobs(services: Services): void {
  const { jobs } = services;
  jobs.define<RecordJob>(checkJob, ({ organizationId, id }) => prepareBatch(services, organizationId, id), long);
  jobs.define<RecordJob>(runJob, (job, { signal }: JobContext) => runSubsidyBatch(services, job, signal), long);
  jobs.define<RecordJob>(
    clearJob,
    ({ organizationId, id }, { signal }: JobContext) => runClear(services, organizationId, id, signal),
    long,
  );
  jobs.define<object>(dailyJob, () => daily(services));
  jobs.define<object>(sweepJob, () => sweep(services));
}

/** After the queues have started. */
export async function scheduleSubsidies(services: Services): Promise<void> {
  await services.jobs.schedule(dailyJob, '20 4 * * *');
  await services.jobs.schedule(sweepJob, '*/5 * * * *');
}
