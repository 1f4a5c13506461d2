/** Brings a payment by code to its end: paid ones are booked, once; what nobody waits for any more is revoked. */
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import type { Posted, Tx } from '../../wallet/public.server.ts';
import { takerOf } from '../merchants/direct-merchants.ts';
import { type CodeState, channelNames, type PayProvider } from '../pay/provider.ts';
import { feeFen } from '../pay/service.ts';
import { fundingRefusals } from '../refusals.ts';
import { bookerOf, type CodeDeps, type ThirdTrade, tradeById } from './third-trade.ts';

/** posted – booked; paying – the payer has still to confirm, or nobody knows yet: ask again. */
export type CodeOutcome = { readonly posted: Posted } | { readonly paying: string } | Refusal;

const unpaidInTime = '未在时限内付款';

/** Asks the channel; a fault on the way is UNKNOWN, never a «no». */
export async function askSafely(work: () => Promise<CodeState>): Promise<CodeState> {
  try {
    return await work();
  } catch (error) {
    return { state: 'UNKNOWN', detail: error instanceof Error ? error.message.slice(0, 200) : '没有收到渠道应答' };
  }
}

async function note(deps: CodeDeps, trade: ThirdTrade, error: string): Promise<void> {
  await deps.pool.query(
    `update third_trade set error = $3 where organization_id = $1 and id = $2 and status = 'PAYING'`,
    [trade.organizationId, trade.id, error.slice(0, 500)],
  );
}

async function closed(deps: CodeDeps, trade: ThirdTrade, error: string): Promise<void> {
  await deps.pool.query(
    `update third_trade set status = 'CLOSED', error = $3 where organization_id = $1 and id = $2 and status = 'PAYING'`,
    [trade.organizationId, trade.id, error.slice(0, 500)],
  );
}

/** Books what the channel has paid. A refusal of the ledger leaves it PAYING with the reason; it is tried again. */
export async function bookPaid(
  deps: CodeDeps,
  trade: ThirdTrade,
  paid: Extract<CodeState, { state: 'PAID' }>,
): Promise<CodeOutcome> {
  const companion = async (tx: Tx, posted: Posted) => {
    const { rowCount } = await tx.query(
      `update third_trade set status = 'SUCCESS', posting_id = $3, channel_no = $4, payer_mask = $5, paid_at = $6, fee_fen = $7,
         business_date = $8, error = '' where organization_id = $1 and id = $2 and status = 'PAYING' and not revoking`,
      [
        trade.organizationId,
        trade.id,
        posted.postingId,
        paid.channelNo,
        paid.payer ?? '',
        isoAt(paid.paidAt),
        feeFen(deps.pay, trade.channel, trade.amountFen),
        posted.businessDate,
      ],
    );
    return rowCount === 1 ? undefined : refuse('STALE');
  };
  const outcome = await bookerOf(deps, trade)(trade, companion);
  if (!isRefusal(outcome)) return outcome;
  const now = await tradeById(deps, trade.organizationId, trade.id);
  // Somebody else booked it in between: the booker answers what stands.
  if (now?.status === 'SUCCESS') return bookerOf(deps, now)(now, companion);
  await note(deps, trade, `已付款，未能入账：${refusalMessage(outcome)}`);
  return { paying: trade.tradeNo };
}

/**
 * Undoes it at the channel, then here: from the first step on nobody may book it, for what was paid goes back. Stays PAYING
 * while the channel does not say that it is undone. Somebody who booked it just before is right, and answered.
 */
async function revoke(deps: CodeDeps, trade: ThirdTrade, provider: PayProvider, why: string): Promise<CodeOutcome> {
  const { rowCount } = await deps.pool.query(
    `update third_trade set revoking = true, error = $3 where organization_id = $1 and id = $2 and status = 'PAYING'`,
    [trade.organizationId, trade.id, why],
  );
  const now = rowCount === 1 ? undefined : await tradeById(deps, trade.organizationId, trade.id);
  if (now) return resume(deps, now);
  const undone = await provider.revoke(trade.tradeNo).catch(() => 'UNKNOWN' as const);
  if (undone === 'UNKNOWN') return { paying: trade.tradeNo };
  await closed(deps, trade, why);
  return refuse(fundingRefusals.PAY_REVOKED, { channel: channelNames[trade.channel] });
}

/**
 * A code that was shown is closed, never undone: one paid meanwhile is its order's. Stays PAYING while the channel does not say
 * which of both it is.
 */
export async function closeShown(deps: CodeDeps, trade: ThirdTrade, why: string): Promise<CodeOutcome> {
  const provider = await takerOf(deps.pay, trade.channel, trade.merchantNo);
  const end = (await provider?.close(trade.tradeNo).catch(() => 'UNKNOWN' as const)) ?? 'UNKNOWN';
  if (end === 'CLOSED') {
    await closed(deps, trade, why);
    return refuse(fundingRefusals.PAY_REVOKED, { channel: channelNames[trade.channel] });
  }
  const said = end === 'PAID' ? await askSafely(() => provider!.query(trade.tradeNo)) : undefined;
  if (said?.state === 'PAID' && said.amountFen === trade.amountFen) return bookPaid(deps, trade, said);
  return { paying: trade.tradeNo };
}

/** What follows from the channel's word. */
export async function settle(deps: CodeDeps, trade: ThirdTrade, said: CodeState): Promise<CodeOutcome> {
  const provider = await takerOf(deps.pay, trade.channel, trade.merchantNo);
  if (!provider) return { paying: trade.tradeNo };
  const shown = trade.orderId !== null;
  if (said.state === 'REFUSED') {
    await closed(deps, trade, said.detail);
    return refuse(fundingRefusals.PAY_REFUSED, { channel: channelNames[trade.channel], why: said.detail });
  }
  if (said.state === 'CLOSED') {
    await closed(deps, trade, trade.error || (shown ? unpaidInTime : '渠道已关闭付款'));
    return refuse(fundingRefusals.PAY_REVOKED, { channel: channelNames[trade.channel] });
  }
  if (trade.revoking) return revoke(deps, trade, provider, trade.error);
  if (said.state === 'PAID' && said.amountFen === trade.amountFen) return bookPaid(deps, trade, said);
  if (said.state === 'PAID' && shown) {
    await note(deps, trade, '渠道实付金额与应收不符');
    return { paying: trade.tradeNo };
  }
  if (said.state === 'PAID') return revoke(deps, trade, provider, '渠道实付金额与应收不符');
  if (deps.clock.now() >= Date.parse(trade.expiresAt))
    return shown ? closeShown(deps, trade, unpaidInTime) : revoke(deps, trade, provider, '付款人未在时限内确认');
  if (said.state === 'UNKNOWN') await note(deps, trade, said.detail);
  return { paying: trade.tradeNo };
}

/** Where a payment stands now; one under way is asked about. */
export async function resume(deps: CodeDeps, trade: ThirdTrade): Promise<CodeOutcome> {
  if (trade.status === 'SUCCESS') return bookerOf(deps, trade)(trade, async () => undefined);
  if (trade.status === 'CLOSED')
    return refuse(fundingRefusals.PAY_REFUSED, {
      channel: channelNames[trade.channel],
      why: trade.error || '付款已撤销',
    });
  const provider = await takerOf(deps.pay, trade.channel, trade.merchantNo);
  if (!provider) return { paying: trade.tradeNo };
  return settle(deps, trade, await askSafely(() => provider.query(trade.tradeNo)));
}

/** Payments nobody asks about any more, terminals that went away among them: asked about, then revoked. */
export async function sweepCodes(deps: CodeDeps): Promise<void> {
  const { rows } = await deps.pool.query<{ organizationId: number; id: number }>(
    `select organization_id as "organizationId", id from third_trade
      where status = 'PAYING' and expires_at < to_timestamp($1::float8 / 1000) order by expires_at limit 200`,
    [deps.clock.now()],
  );
  for (const { organizationId, id } of rows) {
    const trade = await tradeById(deps, organizationId, id);
    if (trade) await resume(deps, trade);
  }
}
