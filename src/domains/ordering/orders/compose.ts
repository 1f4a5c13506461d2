/** What an order consists of and costs. Pure: the rule, what the menu offers and what is wanted go in. */
import { labelIn } from '../../../kit/define/states.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import type { ChooseGroup, OrderingRule } from '../rules/setting.ts';
import type { OrderPayTime } from './order-words.ts';
import { type PickupWay, pickupWays } from './order-words.ts';

/** A dish of the published menu, on sale. */
export interface Offered {
  menuItemId: number;
  dishId: number;
  name: string;
  priceFen: number;
  limitPerPerson: number | null;
  allergens: readonly string[];
  /** Its class, and the one above. */
  typeIds: readonly number[];
}

/** What somebody wants of one meal. */
export interface WantedMeal {
  /** Dishes by their item of the menu; none where only portions are ordered. */
  lines: readonly { menuItemId: number; qty: number }[];
  /** Sets or plain portions; not read where dishes are ordered one by one. */
  portions: number;
  pickup: PickupWay;
}

export interface OrderLine {
  menuItemId: number | null;
  dishId: number | null;
  name: string;
  priceFen: number;
  qty: number;
}

export interface Composed {
  lines: readonly OrderLine[];
  /** Of all lines. */
  portions: number;
  /** Without the delivery fee, fen. */
  dishesFen: number;
}

/** Longest list of dishes in one order. */
export const mostDishes = 40;

/** The part of a set's price that its `at`th dish of `of` carries: the parts add up to the price. */
const partOf = (priceFen: number, at: number, of: number): number =>
  Math.floor((priceFen * (at + 1)) / of) - Math.floor((priceFen * at) / of);

const composed = (lines: readonly OrderLine[]): Composed => ({
  lines,
  portions: lines.reduce((sum, line) => sum + line.qty, 0),
  dishesFen: lines.reduce((sum, line) => sum + line.qty * line.priceFen, 0),
});

/** The same dish twice is one line. */
function merged(lines: WantedMeal['lines']): { menuItemId: number; qty: number }[] {
  const byItem = new Map<number, number>();
  for (const { menuItemId, qty } of lines) byItem.set(menuItemId, (byItem.get(menuItemId) ?? 0) + qty);
  return [...byItem].map(([menuItemId, qty]) => ({ menuItemId, qty })).sort((a, b) => a.menuItemId - b.menuItemId);
}

/** The group a dish counts in: that of its own class before that of the class above; undefined where none takes it. */
export const groupOf = <G extends Pick<ChooseGroup, 'typeId'>>(
  groups: readonly G[],
  typeIds: readonly number[],
): G | undefined => typeIds.flatMap((typeId) => groups.find((group) => group.typeId === typeId) ?? []).at(0);

/** 主食 1 道、小荤 2 道. */
export const groupWords = (groups: readonly ChooseGroup[]): string =>
  groups.map(({ name, count }) => `${name} ${count} 道`).join('、');

/** Whether each group has as many of the dishes as it asks for, and no dish lies beside the groups. */
function fillsGroups(groups: readonly ChooseGroup[], dishes: readonly Offered[]): boolean {
  const chosen = dishes.map((dish) => groupOf(groups, dish.typeIds));
  return groups.every((group) => chosen.filter((one) => one === group).length === group.count);
}

/** Lines with the prices of this moment, or why it cannot be ordered so. Whose prices it is never asks who orders. */
export function compose(
  rule: Pick<OrderingRule, 'mode' | 'pickups' | 'maxPortions' | 'priceFen' | 'chooseCount' | 'chooseGroups'>,
  offered: ReadonlyMap<number, Offered>,
  wanted: WantedMeal,
  named: { date: string; meal: string },
): Composed | Refusal {
  if (!rule.pickups.includes(wanted.pickup))
    return refuse(orderingRefusals.PICKUP_WAY, { way: labelIn(pickupWays, wanted.pickup) });
  const { portions } = wanted;
  const lines = merged(wanted.lines);
  const asked = rule.mode === 'BY_DISH' ? lines.reduce((sum, line) => sum + line.qty, 0) : portions;
  const whole = [asked, ...lines.map((line) => line.qty)].every((n) => Number.isSafeInteger(n) && n > 0);
  if (!whole || lines.length > mostDishes) return refuse(orderingRefusals.ORDER_EMPTY);
  if (asked > rule.maxPortions) return refuse(orderingRefusals.ORDER_TOO_MANY, { most: rule.maxPortions });
  if (rule.mode === 'HEAD_ONLY')
    return composed([
      { menuItemId: null, dishId: null, name: `${named.meal}份餐`, priceFen: rule.priceFen ?? 0, qty: portions },
    ]);
  const dishes = lines.map(({ menuItemId }) => offered.get(menuItemId));
  if (dishes.some((dish) => dish === undefined)) return refuse(orderingRefusals.DISH_NOT_OFFERED, named);
  if (rule.mode === 'SET_MEAL' && lines.length !== rule.chooseCount)
    return refuse(orderingRefusals.SET_CHOICE, { count: rule.chooseCount ?? 0 });
  const { chooseGroups: groups } = rule;
  if (rule.mode === 'SET_MEAL' && groups.length > 0 && !fillsGroups(groups, dishes as Offered[]))
    return refuse(orderingRefusals.SET_GROUPS, { groups: groupWords(groups) });
  return composed(
    lines.map(({ menuItemId, qty }, at) => {
      const { dishId, name, priceFen } = dishes[at]!;
      return rule.mode === 'SET_MEAL'
        ? { menuItemId, dishId, name, priceFen: partOf(rule.priceFen ?? 0, at, lines.length), qty: portions }
        : { menuItemId, dishId, name, priceFen, qty };
    }),
  );
}

/** What becomes of the money of an order nobody collected: fen that are charged; the rest is released. */
export function missedFen(
  rule: Pick<OrderingRule, 'missPercent'>,
  { payTime, amountFen }: { payTime: OrderPayTime; amountFen: number },
): number {
  if (payTime === 'MONTHLY' || payTime === 'UNIT' || payTime === 'COUNT') return 0;
  return payTime === 'ON_ORDER' ? amountFen : Math.floor((amountFen * rule.missPercent) / 100);
}
