/** The queues of funding: batches, and what has to be asked of the channels again. */
import type { Services } from '../../kit/server/context.ts';
import { type BatchJob, batchJob } from './batch/change-batch.ts';
import { runBatch } from './batch/run-batch.ts';
import { giveBack, mealRefund, queryMealRefund } from './code/give-back.ts';
import { sweepCodes } from './code/settle-code.ts';
import { sweepPayments } from './pay/online-order.ts';
import { queryRefund } from './refund/send.ts';

const sweepJob = 'funding-sweep';
/** A refund is asked about again after this long without an answer. */
const askAgainMs = 60_000;

/**
 * Takes up batches no job works on (after a crash), asks about refunds on their way and about payments whose time is up,
 * and sends back what reversals owe to payers.
 */
export async function sweep(services: Services): Promise<void> {
  const { rows: batches } = await services.pool.query<BatchJob>(
    `select organization_id as "organizationId", id from funding_batch where status = 'RUNNING'`,
  );
  for (const batch of batches)
    await services.jobs.enqueue(batchJob, batch, { key: `${batch.organizationId}:${batch.id}` });
  const { rows: refunds } = await services.pool.query<{ organizationId: number; id: number; orderId: number | null }>(
    `select organization_id as "organizationId", id, refund_order_id as "orderId" from third_refund
      where status = 'PROCESSING' and asked_at < to_timestamp($1::float8 / 1000) order by asked_at limit 200`,
    [services.clock.now() - askAgainMs],
  );
  for (const { organizationId, id, orderId } of refunds) {
    const meal = orderId === null ? await mealRefund(services, organizationId, id) : undefined;
    if (meal) await queryMealRefund(services, meal);
    else if (orderId !== null) await queryRefund(services, organizationId, orderId);
  }
  await sweepPayments(services);
  await sweepCodes(services);
  await giveBack(services);
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
