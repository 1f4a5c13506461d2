/** The queues of funding: batches, and what has to be asked of the channels again. */
import { defineRuns, scheduleRuns } from '../../kit/server/batch/queue.ts';
import type { Services } from '../../kit/server/context.ts';
import { fundingRuns } from './batch/run-batch.ts';
import { giveBack, mealRefund, queryMealRefund } from './code/give-back.ts';
import { sweepCodes } from './code/settle-code.ts';
import { tellLowBalances } from './limits/tell-low-balances.ts';
import { sweepPayments } from './pay/online-order.ts';
import { queryRefund } from './refund/send.ts';

const sweepJob = 'funding-sweep';
/** Each morning: whose accounts are low. */
const lowJob = 'funding-low-balances';
/** A refund is asked about again after this long without an answer. */
const askAgainMs = 60_000;

/** Asks about refunds on their way and about payments whose time is up, and sends back what reversals owe to payers. */
export async function sweep(services: Services): Promise<void> {
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
  defineRuns(services, fundingRuns);
  services.jobs.define(sweepJob, () => sweep(services), { onePerKey: true });
  services.jobs.define(lowJob, () => tellLowBalances(services));
}

/** Once the queues run. */
export async function scheduleFunding(services: Services): Promise<void> {
  await scheduleRuns(services, fundingRuns);
  await services.jobs.schedule(sweepJob, '*/2 * * * *', { key: 'all' });
  await services.jobs.schedule(lowJob, '5 6 * * *');
}
