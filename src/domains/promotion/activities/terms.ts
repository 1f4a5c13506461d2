/** What an activity gives: on a recharge, on a meal's price. Pure. */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { ActivityKind } from '../tables.ts';

export interface Tier {
  thresholdFen: number;
  giftFen: number;
}

export interface Discount {
  /** Basis points that are paid. */
  percentPaid: number;
  leastFen: number;
  maxEachFen: number;
}

/** The gift of the highest tier the recharge reaches; 0 below the first. */
export function giftFen(tiers: readonly Tier[], rechargeFen: number): number {
  let best: Tier | undefined;
  for (const tier of tiers)
    if (tier.thresholdFen <= rechargeFen && tier.thresholdFen > (best?.thresholdFen ?? -1)) best = tier;
  return best?.giftFen ?? 0;
}

/** A meal is never free: a fen is paid at least. */
const payable = (cutFen: number, priceFen: number): number => Math.max(0, Math.min(cutFen, priceFen - 1));

/** What the discount takes off a price. */
export function discountFen({ percentPaid, leastFen, maxEachFen }: Discount, priceFen: number): number {
  if (priceFen < leastFen) return 0;
  return payable(Math.min(priceFen - mulDivHalfUp(priceFen, percentPaid, 10_000), maxEachFen), priceFen);
}

/** What a coupon takes off a price. */
export const couponFen = (coupon: { faceFen: number; leastFen: number }, priceFen: number): number =>
  priceFen < coupon.leastFen ? 0 : payable(coupon.faceFen, priceFen);

/** What of a gift goes back when so much of its recharge has. */
export const backFen = (giftFen: number, refundedFen: number, rechargeFen: number): number =>
  refundedFen >= rechargeFen ? giftFen : mulDivHalfUp(giftFen, refundedFen, rechargeFen);

export interface Terms {
  kind: ActivityKind;
  tiers: readonly Tier[];
  giftDays: number | null;
  percentPaid: number | null;
  maxEachFen: number | null;
  leastFen: number;
  faceFen: number | null;
  couponDays: number | null;
  onlineOnly: boolean;
}

/** In the words of a list. */
export function termsWords(t: Terms): string {
  const least = t.leastFen > 0 ? `满 ${formatFenGrouped(t.leastFen)} 元` : '每笔';
  if (t.kind === 'DISCOUNT') {
    const fold = ((t.percentPaid ?? 10_000) / 1_000).toFixed(2).replace(/\.?0+$/, '');
    return `${least} ${fold} 折，每笔最多减 ${formatFenGrouped(t.maxEachFen ?? 0)} 元`;
  }
  if (t.kind === 'COUPON') return `${least}减 ${formatFenGrouped(t.faceFen ?? 0)} 元的券，${t.couponDays} 天内有效`;
  const tiers = t.tiers
    .map((tier) => `充 ${formatFenGrouped(tier.thresholdFen)} 送 ${formatFenGrouped(tier.giftFen)}`)
    .join('，');
  return `${t.onlineOnly ? '线上' : ''}${tiers}，赠送金 ${t.giftDays} 天内有效`;
}
