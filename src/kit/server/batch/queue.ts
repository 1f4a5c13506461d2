/**
 * The queue of a kind of batch: a run is queued with the move that starts it, and a run nobody works on any more, its server
 * killed and its retries used up, is taken up again within minutes.
 */
import { type Ctx, ownOrganization, type Services } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import type { BatchJob } from './run-batch.ts';
import type { HeadTable } from './tables.ts';

export interface BatchQueue {
  name: string;
  head: HeadTable;
  /** States of the head in which a job works on it. */
  runs: readonly string[];
  run(services: Services, job: BatchJob, signal: AbortSignal): Promise<void>;
}

/** 100,000 lines take seconds to minutes; an hour is far beyond any disturbance. */
const settings = { onePerKey: true, retryLimit: 5, timeoutSeconds: 3_600, concurrency: 2 } as const;

/** One run per state the batch was in: the job of a run that just ended does not swallow the next one. */
const keyOf = ({ organizationId, id }: BatchJob, version: number) => `${organizationId}:${id}:${version}`;

/** Queues the run in the command's transaction; `version` is the head's when the command is through. */
export async function queueRun(ctx: Ctx, name: string, id: number, version: number): Promise<void> {
  const job = { organizationId: ownOrganization(ctx), id };
  await ctx.services.jobs.enqueue<BatchJob>(name, job, { key: keyOf(job, version), within: sqlOf(ctx.db) });
}

/** `after` of a move that starts a run: the move itself makes the head's version one higher. */
export const thenRun = (name: string) => (ctx: Ctx, head: { id: number; version: number }) =>
  queueRun(ctx, name, head.id, head.version + 1);

/** Queues the runs of batches that stand in a state that runs. */
export async function takeUpRuns({ pool, jobs }: Pick<Services, 'pool' | 'jobs'>, queue: BatchQueue): Promise<void> {
  const { rows } = await pool.query<BatchJob & { version: number }>(
    `select organization_id as "organizationId", id, version from ${queue.head} where status = any($1::text[])`,
    [queue.runs],
  );
  for (const { version, ...job } of rows) await jobs.enqueue(queue.name, job, { key: keyOf(job, version) });
}

/** Before the queues start. */
export function defineRuns(services: Services, queue: BatchQueue): void {
  services.jobs.define<BatchJob>(queue.name, (job, { signal }) => queue.run(services, job, signal), settings);
  services.jobs.define(`${queue.name}-sweep`, () => takeUpRuns(services, queue), { onePerKey: true });
}

/** Once they run. */
export async function scheduleRuns({ jobs }: Pick<Services, 'jobs'>, queue: BatchQueue): Promise<void> {
  await jobs.schedule(`${queue.name}-sweep`, '*/2 * * * *', { key: 'all' });
}
