/**
 * The talk with the channel about one refund: sent once under its own number, asked about while the answer is unknown,
 * sent again under the same number only when the channel says it never came or did not happen.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { RefundState } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';
import type { ThirdRefundRow } from '../tables.ts';
import { askOfChannel, sendToChannel } from './at-channel.ts';
import { captureRefund, readRefund } from './settle.ts';
import { sendable } from './states.ts';

type Deps = Pick<Services, 'pool' | 'wallet' | 'clock' | 'pay'>;

type OrderRefundRow = ThirdRefundRow & { refund_order_id: number };

async function readThird(deps: Deps, organizationId: number, refundOrderId: number) {
  const { rows } = await deps.pool.query<OrderRefundRow>(
    'select * from third_refund where organization_id = $1 and refund_order_id = $2',
    [organizationId, refundOrderId],
  );
  return rows[0];
}

/** Both rows into PROCESSING, or REFUND_MOVED when somebody was faster. */
async function begin(deps: Deps, organizationId: number, id: number, no: string): Promise<Refusal | undefined> {
  const { rowCount } = await deps.pool.query(
    `with moved as (
       update refund_order set status = 'PROCESSING', error = null, version = version + 1
        where organization_id = $1 and id = $2 and way = 'ORIGINAL' and status = any($3::text[]) returning id)
     update third_refund t set status = 'PROCESSING', error = null, asked_at = $4
       from moved where t.organization_id = $1 and t.refund_order_id = moved.id and t.status = any($5::text[])`,
    [organizationId, id, sendable.refund, isoAt(deps.clock.now()), sendable.third],
  );
  return rowCount === 1 ? undefined : refuse(fundingRefusals.REFUND_MOVED, { no });
}

/** Writes down what the channel said. What it does not know leaves the refund PROCESSING. */
export async function hearRefund(
  deps: Deps,
  organizationId: number,
  refundOrderId: number,
  answer: RefundState,
): Promise<Refusal | undefined> {
  const order = await readRefund(deps, organizationId, refundOrderId);
  if (order?.status !== 'PROCESSING') return undefined;
  if (answer.state === 'SUCCESS')
    return captureRefund(deps, order, { event: 'succeed', payer: null, channelRefundNo: answer.channelRefundNo });
  const at = isoAt(deps.clock.now());
  if (answer.state === 'FAILED' || answer.state === 'ABNORMAL') {
    await inTransaction(deps.pool, async (client) => {
      await client.query(
        `update refund_order set status = 'FAILED', error = $3, version = version + 1
          where organization_id = $1 and id = $2 and status = 'PROCESSING'`,
        [organizationId, refundOrderId, answer.detail],
      );
      await client.query(
        `update third_refund set status = $3, error = $4, asked_at = $5, channel_refund_no = coalesce($6, channel_refund_no)
          where organization_id = $1 and refund_order_id = $2 and status = 'PROCESSING'`,
        [organizationId, refundOrderId, answer.state, answer.detail, at, answer.channelRefundNo ?? null],
      );
    });
    return undefined;
  }
  const detail = answer.state === 'UNKNOWN' ? answer.detail : answer.state === 'NOT_FOUND' ? '渠道没有这笔退款' : null;
  await deps.pool.query(
    `update third_refund set error = $3, asked_at = $4 where organization_id = $1 and refund_order_id = $2
       and status = 'PROCESSING'`,
    [organizationId, refundOrderId, detail, at],
  );
  return undefined;
}

async function post(deps: Deps, third: OrderRefundRow): Promise<Refusal | undefined> {
  const answer = await sendToChannel(deps, third);
  return hearRefund(deps, third.organization_id, third.refund_order_id, answer);
}

/** Sends an approved or failed refund to its channel and writes down the answer. */
export async function sendRefund(
  deps: Deps,
  organizationId: number,
  refundOrderId: number,
): Promise<Refusal | undefined> {
  const third = await readThird(deps, organizationId, refundOrderId);
  if (!third) return refuse('NOT_FOUND');
  return (await begin(deps, organizationId, refundOrderId, third.refund_no)) ?? post(deps, third);
}

/** Whose answer it is, and what the channel said; a refusal where it could not be asked. */
async function askChannel(deps: Deps, organizationId: number, refundOrderId: number) {
  const third = await readThird(deps, organizationId, refundOrderId);
  if (!third) return refuse('NOT_FOUND');
  const answer = await askOfChannel(deps, third);
  return 'refused' in answer ? answer : { third, answer };
}

/**
 * Asks once about a refund a bill shows and that is not done here; never sends. One that counted as failed, or was not
 * sent as far as is known, is taken up only when the channel says that it went through.
 */
export async function askRefund(
  deps: Deps,
  organizationId: number,
  refundOrderId: number,
): Promise<RefundState | Refusal> {
  const asked = await askChannel(deps, organizationId, refundOrderId);
  if ('refused' in asked) return asked;
  const { third, answer } = asked;
  // Somebody may have done the same meanwhile: what is on its way is heard in either case.
  if (answer.state === 'SUCCESS' && third.status !== 'PROCESSING')
    await begin(deps, organizationId, refundOrderId, third.refund_no);
  return (await hearRefund(deps, organizationId, refundOrderId, answer)) ?? answer;
}

/** Asks what became of a refund on its way; one that never arrived is sent again under its own number. */
export async function queryRefund(
  deps: Deps,
  organizationId: number,
  refundOrderId: number,
): Promise<Refusal | undefined> {
  const asked = await askChannel(deps, organizationId, refundOrderId);
  if ('refused' in asked) return asked;
  const { third, answer } = asked;
  if (answer.state === 'NOT_FOUND') return post(deps, third);
  return hearRefund(deps, organizationId, refundOrderId, answer);
}
