/** 重新处理 of a callback: the stored text is verified once more and taken in as if it had come now; a payment is credited once. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { takerOf } from '../merchants/direct-merchants.ts';
import { fundingRefusals } from '../refusals.ts';
import { fateOfCallback } from './callback.ts';

/** Refused: one whose signature did not hold, no merchant for the channel, and what still cannot be booked, with why. */
export async function handleAgain(ctx: Ctx, id: number): Promise<Refusal | null> {
  const { services, db } = ctx;
  const stored = await db
    .selectFrom('third_pay_callback')
    .select(['channel', 'raw', 'headers', 'sign_ok', 'status', 'out_trade_no', 'merchant_no'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!stored) return refuse('NOT_FOUND');
  if (!stored.sign_ok) return refuse(fundingRefusals.CALLBACK_FORGED);
  if (stored.status === 'HANDLED' || stored.status === 'DUPLICATE')
    return refuse(fundingRefusals.ORDER_CREDITED, { no: stored.out_trade_no });
  const provider = await takerOf(services.pay, stored.channel, stored.merchant_no);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel: stored.channel });
  const headers = stored.headers as Record<string, string>;
  const fate = await fateOfCallback(services, provider, { headers, body: stored.raw });
  await db
    .updateTable('third_pay_callback')
    .set((eb) => ({
      status: fate.status,
      error: fate.error,
      organization_id: fate.organizationId ?? null,
      matched_order_id: fate.orderId ?? null,
      handled_at: isoAt(ctx.clock.now()),
      retry: eb('retry', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '重新处理回调', targetId: id, targetName: stored.out_trade_no });
  if (fate.status === 'HANDLED' || fate.status === 'DUPLICATE') return null;
  return refuse(fundingRefusals.CALLBACK_STILL, { no: stored.out_trade_no, why: fate.error ?? fate.status });
}
