/** The first day a supplier still delivers. Pure. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';

/** The time of day, `HH:MM`: what a supplier's cut-off is compared with. */
export const timeOfDay = (nowMs: number): string => isoAt(nowMs).slice(11, 16);

/** Ordered from the cut-off on it counts as ordered the day after; without one he takes orders all day. */
export function firstDelivery(nowMs: number, leadDays: number, orderUntil: string | null): string {
  const over = orderUntil !== null && timeOfDay(nowMs) >= orderUntil;
  return addDays(dateAt(nowMs), leadDays + (over ? 1 : 0));
}
