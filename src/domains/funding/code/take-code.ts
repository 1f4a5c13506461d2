/** Begins a payment by code: written down first, then charged, so that no charge of ours is ever unknown to us. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../../wallet/public.server.ts';
import { collectorOf } from '../merchants/direct-merchants.ts';
import { channelOfCode } from '../pay/code-channel.ts';
import { channelNames } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';
import { askSafely, type CodeOutcome, resume, settle } from './settle-code.ts';
import { type CodeDeps, tradeById, tradeOfRecord } from './third-trade.ts';

/** How long the payer may take to confirm on the phone before the terminal is free again. */
const waitMs = 60_000;

export interface CodeCharge {
  organizationId: number;
  /** `YYYY-MM-DD`. */
  businessDate: string;
  restaurantId: number;
  deploySiteId: number;
  deviceId: number;
  epoch: number;
  seq: number;
  authCode: string;
  amountFen: number;
  /** What the payer reads. */
  description: string;
  /** The terminal as the merchant's bill shows it. */
  deviceNo: string;
  /** Given back to the booker. */
  charge: unknown;
}

/**
 * Charges the payer. The same record comes again while the payer confirms, and after a lost answer: it is asked about,
 * never charged a second time. Refused: a code of no channel, a channel without merchant, the channel's own «no».
 */
export async function takeCode(deps: CodeDeps, input: CodeCharge): Promise<CodeOutcome> {
  const channel = channelOfCode(input.authCode);
  if (!channel) return refuse(fundingRefusals.BAD_PAY_CODE);
  const provider = await collectorOf(deps.pay, input.organizationId, channel);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel: channelNames[channel] });
  const id = await deps.ids.next();
  const now = deps.clock.now();
  const at = isoAt(now);
  const tradeNo = `XF${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const { organizationId } = input;
  const begun = await deps.pool.query(
    `insert into third_trade (organization_id, id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at,
       expires_at, status, business_date, restaurant_id, deploy_site_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'PAYING', $13, $14, $15)
     on conflict (organization_id, device_id, epoch, seq) do nothing`,
    [
      organizationId,
      id,
      tradeNo,
      input.deviceId,
      input.epoch,
      input.seq,
      channel,
      provider.merchantNo,
      input.amountFen,
      JSON.stringify(input.charge),
      at,
      isoAt(now + waitMs),
      input.businessDate,
      input.restaurantId,
      input.deploySiteId,
    ],
  );
  if (begun.rowCount === 0) {
    const known = await tradeOfRecord(deps, organizationId, input);
    return known ? resume(deps, known) : refuse('STALE');
  }
  const said = await askSafely(() =>
    provider.payByCode({
      outTradeNo: tradeNo,
      amountFen: input.amountFen,
      description: input.description,
      expiresAt: now + waitMs,
      authCode: input.authCode,
      deviceNo: input.deviceNo,
    }),
  );
  const trade = await tradeById(deps, organizationId, id);
  return trade ? settle(deps, trade, said) : refuse('STALE');
}

/** Where the payment of a record stands, undefined when none was begun; refused when the record now says another amount. */
export async function codeSoFar(
  deps: CodeDeps,
  record: { organizationId: number; deviceId: number; epoch: number; seq: number; amountFen: number | undefined },
): Promise<CodeOutcome | Refusal | undefined> {
  const known = await tradeOfRecord(deps, record.organizationId, record);
  if (!known) return undefined;
  if (record.amountFen !== undefined && record.amountFen !== known.amountFen)
    return refuse(walletRefusals.IDEMPOTENCY_MISMATCH);
  return resume(deps, known);
}
