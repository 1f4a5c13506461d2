/** The queues of funding: batches, and what has to be asked of the channels again. */
import type { Services } from '../../kit/server/context.ts';
import { type BatchJob, batchJob } from './batch/change-batch.ts';
import { runBatch } from './batch/run-batch.ts';
import { sweepPayments } from './pay/online-order.ts';
import { queryRefund } from './refund/send.ts';

const sweepJob = 'funding-sweep';
/** A refund is asked about again after this long without an answer. */
const askAgainMs = 60_000;

/** Takes up batches no job works on (after a crash), asks about refunds on their way and about payments whose time is up. */
export async function sweep(services: Services): Promise<void> {
  const { rows: batches } = await services.pool.query<BatchJob>(
    `select organization_id as "organizationId", id from funding_batch where status = 'RUNNING'`,
  );
  for (const batch of batches)
    await services.jobs.enqueue(batchJob, batch, { key: `${batch.organizationId}:${batch.id}` });
  const { rows: refunds } = await services.pool.query<{ organizationId: number; id: number }>(
    `select organization_id as "organizationId", refund_order_id as id from third_refund
      where status = 'PROCESSING' and asked_at < to_timestamp($1::float8 / 1000) order by asked_at limit 200`,
    [services.clock.now() - askAgainMs],
  );
  for (const { organizationId, id } of refunds) await queryRefund(services, organizationId, id);
  await sweepPayments(services);
}

/** Before the queues start. */
export function defineFundingJobs(services: Services): void {
  services.jobs.define<BatchJob>(
    batchJob,
    ({ organizationId, id }, { signal }) => runBatch(services, organizationId, id, signal),
    { onePerKey: true, retryLimit: 5, timeoutSeconds: 3_600, concurrency: 2 },
  );
  services.jobs.define(sweepJob, () => sweep(services), { onePerKey: true });
}

/** Once the queues run. */
export async function scheduleFunding(services: Services): Promise<void> {
  await services.jobs.schedule(sweepJob, '*/2 * * * *', { key: 'all' });
}
