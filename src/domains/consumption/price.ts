/**
 * What a trade costs and why: a pure function of the rules and of what the person has already had in this meal.
 * Look-up (entities: FixedValueRule): person type × deploy site × date beats type × site beats restaurant beats the
 * meal's own price; among equals the higher priority, then the newer rule.
 */
import { formatFen } from '../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import type { ConsumeLimits, CounterState, PricedTrade } from '../wallet/types.ts';
import type { MealTimes } from './meal-at.ts';
import { consumptionRefusals } from './refusals.ts';

export type DayKind = 'WORKDAY' | 'WEEKEND' | 'HOLIDAY';

export interface FixedRule {
  id: number;
  mealPeriodId: number;
  typeId: number | null;
  deploySiteId: number | null;
  restaurantId: number | null;
  firstPriceFen: number;
  secondPriceFen: number | null;
  laterPriceFen: number | null;
  maxTimes: number | null;
  dateType: 'ALL' | DayKind;
  startDate: string | null;
  endDate: string | null;
  priority: number;
}

export interface PriceCase {
  meal: MealTimes & { times: number | null };
  date: string;
  dayKind: DayKind;
  typeId: number;
  typeName: string;
  deploySiteId: number;
  restaurantId: number;
}

/** Bounds of the person's type; null does not bound. */
export interface TypeLimits {
  singleLimitFen: number | null;
  dayLimitFen: number | null;
  dayLimitCount: number | null;
}

const fits = (rule: FixedRule, c: PriceCase): boolean =>
  rule.mealPeriodId === c.meal.id &&
  (rule.typeId === null || rule.typeId === c.typeId) &&
  (rule.deploySiteId === null || rule.deploySiteId === c.deploySiteId) &&
  (rule.restaurantId === null || rule.restaurantId === c.restaurantId) &&
  (rule.dateType === 'ALL' || rule.dateType === c.dayKind) &&
  (rule.startDate === null || rule.startDate <= c.date) &&
  (rule.endDate === null || c.date <= rule.endDate);

/** How closely a rule names the case; larger wins. */
const closeness = (rule: FixedRule): number =>
  (rule.typeId === null ? 0 : 8) +
  (rule.deploySiteId === null ? 0 : 4) +
  (rule.restaurantId === null ? 0 : 2) +
  (rule.dateType === 'ALL' && rule.startDate === null && rule.endDate === null ? 0 : 1);

const compare = (a: FixedRule, b: FixedRule): number =>
  closeness(a) - closeness(b) || a.priority - b.priority || a.id - b.id;

/** The rule that prices the case, undefined when none does. */
export function ruleFor(rules: readonly FixedRule[], c: PriceCase): FixedRule | undefined {
  let best: FixedRule | undefined;
  for (const rule of rules) if (fits(rule, c) && (!best || compare(rule, best) > 0)) best = rule;
  return best;
}

/** Price of the nth time (1-based): the second and later prices fall back to the one before. */
export function nthPriceFen(rule: FixedRule, nth: number): number {
  if (nth <= 1) return rule.firstPriceFen;
  const second = rule.secondPriceFen ?? rule.firstPriceFen;
  return nth === 2 ? second : (rule.laterPriceFen ?? second);
}

function limitsOf(limits: TypeLimits, mealTimes: number | null, repeatIntervalSec: number): ConsumeLimits {
  return {
    ...(limits.singleLimitFen === null ? {} : { singleMaxFen: limits.singleLimitFen }),
    ...(limits.dayLimitFen === null ? {} : { dayMaxFen: limits.dayLimitFen }),
    ...(limits.dayLimitCount === null ? {} : { dayMaxCount: limits.dayLimitCount }),
    ...(mealTimes === null ? {} : { mealMaxCount: mealTimes }),
    repeatIntervalSec,
  };
}

/** Seconds within which the same amount at the same device again is marked suspicious. */
const repeatIntervalSec = 10;

/** Prices a fixed-value trade. The outcome names rule, nth time and price in words for «为什么这样扣». */
export function priceFixed(
  rules: readonly FixedRule[],
  c: PriceCase,
  limits: TypeLimits,
): (counters: CounterState) => PricedTrade | Refusal {
  const rule = ruleFor(rules, c);
  if (!rule) return () => refuse(consumptionRefusals.NO_PRICE, { meal: c.meal.name, type: c.typeName });
  const mealTimes = [rule.maxTimes, c.meal.times].reduce<number | null>(
    (least, n) => (n === null ? least : least === null ? n : Math.min(least, n)),
    null,
  );
  return ({ mealCount }) => {
    const nth = mealCount + 1;
    const amountFen = nthPriceFen(rule, nth);
    const originFen = Math.max(rule.firstPriceFen, amountFen);
    return {
      originFen,
      discountFen: originFen - amountFen,
      amountFen,
      limits: limitsOf(limits, mealTimes, repeatIntervalSec),
      trace: {
        ruleId: rule.id,
        lines: [
          `${c.meal.name}，${c.typeName}，本餐第 ${nth} 次`,
          `适用定值规则 ${rule.id}：第一次 ${formatFen(rule.firstPriceFen)} 元，本次 ${formatFen(amountFen)} 元`,
        ],
      },
    };
  };
}

/** Prices a trade whose amount the cashier keyed. */
export function priceKeyed(
  amountFen: number,
  mealName: string | null,
  mealTimes: number | null,
  limits: TypeLimits,
): (counters: CounterState) => PricedTrade | Refusal {
  if (amountFen <= 0) return () => refuse(consumptionRefusals.AMOUNT_NEEDED);
  return ({ mealCount }) => ({
    originFen: amountFen,
    discountFen: 0,
    amountFen,
    limits: limitsOf(limits, mealTimes, repeatIntervalSec),
    trace: {
      lines: [`按收银输入金额 ${formatFen(amountFen)} 元${mealName ? `，${mealName}第 ${mealCount + 1} 次` : ''}`],
    },
  });
}
