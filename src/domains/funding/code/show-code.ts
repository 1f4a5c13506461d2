/** Orders paid by a code that is shown: opened with the order, in its transaction; then the channel is asked for the code. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, type Tx } from '../../wallet/public.server.ts';
import { collectorOf, takerOf } from '../merchants/direct-merchants.ts';
import { channelNames, type PayChannel } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';
import { closeShown } from './settle-code.ts';
import { type CodeDeps, tradeById } from './third-trade.ts';

/** How long whoever orders may take to pay. */
const openForMs = 15 * 60_000;

interface ShownCode {
  organizationId: number;
  orderId: number;
  restaurantId: number;
  channel: PayChannel;
  amountFen: number;
}

/** A payment not written yet, to whoever collects for the unit; refused where nobody does. */
export async function draftShown(
  { pay, ids }: Pick<CodeDeps, 'pay' | 'ids'>,
  code: ShownCode,
): Promise<(ShownCode & { id: number; merchantNo: string }) | Refusal> {
  const provider = await collectorOf(pay, code.organizationId, code.channel);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel: channelNames[code.channel] });
  return { ...code, id: await ids.next(), merchantNo: provider.merchantNo };
}

/** Writes it in the transaction of its order: neither is there without the other. */
export async function writeShown(
  tx: Tx,
  draft: ShownCode & { id: number; merchantNo: string },
  nowMs: number,
): Promise<void> {
  const at = isoAt(nowMs);
  await tx.query(
    `insert into third_trade (organization_id, id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at,
       expires_at, status, business_date, restaurant_id, deploy_site_id, order_id)
     values ($1, $2, $3, 0, $4, 0, $5, $6, $7, '{}', $8, $9, 'PAYING', $10, $11, 0, $4)`,
    [
      draft.organizationId,
      draft.id,
      `XF${at.slice(0, 10).replaceAll('-', '')}${draft.id}`,
      draft.orderId,
      draft.channel,
      draft.merchantNo,
      draft.amountFen,
      at,
      isoAt(nowMs + openForMs),
      businessDay(nowMs),
      draft.restaurantId,
    ],
  );
}

/**
 * Sees to it that the payment has its code; asked again it stays the same. `description` is what the payer reads. What the
 * channel refuses is closed and refused; no answer leaves it to be asked again.
 */
export async function showCode(
  deps: CodeDeps,
  organizationId: number,
  id: number,
  description: string,
): Promise<Refusal | undefined> {
  const trade = await tradeById(deps, organizationId, id);
  if (trade?.status !== 'PAYING' || trade.shownCode !== '') return undefined;
  const channel = channelNames[trade.channel];
  const provider = await takerOf(deps.pay, trade.channel, trade.merchantNo);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel });
  const answer = await provider
    .createPayment({
      outTradeNo: trade.tradeNo,
      amountFen: trade.amountFen,
      description,
      expiresAt: Date.parse(trade.expiresAt),
    })
    .catch(() => undefined);
  if (!answer) return refuse(fundingRefusals.CHANNEL_REFUSED, { channel, why: '没有收到渠道应答' });
  if ('refused' in answer) {
    await closeShown(deps, trade, answer.refused);
    return refuse(fundingRefusals.CHANNEL_REFUSED, { channel, why: answer.refused });
  }
  await deps.pool.query(
    `update third_trade set shown_code = $3 where organization_id = $1 and id = $2 and status = 'PAYING'`,
    [organizationId, id, answer.code],
  );
  return undefined;
}
