/** Ends a refund: the held money leaves, or is given free again, in one transaction with the order's new state. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Channel, Companion, Tx } from '../../wallet/public.server.ts';
import { fundingRefusals } from '../refusals.ts';
import type { RefundOrderRow } from '../tables.ts';
import { type RefundEvent, refundFlow } from './states.ts';

type Deps = Pick<Services, 'pool' | 'wallet' | 'clock'>;
export type RefundOrder = RefundOrderRow;

/** One order of the organization, or undefined. */
export async function readRefund(deps: Pick<Deps, 'pool'>, organizationId: number, id: number) {
  const { rows } = await deps.pool.query<RefundOrder>(
    'select * from refund_order where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0];
}

export interface Payer {
  id: number;
  name: string;
}

/** What a capture writes besides the state. */
export interface Payment {
  event: Extract<RefundEvent, 'payCash' | 'payBank' | 'succeed'>;
  payer: Payer | null;
  bankFlowNo?: string;
  channelRefundNo?: string;
  /** Writes its audit line. */
  also?: (tx: Tx) => Promise<void>;
}

async function markRecharge(tx: Tx, order: RefundOrder): Promise<void> {
  await tx.query(
    `update recharge_order o set status = case when back.fen >= o.amount_fen then 'REFUNDED' else 'PART_REFUNDED' end
       from (select coalesce(sum(amount_fen), 0) as fen from refund_order
              where organization_id = $1 and recharge_order_id = $2 and way = 'ORIGINAL' and status = 'SUCCESS') back
      where o.organization_id = $1 and o.id = $2`,
    [order.organization_id, order.recharge_order_id],
  );
}

const moved = (order: RefundOrder) => refuse(fundingRefusals.REFUND_MOVED, { no: order.refund_no });

/** Takes the held money out. Asked again after success it answers as before. */
export async function captureRefund(deps: Deps, order: RefundOrder, payment: Payment): Promise<Refusal | undefined> {
  const at = isoAt(deps.clock.now());
  const companion: Companion = async (tx, posted) => {
    const { rowCount } = await tx.query(
      `update refund_order set status = 'SUCCESS', posting_id = $3, finished_at = $4, business_date = $5, payer_id = $6,
         payer_name = $7, bank_flow_no = coalesce($8, bank_flow_no), channel_refund_no = coalesce($9, channel_refund_no),
         error = null, version = version + 1
       where organization_id = $1 and id = $2 and status = any($10::text[])`,
      [
        order.organization_id,
        order.id,
        posted.postingId,
        at,
        posted.businessDate,
        payment.payer?.id ?? null,
        payment.payer?.name ?? null,
        payment.bankFlowNo ?? null,
        payment.channelRefundNo ?? null,
        refundFlow.moves[payment.event].from,
      ],
    );
    if (rowCount !== 1) return moved(order);
    if (order.way === 'ORIGINAL') {
      await tx.query(
        `update third_refund set status = 'SUCCESS', channel_refund_no = $3, finished_at = $4, error = null
          where organization_id = $1 and refund_order_id = $2`,
        [order.organization_id, order.id, payment.channelRefundNo ?? null, at],
      );
      await markRecharge(tx, order);
    }
    await payment.also?.(tx);
    return undefined;
  };
  const outcome = await deps.wallet.submit({
    kind: 'HOLD_POST',
    organizationId: order.organization_id,
    requestKey: `refund:${order.id}`,
    personId: order.person_id,
    occurredAt: deps.clock.now(),
    holdId: order.hold_id,
    channel: order.channel as Channel,
    operatorId: payment.payer?.id ?? order.checker_id ?? order.maker_id,
    reason: order.reason,
    sourceType: 'refund_order',
    sourceId: order.id,
    companion,
  });
  return isRefusal(outcome) ? outcome : undefined;
}

/** Gives the held money free again: rejected, cancelled, or failed for good. */
export async function releaseRefund(
  deps: Deps,
  order: RefundOrder,
  release: {
    event: Extract<RefundEvent, 'reject' | 'cancel' | 'close'>;
    by: Payer;
    reason: string;
    also?: (tx: Tx) => Promise<void>;
  },
): Promise<Refusal | undefined> {
  const transition = refundFlow.moves[release.event];
  const at = isoAt(deps.clock.now());
  const outcome = await deps.wallet.submit({
    kind: 'HOLD_VOID',
    organizationId: order.organization_id,
    requestKey: `refund:${order.id}:void`,
    personId: order.person_id,
    occurredAt: deps.clock.now(),
    holdId: order.hold_id,
    operatorId: release.by.id,
    reason: release.reason,
    sourceType: 'refund_order',
    sourceId: order.id,
    companion: async (tx) => {
      const judged = release.event === 'reject';
      const { rowCount } = await tx.query(
        `update refund_order set status = $3, finished_at = $4, check_note = coalesce($5, check_note),
           checker_id = case when $6 then $7 else checker_id end, checker_name = case when $6 then $8 else checker_name end,
           checked_at = case when $6 then $4 else checked_at end,
           error = coalesce(error, $9), version = version + 1
         where organization_id = $1 and id = $2 and status = any($10::text[])`,
        [
          order.organization_id,
          order.id,
          transition.to,
          at,
          judged ? release.reason : null,
          judged,
          release.by.id,
          release.by.name,
          judged ? null : release.reason,
          transition.from,
        ],
      );
      if (rowCount !== 1) return moved(order);
      await tx.query(
        `update third_refund set status = 'CLOSED', finished_at = $3
          where organization_id = $1 and refund_order_id = $2 and status in ('APPLIED', 'FAILED', 'ABNORMAL')`,
        [order.organization_id, order.id, at],
      );
      await release.also?.(tx);
      return undefined;
    },
  });
  return isRefusal(outcome) ? outcome : undefined;
}
