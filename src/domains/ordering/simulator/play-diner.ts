/** One diner's week: looks at the menu, reports, orders, changes his mind, loses an answer, looks where he should not. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../../../kit/server/chance.ts';
import type { Clock } from '../../../kit/server/clock.ts';
import { type ApiAnswer, countReason } from '../../device/public.server.ts';
import type { OfferedMeal } from '../diner/offered-meals.ts';
import type { Phone } from './bind-diners.ts';
import type { DinerTally } from './diner-tally.ts';

export interface Game {
  clock: Clock;
  tally: DinerTally;
  /** Days of meals each looks at. */
  days: number;
  addressIds: readonly number[];
  /** Orders of everybody, for those who look where they should not. */
  orders: { orderId: number; phone: Phone }[];
}

const shares = {
  reports: 0.75,
  orders: 0.6,
  regrets: 0.12,
  delivered: 0.3,
  answerLost: 0.04,
  late: 0.15,
  strange: 0.1,
};
const triesAtMost = 4;
const minuteMs = 60_000;

/** Sends it until it is answered; the same number again where it has one. */
async function ask(
  { tally, clock }: Game,
  phone: Phone,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  seq = 0,
): Promise<ApiAnswer> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const answer = await phone.call(method, path, body, seq);
    tally.latenciesMs.push(performance.now() - began);
    const later = answer.status === 429 || answer.status === 503 || answer.status === 0;
    if (!later || tries === triesAtMost) {
      if (later || answer.status >= 500) tally.faults.push(`${method} ${path}：${answer.status} ${answer.errormsg}`);
      return answer;
    }
    if (answer.status === 429) {
      tally.slowed += 1;
      await wait(minuteMs - (clock.now() % minuteMs));
    } else await wait(200 * tries);
  }
}

/**
 * Does something under a number of its own; now and then the answer is lost and it is sent once more, so that the diner
 * knows the second answer alone. What was done is answered alike, whatever happened since; what was refused is judged anew:
 * a dish somebody gave back in between may be had.
 */
async function act(game: Game, phone: Phone, dice: Chance, path: string, body: object): Promise<ApiAnswer> {
  phone.seq += 1;
  const { seq } = phone;
  const first = await ask(game, phone, 'POST', path, body, seq);
  const lost = dice.happens(shares.answerLost);
  const known = lost ? await ask(game, phone, 'POST', path, body, seq) : first;
  if (known.errorcode !== 0) countReason(game.tally.refused, known.errorcode, known.errormsg);
  if (!lost) return known;
  if (first.errorcode !== 0 || JSON.stringify(known) === JSON.stringify(first)) game.tally.repeated += 1;
  else game.tally.faults.push(`${path} 重发 ${seq}：${first.errormsg} → ${known.errormsg}`);
  return known;
}

type Reportable = Extract<OfferedMeal, { way: 'REPORT' }>;
type Orderable = Extract<OfferedMeal, { way: 'ORDER' }>;

const keyOf = ({ way, diningDate, mealPeriodId, restaurantId }: OfferedMeal) =>
  `${way}/${diningDate}/${mealPeriodId}/${restaurantId}`;

/** Answers the portions that stand afterwards; undefined: as before. */
async function report(game: Game, phone: Phone, dice: Chance, meal: Reportable): Promise<number | undefined> {
  const { diningDate, mealPeriodId } = meal;
  const portions = dice.happens(0.1) ? Math.min(2, meal.maxPortions) : 1;
  const done = await act(game, phone, dice, '/reports', { diningDate, mealPeriodId, portions });
  if (done.errorcode !== 0) return undefined;
  game.tally.reported += 1;
  if (!dice.happens(shares.regrets)) return portions;
  const back = await act(game, phone, dice, '/reports/cancel', { diningDate, mealPeriodId });
  if (back.errorcode !== 0) return portions;
  game.tally.unreported += 1;
  return 0;
}

/** Dishes somebody would choose; none where nothing is left for him. */
function chosen(dice: Chance, meal: Orderable): { menuItemId: number; qty: number }[] {
  const fit = dice.shuffled(meal.dishes.filter((dish) => !dish.allergic && dish.left !== 0));
  if (meal.mode === 'SET_MEAL' && meal.chooseGroups.length > 0)
    return meal.chooseGroups.flatMap(({ count, menuItemIds }) =>
      fit
        .filter((dish) => menuItemIds.includes(dish.menuItemId))
        .slice(0, count)
        .map(({ menuItemId }) => ({ menuItemId, qty: 1 })),
    );
  const count = meal.mode === 'SET_MEAL' ? (meal.chooseCount ?? 1) : Math.min(dice.between(1, 3), meal.maxPortions);
  return fit.slice(0, count).map(({ menuItemId }) => ({ menuItemId, qty: 1 }));
}

async function order(game: Game, phone: Phone, dice: Chance, meal: Orderable): Promise<number | null | undefined> {
  const { diningDate, mealPeriodId, restaurantId } = meal;
  const lines = meal.mode === 'HEAD_ONLY' ? [] : chosen(dice, meal);
  if (meal.mode !== 'HEAD_ONLY' && lines.length === 0) return undefined;
  const delivered = meal.pickups.includes('DELIVERY') && game.addressIds.length > 0 && dice.happens(shares.delivered);
  const pickup = delivered ? 'DELIVERY' : meal.pickups.find((way) => way !== 'DELIVERY');
  if (pickup === undefined) return undefined;
  const wanted = { diningDate, mealPeriodId, restaurantId, lines, portions: 1, pickup };
  const to = delivered ? { addressId: dice.pick(game.addressIds) } : {};
  const done = await act(game, phone, dice, '/orders', { ...wanted, ...to });
  if (done.errorcode !== 0) return undefined;
  const { orderId, amountFen } = done.data as { orderId: number; amountFen: number };
  game.tally.ordered += 1;
  game.tally.orderedFen += amountFen;
  game.orders.push({ orderId, phone });
  if (!dice.happens(shares.regrets)) return orderId;
  const back = await act(game, phone, dice, '/orders/cancel', { orderId });
  if (back.errorcode !== 0) return orderId;
  game.tally.cancelled += 1;
  return null;
}

/** Tries to take back an order that is not his. */
async function peep(game: Game, phone: Phone, dice: Chance): Promise<void> {
  const others = game.orders.filter((one) => one.phone !== phone);
  if (others.length === 0) return;
  phone.seq += 1;
  const { orderId } = dice.pick(others);
  const answer = await ask(game, phone, 'POST', '/orders/cancel', { orderId }, phone.seq);
  if (answer.status === 404) game.tally.strangers += 1;
  else game.tally.faults.push(`${phone.personName} 动了他人的订单 ${orderId}：${answer.status} ${answer.errormsg}`);
}

const menuOf = async (game: Game, phone: Phone): Promise<OfferedMeal[]> => {
  const { data } = await ask(game, phone, 'GET', `/menu?days=${game.days}`);
  return (data as { meals?: OfferedMeal[] } | null)?.meals ?? [];
};

const standing = (meal: OfferedMeal): number =>
  (meal.way === 'REPORT' ? meal.reported?.portions : meal.order?.orderId) ?? 0;

/** Plays the diner; what the server shows of him at the end is held against what he did. */
export async function playDiner(game: Game, phone: Phone, dice: Chance): Promise<void> {
  const expected = new Map<string, number>();
  for (const meal of await menuOf(game, phone)) {
    const before = standing(meal);
    expected.set(keyOf(meal), before);
    // A meal that is closed is tried now and then, and must be refused.
    if (before !== 0 || !(meal.open || dice.happens(shares.late))) continue;
    if (!dice.happens(meal.way === 'REPORT' ? shares.reports : shares.orders)) continue;
    const after = meal.way === 'REPORT' ? await report(game, phone, dice, meal) : await order(game, phone, dice, meal);
    if (after !== undefined && !meal.open) game.tally.faults.push(`${phone.personName} 在截止后办成了 ${keyOf(meal)}`);
    if (after !== undefined) expected.set(keyOf(meal), after ?? 0);
  }
  if (dice.happens(shares.strange)) await peep(game, phone, dice);
  const end = await menuOf(game, phone);
  const wrong = end.filter((meal) => standing(meal) !== expected.get(keyOf(meal)));
  if (wrong.length === 0 && end.length === expected.size) game.tally.agreeing += 1;
  else game.tally.faults.push(`${phone.personName} 的记录不符：${wrong.map(keyOf).join('、')}`);
}
