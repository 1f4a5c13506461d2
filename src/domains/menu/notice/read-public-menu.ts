/** The published menus of a restaurant for whoever holds its code; one statement, no session (docs/adr/0009). */
import { labelIn } from '../../../kit/define/states.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { allergens } from '../../people/public.ts';
import { addDays, mondayOf } from '../menus/days.ts';
import { type Amounts, amountOf, cookedText, coverage, leastCoverage, nothing, sum } from '../nutrition/amounts.ts';
import { eatenAt, isStaple } from '../nutrition/eaten.ts';
import { nutrients, nutrientText } from '../nutrition/nutrients.ts';
import type { KeptLine } from '../tables.ts';
import type { PublicDish, PublicFigure, PublicMeal, PublicMenu } from './open/menu.open.ts';

interface Line {
  date: string;
  menuId: number;
  meal: string;
  start: string;
  end: string;
  choice: boolean;
  id: number;
  dishId: number;
  name: string;
  typeName: string;
  planQty: number;
  priceFen: number;
  priceMode: string;
  spicy: string;
  image: string | null;
  status: string;
  allergens: string[] | null;
  amounts: Amounts | null;
  recipe: KeptLine[] | null;
}

const daysShown = 14;
const shown = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'] as const;
const mostStuffs = 12;

/** Figures as they may be told to strangers: an unknown part makes «at least», too large a one makes them say nothing. */
export function publicFigures(of: Amounts): PublicFigure[] {
  return shown.map((key) => {
    const { label } = nutrients[key];
    const amount = amountOf(of, key);
    const known = coverage(of, key);
    if (amount === undefined || known < leastCoverage) return { label, text: '数据不足' };
    return { label, text: `${known < 0.995 ? '≥ ' : ''}${nutrientText(key, amount)}` };
  });
}

const offWords: Readonly<Record<string, PublicDish['off']>> = { SOLD_OUT: '已售罄', STOPPED: '停售' };

const dishOf = (line: Line): PublicDish => ({
  id: line.id,
  name: line.name,
  typeName: line.typeName,
  priceFen: line.priceMode === 'FREE' || line.priceFen === 0 ? null : line.priceFen,
  per100g: line.priceMode === 'PER_100G',
  spicy: Number(line.spicy),
  allergens: line.allergens?.map((one) => labelIn(allergens, one)) ?? null,
  image: line.image,
  madeOf: [...(line.recipe ?? [])]
    .filter((one) => one.foodClass !== 'WATER')
    .sort((a, b) => b.net - a.net)
    .slice(0, mostStuffs)
    .map((one) => one.name),
  figures: publicFigures(line.amounts ?? { ...nothing, portions: 1, blind: 1 }),
  off: offWords[line.status] ?? '',
});

function mealOf(lines: readonly Line[]): PublicMeal {
  const { date, meal, start, end, choice } = lines[0]!;
  const eaten = eatenAt({
    date,
    restaurantId: 0,
    mealPeriodId: 0,
    mealName: meal,
    choice,
    items: lines.map((line) => ({
      dishId: line.dishId,
      planQty: line.planQty,
      amounts: line.amounts ?? { ...nothing, portions: 1, blind: 1 },
      lines: line.recipe ?? [],
      staple: isStaple(line.typeName),
    })),
  });
  return { name: meal, start, end, choice, figures: publicFigures(eaten.amounts), dishes: lines.map(dishOf) };
}

/** Undefined once the restaurant or its unit no longer stands. */
export async function readPublicMenu(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  restaurantId: number,
): Promise<PublicMenu | undefined> {
  const today = dateAt(clock.now());
  const monday = mondayOf(today);
  const place = await pool.query<{ unit: string; restaurant: string }>(
    `select o.name as unit, r.name as restaurant from restaurant r join organization o on o.id = r.organization_id
      where r.organization_id = $1 and r.id = $2 and r.status = 'NORMAL' and o.status <> 'DISABLED'`,
    [organizationId, restaurantId],
  );
  if (!place.rows[0]) return undefined;
  const { rows } = await pool.query<Line>(
    `select i.menu_date as date, i.menu_id as "menuId", p.name as meal, p.start_time as start, p.end_time as "end",
       r.consume_mode in ('DISH', 'WEIGH') as choice, i.id, i.dish_id as "dishId", coalesce(i.dish_name, d.name) as name,
       t.name as "typeName", i.plan_qty as "planQty", i.price_fen as "priceFen", d.price_mode as "priceMode", d.spicy, d.image,
       i.status, i.allergens, i.amounts, i.recipe
     from food_menu_item i
     join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
     join restaurant r on r.organization_id = i.organization_id and r.id = i.restaurant_id
     join meal_period p on p.organization_id = i.organization_id and p.id = i.meal_period_id
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
     join food_type t on t.id = d.type_id
    where i.organization_id = $1 and i.restaurant_id = $2 and i.menu_date between $3 and $4
      and m.status in ('PUBLISHED', 'CLOSED')
    order by i.menu_date, p.start_time, p.id, i.sort, i.id`,
    [organizationId, restaurantId, monday, addDays(monday, daysShown - 1)],
  );
  const byDay = Map.groupBy(rows, (line) => line.date);
  return {
    ...place.rows[0],
    today,
    losses: cookedText(sum(rows.flatMap(({ amounts }) => amounts ?? []))),
    days: Array.from({ length: daysShown }, (_, i) => {
      const date = addDays(monday, i);
      return { date, meals: [...Map.groupBy(byDay.get(date) ?? [], (line) => line.menuId).values()].map(mealOf) };
    }),
  };
}
