/**
 * The three outcomes of a meal that can be ordered: 订餐就餐, 订餐未就餐, 未订餐就餐. What each costs, as a pure function of
 * the rule and of what is known about order, swipe and exemptions; the meal domain brings the facts.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { PricedTrade } from '../../wallet/public.server.ts';
import { type FixedRule, nthPriceFen } from '../pricing/price.ts';
import { consumptionRefusals } from '../refusals.ts';

export const attendances = [
  { value: 'ORDERED_EATEN', label: '订餐就餐' },
  { value: 'ORDERED_ABSENT', label: '订餐未就餐' },
  { value: 'WALK_IN', label: '未订餐就餐' },
] as const;
export type Attendance = (typeof attendances)[number]['value'];

export interface MealFacts {
  /** Portions ordered for this meal. */
  ordered: number;
  /** Portions eaten before this time. */
  eaten: number;
}

/** What a swipe is: it eats an ordered portion while one is left. */
export function swipeAttendance({ ordered, eaten }: MealFacts): 'ORDERED_EATEN' | 'WALK_IN' {
  return eaten < ordered ? 'ORDERED_EATEN' : 'WALK_IN';
}

/** Ordered portions nobody came for, once the meal is over. */
export function absentPortions({ ordered, eaten }: MealFacts): number {
  return Math.max(0, ordered - eaten);
}

/** Prices of a person type and meal. null: as the fixed price says (an absent portion costs nothing then). */
export interface AttendancePrices {
  orderedFen: number | null;
  absentFen: number | null;
  walkInFen: number | null;
  allowWalkIn: boolean;
}

export interface AttendanceCase {
  outcome: Attendance;
  meal: string;
  type: string;
  /** Which time in this meal, from 1; the second and later times follow the fixed price when it names them. */
  nth: number;
  /** Absences that are still forgiven. */
  exemptionsLeft: number;
  /** How the meal is asked for ahead; ordered by default. */
  ahead?: '订' | '报';
}

const labelOf = ({ outcome, ahead = '订' }: Pick<AttendanceCase, 'outcome' | 'ahead'>) =>
  attendances.find((a) => a.value === outcome)!.label.replace('订', ahead);

/** What the outcome's own price is; undefined falls back to the fixed price. */
function ownPrice(c: AttendanceCase, prices: AttendancePrices, fixed: FixedRule | undefined): number | undefined {
  if (c.outcome === 'ORDERED_ABSENT') return c.exemptionsLeft > 0 ? 0 : (prices.absentFen ?? 0);
  // Every portion asked for ahead costs what was said then, the second as the first.
  if (c.outcome === 'ORDERED_EATEN') return prices.orderedFen ?? undefined;
  const dearer =
    c.nth === 2 ? fixed?.secondPriceFen : c.nth > 2 ? (fixed?.laterPriceFen ?? fixed?.secondPriceFen) : null;
  return dearer ?? prices.walkInFen ?? undefined;
}

/** The price with its words, or why the meal is not to be had. */
export function priceAttendance(
  c: AttendanceCase,
  prices: AttendancePrices,
  fixed: FixedRule | undefined,
): PricedTrade | Refusal {
  if (c.outcome === 'WALK_IN' && !prices.allowWalkIn)
    return refuse(consumptionRefusals.WALK_IN_NOT_ALLOWED, { meal: c.meal, type: c.type });
  const amountFen = ownPrice(c, prices, fixed) ?? (fixed ? nthPriceFen(fixed, c.nth) : undefined);
  if (amountFen === undefined) return refuse(consumptionRefusals.NO_PRICE, { meal: c.meal, type: c.type });
  const exempt = c.outcome === 'ORDERED_ABSENT' && c.exemptionsLeft > 0;
  return {
    originFen: amountFen,
    discountFen: 0,
    amountFen,
    common: true,
    trace: {
      attendance: c.outcome,
      lines: [
        `${c.meal}，${c.type}，${labelOf(c)}${c.outcome === 'ORDERED_ABSENT' ? '' : `，本餐第 ${c.nth} 次`}`,
        exempt ? `免扣（还可免 ${c.exemptionsLeft} 次）` : `${labelOf(c)}价 ${formatFenGrouped(amountFen)} 元`,
      ],
    },
  };
}
