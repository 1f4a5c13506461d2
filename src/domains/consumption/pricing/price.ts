/**
 * What a trade costs and why: a pure function of the rules and of what the person has already had in this meal.
 * Look-up (entities: FixedValueRule): person type × deploy site × date beats type × site beats restaurant beats the
 * meal's own price; among equals the higher priority, then the newer rule.
 */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DishLine, WeighTake } from '../../device/public.server.ts';
import type { ConsumeLimits, CounterState, PricedTrade } from '../../wallet/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { SoldGoods } from '../services.ts';
import type { MealTimes } from './meal-at.ts';
import type { FixedTrace } from './price-words.ts';

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
  /** Spendable money needed before a trade (余额限制); none when left out. */
  minBalanceFen?: number | null;
  /** Seconds within which the same amount at the same device is marked suspicious; the product's default when left out. */
  repeatIntervalSec?: number;
}

/** Price, limits and trace from the counters under the lock, or a refusal. */
export type Priced = (counters: CounterState) => PricedTrade | Refusal;

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

/** What a trade may not go past. */
export function limitsOf(limits: TypeLimits, mealTimes: number | null): ConsumeLimits {
  const { repeatIntervalSec = defaultRepeatIntervalSec } = limits;
  return {
    ...(limits.singleLimitFen === null ? {} : { singleMaxFen: limits.singleLimitFen }),
    ...(limits.dayLimitFen === null ? {} : { dayMaxFen: limits.dayLimitFen }),
    ...(limits.dayLimitCount === null ? {} : { dayMaxCount: limits.dayLimitCount }),
    ...(limits.minBalanceFen ? { minBalanceFen: limits.minBalanceFen } : {}),
    ...(mealTimes === null ? {} : { mealMaxCount: mealTimes }),
    repeatIntervalSec,
  };
}

const defaultRepeatIntervalSec = 10;

/** The smaller of the rule's and the meal's bound on times. */
export function mealTimesOf(rule: FixedRule | undefined, mealTimes: number | null): number | null {
  return [rule?.maxTimes ?? null, mealTimes].reduce<number | null>(
    (least, n) => (n === null ? least : least === null ? n : Math.min(least, n)),
    null,
  );
}

/** Prices a fixed-value trade. The outcome names rule, nth time and price in words for «为什么这样扣». */
export function priceFixed(rules: readonly FixedRule[], c: PriceCase, limits: TypeLimits): Priced {
  const rule = ruleFor(rules, c);
  if (!rule) return () => refuse(consumptionRefusals.NO_PRICE, { meal: c.meal.name, type: c.typeName });
  const mealTimes = mealTimesOf(rule, c.meal.times);
  return ({ mealCount }) => {
    const nth = mealCount + 1;
    const amountFen = nthPriceFen(rule, nth);
    const originFen = Math.max(rule.firstPriceFen, amountFen);
    return {
      originFen,
      discountFen: originFen - amountFen,
      amountFen,
      limits: limitsOf(limits, mealTimes),
      trace: { ruleId: rule.id, nth, firstFen: rule.firstPriceFen, fen: amountFen } satisfies FixedTrace,
      common: true,
    };
  };
}

/** Prices a trade whose amount the cashier keyed. */
export function priceKeyed(
  amountFen: number,
  mealName: string | null,
  mealTimes: number | null,
  limits: TypeLimits,
): Priced {
  if (amountFen <= 0) return () => refuse(consumptionRefusals.AMOUNT_NEEDED);
  return ({ mealCount }) => ({
    originFen: amountFen,
    discountFen: 0,
    amountFen,
    limits: limitsOf(limits, mealTimes),
    trace: {
      lines: [
        `按收银输入金额 ${formatFenGrouped(amountFen)} 元${mealName ? `，${mealName}第 ${mealCount + 1} 次` : ''}`,
      ],
    },
  });
}

/** One meal out of the count account: no money moves. */
export function priceCount(mealName: string, mealTimes: number | null, limits: TypeLimits): Priced {
  return ({ mealCount }) => ({
    originFen: 0,
    discountFen: 0,
    amountFen: 0,
    countUsed: 1,
    limits: limitsOf({ ...limits, singleLimitFen: null, dayLimitFen: null, minBalanceFen: null }, mealTimes),
    trace: { lines: [`计次消费，${mealName}第 ${mealCount + 1} 次，扣次数账户 1 次`] },
  });
}

/** What a take costs: grams × price per 100 g, rounded half up to a fen. */
export function takeFen({ grams, pricePer100gFen }: Pick<WeighTake, 'grams' | 'pricePer100gFen'>): number {
  return mulDivHalfUp(grams, pricePer100gFen, 100);
}

/** Prices a sum of lines, each with its words; nothing at or below zero. */
function priceLines(
  lines: readonly { fen: number; words: string }[],
  mealName: string | null,
  mealTimes: number | null,
  limits: TypeLimits,
): Priced {
  const amountFen = lines.reduce((sum, line) => sum + line.fen, 0);
  if (amountFen <= 0) return () => refuse(consumptionRefusals.AMOUNT_NEEDED);
  return ({ mealCount }) => ({
    originFen: amountFen,
    discountFen: 0,
    amountFen,
    limits: limitsOf(limits, mealTimes),
    trace: {
      lines: [
        ...lines.map((line) => line.words),
        `共 ${formatFenGrouped(amountFen)} 元${mealName ? `，${mealName}第 ${mealCount + 1} 次` : ''}`,
      ],
    },
  });
}

/** Prices what was taken from scales. */
export function priceWeighed(
  takes: readonly WeighTake[],
  mealName: string | null,
  mealTimes: number | null,
  limits: TypeLimits,
): Priced {
  const lines = takes.map((take) => ({
    fen: takeFen(take),
    words: `${take.name} ${take.grams} 克 × 每百克 ${formatFenGrouped(take.pricePer100gFen)} 元 = ${formatFenGrouped(takeFen(take))} 元（四舍五入到分）`,
  }));
  return priceLines(lines, mealName, mealTimes, limits);
}

/** Prices portions of dishes. */
export function priceDishes(
  dishes: readonly DishLine[],
  mealName: string | null,
  mealTimes: number | null,
  limits: TypeLimits,
): Priced {
  const lines = dishes.map(({ name, quantity, unitPriceFen }) => ({
    fen: quantity * unitPriceFen,
    words: `${name} ${quantity} 份 × ${formatFenGrouped(unitPriceFen)} 元 = ${formatFenGrouped(quantity * unitPriceFen)} 元`,
  }));
  return priceLines(lines, mealName, mealTimes, limits);
}

/** Prices goods of a shop: they are no meal, a person's bounds on money hold. */
export function priceGoods(goods: readonly SoldGoods[], limits: TypeLimits): Priced {
  const lines = goods.map(({ name, qty, unitSize, unitName, unitPriceFen, amountFen, note }) => ({
    fen: amountFen,
    words: `${name} ${Number((qty / unitSize).toFixed(3))} ${unitName} × ${formatFenGrouped(unitPriceFen)} 元 = ${formatFenGrouped(amountFen)} 元${note && `（${note}）`}`,
  }));
  return priceLines(lines, null, null, limits);
}
