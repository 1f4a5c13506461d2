/** What orders ask of the wallet: money set aside for the dining day, taken when it is eaten or left standing, given back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { subsidyBounds, subsidyUseOf } from '../../subsidy/public.server.ts';
import type {
  Companion,
  ConsumeRequest,
  HoldPostRequest,
  HoldRequest,
  HoldVoidRequest,
  Identify,
  ReverseRequest,
  TradePlace,
} from '../../wallet/public.server.ts';
import type { Hand, Order, OrderParts } from './order-store.ts';
import { unheldPayTimes } from './order-words.ts';

/** How and where an order is handed out. */
export interface HandedOut {
  occurredAt: number;
  identify: Identify;
  deviceId?: number;
  deploySiteId?: number;
  deviceSeq?: string;
  offline?: boolean;
}

const common = (order: Order, by: Hand, requestKey: string, occurredAt: number, companion: Companion) => ({
  organizationId: order.organizationId,
  personId: order.personId,
  requestKey,
  occurredAt,
  operatorId: by.id,
  sourceType: 'meal_order',
  sourceId: order.id,
  reason: `订餐 ${order.orderNo}`,
  companion,
});

/** Where no purse pays: wages, or the unit. */
const paidOutside = ({ payTime, amountFen }: Order): Pick<ConsumeRequest, 'third'> =>
  unheldPayTimes.includes(payTime) ? { third: { channel: payTime === 'UNIT' ? 'UNIT' : 'PAYROLL', amountFen } } : {};

const boundsOf = async ({ pool, clock }: OrderParts, order: Order, deploySiteId = 0) =>
  subsidyBounds(await subsidyUseOf(pool, order.organizationId, clock.now()), {
    mealPeriodId: order.mealPeriodId,
    deploySiteId,
  });

/** Whether money is set aside for an order of this amount. */
export const isHeld = ({ payTime, amountFen }: Pick<Order, 'payTime' | 'amountFen'>): boolean =>
  !unheldPayTimes.includes(payTime) && amountFen > 0;

/** Sets the order's money aside under attempt `no`, in the place of what is set aside for it now. */
export async function holdRequest(
  parts: OrderParts,
  order: Order,
  by: Hand,
  no: number,
  companion: Companion,
): Promise<HoldRequest> {
  return {
    ...common(order, by, `order:${order.id}:${no}`, parts.clock.now(), companion),
    kind: 'HOLD',
    purpose: 'ORDER',
    amountFen: order.amountFen,
    spendOn: order.diningDate,
    ...(await boundsOf(parts, order)),
    ...(order.holdId === null ? {} : { replacesHoldId: order.holdId }),
  };
}

export const voidRequest = (parts: OrderParts, order: Order, by: Hand, companion: Companion): HoldVoidRequest => ({
  ...common(order, by, `order-void:${order.id}:${order.holdId}`, parts.clock.now(), companion),
  kind: 'HOLD_VOID',
  holdId: order.holdId!,
});

const placeOf = (order: Order, out: HandedOut): TradePlace => ({
  restaurantId: order.restaurantId,
  deploySiteId: out.deploySiteId ?? 0,
  deviceId: out.deviceId ?? 0,
  mealPeriodId: order.mealPeriodId,
  departmentId: order.departmentId ?? 0,
  personTypeId: order.personTypeId,
  mode: 'ORDER',
  identify: out.identify,
  orderId: order.id,
  ...(out.deviceSeq === undefined ? {} : { deviceSeq: out.deviceSeq }),
  ...(out.offline ? { offline: true } : {}),
});

const traceOf = ({ orderNo, couponFen }: Order) => ({
  order: orderNo,
  ...(couponFen > 0 ? { lines: [`优惠券减 ${formatFenGrouped(couponFen)} 元`] } : {}),
});

/** Takes what is set aside, or, where nothing is, what the order costs: out of wages if it is paid by the month. */
export async function eatRequest(
  parts: OrderParts,
  order: Order,
  by: Hand,
  requestKey: string,
  out: HandedOut,
  companion: Companion,
): Promise<HoldPostRequest | ConsumeRequest> {
  const base = { ...common(order, by, requestKey, out.occurredAt, companion), businessDate: order.diningDate };
  const place = placeOf(order, out);
  if (order.holdId !== null && order.status !== 'NO_SHOW')
    return { ...base, kind: 'HOLD_POST', holdId: order.holdId, place, trace: traceOf(order) };
  const { amountFen } = order;
  return {
    ...base,
    kind: 'CONSUME',
    place,
    meaning: `order:${order.id}:${amountFen}${order.counts > 0 ? `:${order.counts}` : ''}`,
    price: () => ({
      originFen: amountFen,
      discountFen: 0,
      amountFen,
      countUsed: order.counts,
      attendance: 'ORDERED_EATEN',
      trace: traceOf(order),
    }),
    ...(await boundsOf(parts, order, out.deploySiteId)),
    ...(amountFen > 0 ? paidOutside(order) : {}),
  };
}

/** Charges what was left standing, of the money set aside; the rest goes back. */
export const missRequest = (
  order: Order,
  by: Hand,
  { chargedFen, endTime, reason }: { chargedFen: number; endTime: string; reason: string },
  companion: Companion,
): HoldPostRequest => {
  const occurredAt = instantOf(order.diningDate, endTime) - 60_000;
  return {
    ...common(order, by, `order-miss:${order.id}:${order.holdId}`, occurredAt, companion),
    businessDate: order.diningDate,
    kind: 'HOLD_POST',
    holdId: order.holdId!,
    amountFen: chargedFen,
    absent: true,
    place: placeOf(order, { occurredAt, identify: 'MANUAL' }),
    trace: { order: order.orderNo, lines: [reason] },
  };
};

/** Gives back what stands booked for the order. */
export const backRequest = (
  parts: OrderParts,
  order: Order,
  by: Hand,
  word: 'refund' | 'undo' | 'late' | `lines-${number}`,
  companion: Companion,
): ReverseRequest => ({
  ...common(order, by, `order-${word}:${order.id}:${order.postingId}`, parts.clock.now(), companion),
  kind: 'REVERSE',
  originalPostingId: order.postingId!,
});
