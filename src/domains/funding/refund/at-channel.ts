/** One refund at its channel, a recharge's or a meal's: a fault on the way is UNKNOWN, never FAILED. */
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { takerOf } from '../merchants/direct-merchants.ts';
import { channelNames, type PayChannel, type RefundState } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';
import type { ThirdRefundRow } from '../tables.ts';

type Deps = Pick<Services, 'pool' | 'pay'>;

const nameOf = (channel: string) => channelNames[channel as PayChannel] ?? channel;

async function safely(work: () => Promise<RefundState>): Promise<RefundState> {
  try {
    return await work();
  } catch (error) {
    return { state: 'UNKNOWN', detail: error instanceof Error ? error.message.slice(0, 200) : '没有收到渠道应答' };
  }
}

/** Whoever took what is given back. */
async function taker(deps: Deps, refund: ThirdRefundRow) {
  const { rows } = await deps.pool.query<{ no: string }>(
    `select coalesce((select t.merchant_no from third_trade t where t.organization_id = $1 and t.id = $2),
       (select o.merchant_no from refund_order f join recharge_order o on o.organization_id = f.organization_id
          and o.id = f.recharge_order_id where f.organization_id = $1 and f.id = $3), '') as no`,
    [refund.organization_id, refund.third_trade_id, refund.refund_order_id],
  );
  return takerOf(deps.pay, refund.channel, rows[0]!.no);
}

async function count(deps: Deps, refund: ThirdRefundRow, what: 'send_count' | 'query_count'): Promise<void> {
  await deps.pool.query(`update third_refund set ${what} = ${what} + 1 where organization_id = $1 and id = $2`, [
    refund.organization_id,
    refund.id,
  ]);
}

/** Sends it under its own number and answers what the channel said; nothing of that is written down here. */
export async function sendToChannel(deps: Deps, refund: ThirdRefundRow): Promise<RefundState> {
  const provider = await taker(deps, refund);
  await count(deps, refund, 'send_count');
  if (!provider) return { state: 'FAILED', detail: `未配置${nameOf(refund.channel)}商户` };
  return safely(() =>
    provider.refund({
      outRefundNo: refund.refund_no,
      channelNo: refund.channel_no,
      refundFen: refund.amount_fen,
      totalFen: refund.total_fen,
      reason: refund.reason,
    }),
  );
}

/** What the channel says of it now; nothing of that is written down here. Refused where no merchant is set up. */
export async function askOfChannel(deps: Deps, refund: ThirdRefundRow): Promise<RefundState | Refusal> {
  const provider = await taker(deps, refund);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel: nameOf(refund.channel) });
  await count(deps, refund, 'query_count');
  return safely(() => provider.queryRefund({ outRefundNo: refund.refund_no, channelNo: refund.channel_no }));
}
