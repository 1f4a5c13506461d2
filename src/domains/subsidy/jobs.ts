/** The queues of subsidies, and how commands put work into them. */
import type { Ctx } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';

export const checkJob = 'subsidy-check';
export const runJob = 'subsidy-run';
export const clearJob = 'subsidy-clear';
export const dailyJob = 'subsidy-daily';
export const sweepJob = 'subsidy-sweep';

export interface RecordJob {
  organizationId: number;
  id: number;
}

/** One job per record: a second one of the same record is not queued. */
export const keyOf = ({ organizationId, id }: RecordJob): string => `${organizationId}:${id}`;

/** Queues in the command's own transaction: the job is there when, and only when, the command commits. */
export async function enqueueWith(ctx: Ctx, name: string, data: RecordJob, startAfter?: string): Promise<void> {
  await ctx.services.jobs.enqueue(name, data, {
    key: keyOf(data),
    within: sqlOf(ctx.db),
    ...(startAfter === undefined ? {} : { startAfter }),
  });
}
