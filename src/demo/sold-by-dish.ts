/** The counter that sells by dish: lunches off the published menus of the last days, and of today as far as it has come. */
import { chance } from '../kit/server/chance.ts';
import { dateAt } from '../kit/server/clock.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import { area, at, type Life } from './life.ts';
import { swipeNow } from './swipe.ts';
import { sells } from './terminal.ts';
import { dayNumber } from './walk-ins.ts';

/** Days back, and diners a day. */
const days = 3;
const diners = 12;

interface Offered {
  day: string;
  dishId: number;
  name: string;
  unitPriceFen: number;
}

/** Dishes with a price of the newest published lunches, by day. */
async function lunches({ actor, places }: Life, today: string): Promise<Map<string, Offered[]>> {
  const items: Offered[] = await actor
    .ctx(`${area}/food_menu`)
    .db.selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .innerJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.dish_id'),
    )
    .where('m.status', '=', 'PUBLISHED')
    .where('i.meal_period_id', '=', places.mealIds.get('午餐')!)
    .where('i.menu_date', '<=', today)
    .where('i.price_fen', '>', 0)
    .orderBy('i.menu_date', 'desc')
    .orderBy('i.sort')
    .select(['i.menu_date as day', 'd.id as dishId', 'd.name', 'i.price_fen as unitPriceFen'])
    .execute();
  return new Map([...Map.groupBy(items, (item) => item.day)].slice(0, days));
}

/** Lives them, the oldest first; the clock stands at `now` at the end. A dish too salty is taken back once a day. */
export async function sellByDish(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const [counter] = sells(life.places.devices, 'DISH');
  if (!counter) return;
  // The types that no rule of reported meals concerns at lunch.
  const guests = life.people.filter((person) => !person.away && !person.cast && person.type !== '教职工');
  for (const [day, offered] of [...(await lunches(life, dateAt(now)))].reverse()) {
    const by = chance(dayNumber(day));
    const sold: number[] = [];
    for (let i = 0; i < diners; i++) {
      const when = at(day, 12 * 60 + 2 + i * 4);
      const person = guests[(dayNumber(day) * 7 + i * 5) % guests.length];
      if (!person || when >= now) break;
      setNow(when + 2_000);
      const dishes = Array.from({ length: 2 + (i % 2) }, (_, n) => {
        const { dishId, name, unitPriceFen } = offered[(i * 2 + n * 3) % offered.length]!;
        return { dishId, name, unitPriceFen, quantity: n === 0 && i % 4 === 0 ? 2 : 1 };
      });
      const outcome = await swipeNow(life.services, { device: counter, person, when, dishes }, by);
      if (!isRefusal(outcome) && 'posted' in outcome) sold.push(outcome.posted.postingId);
    }
    const wrong = sold.at(-1);
    if (wrong === undefined || at(day, 13 * 60 + 20) >= now) continue;
    setNow(at(day, 13 * 60 + 20));
    const reverse = { id: wrong, amountFen: null, reason: '菜品偏咸，退还本单' };
    await life.actor.call(`${area}/consume`, 'reverse', reverse, `demo-dish-back-${day}`);
  }
  setNow(now);
}
