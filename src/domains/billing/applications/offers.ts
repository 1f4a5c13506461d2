/** What an application costs: its list price, the best single activity, what the days left of others were worth. Pure. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';

export interface Offer {
  id: number;
  name: string;
  discountType: 'PERCENT' | 'MINUS' | 'GIFT_MONTH';
  percentPaid: number | null;
  minusFen: number | null;
  giftMonths: number | null;
}

export interface Price {
  listFen: number;
  minusFen: number;
  giftMonths: number;
  activityId: number | null;
}

/** What the activity is worth on this order, in fen; months more at their share of the list price. */
export function worthFen(offer: Offer, listFen: number, yearFen: number): number {
  if (offer.discountType === 'PERCENT') return listFen - mulDivHalfUp(listFen, offer.percentPaid ?? 10_000, 10_000);
  if (offer.discountType === 'MINUS') return Math.min(listFen, offer.minusFen ?? 0);
  return mulDivHalfUp(yearFen, offer.giftMonths ?? 0, 12);
}

/** The price with the activity that is worth most to who buys; of equal ones the oldest. */
export function bestPrice(yearFen: number, years: number, offers: readonly Offer[]): Price {
  const listFen = yearFen * years;
  const plain: Price = { listFen, minusFen: 0, giftMonths: 0, activityId: null };
  let best: { worth: number; price: Price } = { worth: 0, price: plain };
  for (const offer of [...offers].sort((a, b) => a.id - b.id)) {
    const worth = worthFen(offer, listFen, yearFen);
    if (worth <= best.worth) continue;
    const gift = offer.discountType === 'GIFT_MONTH';
    best = {
      worth,
      price: {
        listFen,
        minusFen: gift ? 0 : worth,
        giftMonths: gift ? (offer.giftMonths ?? 0) : 0,
        activityId: offer.id,
      },
    };
  }
  return best.price;
}

/** What of a paid term is left, in whole fen, never rounded up. */
export const leftFen = (paidFen: number, leftDays: number, termDays: number): number =>
  termDays <= 0 || leftDays <= 0 ? 0 : Math.floor((paidFen * Math.min(leftDays, termDays)) / termDays);

/** In the words of a list: 8 折, 减 200.00 元, 送 2 个月. */
export function offerWords(offer: Offer, yuan: (fen: number) => string): string {
  if (offer.discountType === 'PERCENT')
    return `${offer.name}：${((offer.percentPaid ?? 0) / 1000).toFixed(2).replace(/\.?0+$/, '')} 折`;
  if (offer.discountType === 'MINUS') return `${offer.name}：减 ${yuan(offer.minusFen ?? 0)} 元`;
  return `${offer.name}：送 ${offer.giftMonths ?? 0} 个月`;
}
