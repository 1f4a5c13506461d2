/** People at a simulated terminal of their own: they look at their meals, report, order, change their minds and rate. */
import { chance } from '../../../kit/server/chance.ts';
import { countReason, type Tally } from './tally.ts';
import type { Terminal } from './terminal-state.ts';

/** What of an offered meal the terminal shows. */
interface OfferedMeal {
  way: 'REPORT' | 'ORDER';
  mode?: 'BY_DISH' | 'SET_MEAL' | 'HEAD_ONLY';
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  open: boolean;
  reported?: object | null;
  order?: object | null;
  pickups?: readonly string[];
  dishes: readonly { menuItemId: number; left: number | null; allergic: boolean }[];
}

const dishOf = (meal: OfferedMeal) => meal.dishes.find(({ left, allergic }) => left !== 0 && !allergic);

const people = 20;
const shares = { regrets: 0.3, answerLost: 0.25 };
/** A person orders again, rates again: refused, and it has to be. */
const again = 0.2;

/** Plays some of those on the card list. The same seed is the same play. */
export async function playKiosk(terminal: Terminal, seed: number, tally: Tally): Promise<void> {
  const dice = chance(seed);
  const cards = [...terminal.cards.values()].filter(
    ({ cardStatus, personStatus }) => cardStatus === 'NORMAL' && personStatus === 'NORMAL',
  );
  /** Under a number of its own; where the answer is lost the same number is answered the same. */
  const send = async (path: string, body: object): Promise<Record<string, unknown> | null> => {
    terminal.seq += 1;
    const { seq } = terminal;
    const answer = await terminal.call('POST', path, body, seq);
    if (answer.status === 0 || answer.status >= 500) tally.faults += 1;
    else if (answer.errorcode !== 0) countReason(tally.refused, answer.errorcode, answer.errormsg);
    else if (dice.happens(shares.answerLost)) {
      const repeated = await terminal.call('POST', path, body, seq);
      if (JSON.stringify(repeated.data) === JSON.stringify(answer.data)) tally.duplicates += 1;
      else tally.faults += 1;
    }
    return answer.errorcode === 0 ? answer.data : null;
  };
  /** Asked for, sometimes once more, sometimes taken back. */
  const ask = async (path: string, body: object, back?: (given: Record<string, unknown>) => object) => {
    const given = await send(path, body);
    if (!given) return;
    tally.askedFor += 1;
    if (dice.happens(again)) await send(path, body);
    if (back && dice.happens(shares.regrets) && (await send(path, back(given)))) tally.takenBack += 1;
  };
  for (const { cardNo } of dice.shuffled(cards).slice(0, people)) {
    const menu = await terminal.call('GET', `/menu?cardNo=${cardNo}&days=7`);
    const meals = ((menu.data as { meals?: OfferedMeal[] } | null)?.meals ?? []).filter((meal) => meal.open);
    const report = meals.find((meal) => meal.way === 'REPORT' && !meal.reported);
    if (report) {
      const { diningDate, mealPeriodId } = report;
      const meal = { cardNo, diningDate, mealPeriodId };
      await ask('/meal-reports', meal, () => ({ ...meal, action: 'CANCEL' }));
    }
    // Meals by dish whose menu is not out yet, or is sold out, are shown and cannot be ordered.
    const order = meals.find(
      (meal) =>
        meal.way === 'ORDER' && !meal.order && (meal.mode === 'HEAD_ONLY' || (meal.mode === 'BY_DISH' && dishOf(meal))),
    );
    const pickup = order?.pickups?.find((way) => way !== 'DELIVERY');
    if (order && pickup) {
      const { diningDate, mealPeriodId, restaurantId, mode } = order;
      const dish = dishOf(order);
      const lines = mode === 'BY_DISH' && dish ? [{ menuItemId: dish.menuItemId, qty: 1 }] : [];
      const wanted = { cardNo, diningDate, mealPeriodId, restaurantId, pickup, lines };
      await ask('/meal-orders', wanted, ({ orderId }) => ({ cardNo, action: 'CANCEL', orderId }));
    }
    const served = (menu.data as { meals?: OfferedMeal[] } | null)?.meals?.find(({ dishes }) => dishes.length > 0);
    if (served)
      await ask('/ratings', { cardNo, menuItemId: dice.pick(served.dishes).menuItemId, score: dice.between(1, 5) });
  }
}
