/** A week of menus as the grid shows it: places, meals, cells with their items, and the dishes to choose from. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Amounts } from '../nutrition/amounts.ts';
import type { ServedItem } from '../nutrition/eaten.ts';
import { readTarget } from '../nutrition/read-served.ts';
import type { Target } from '../nutrition/targets.ts';
import { wasteOfMeals } from '../sales/waste.ts';
import { knownWaste, shortWaste, wasteSum } from '../sales/waste-words.ts';
import type { KeptLine } from '../tables.ts';
import { addDays, mondayOf, weekOf } from './days.ts';
import { dishShares, type PlaceForecast, placeForecasts } from './forecast.ts';
import type { BanRule, DishFacts, Place } from './judge.ts';
import { readServed } from './read-dishes.ts';
import { readRules, readSettings } from './rules.ts';
import type { CellItem } from './save-cells.ts';

export interface WeekItem extends CellItem {
  id: number;
  status: string;
  /** Of the moment of publishing; null before. */
  kept: {
    name: string;
    costFen: number | null;
    unpriced: number;
    allergens: string[] | null;
    amounts: Amounts;
    lines: ServedItem['lines'];
  } | null;
}

export interface WeekCell {
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  menuId: number;
  status: string;
  version: number;
  makerName: string;
  mine: boolean;
  items: WeekItem[];
}

/** A dish of the side list. */
export interface WeekDish extends DishFacts {
  image: string | null;
  /** Newest day it was or will be on, anywhere; null when never. */
  lastDate: string | null;
  score: number | null;
  ratings: number;
  /** Of a meal's diners, those who take it, 0–1; null: it was not planned lately. */
  share: number | null;
  lines: ServedItem['lines'];
}

export interface Week {
  days: string[];
  /** Days off by the calendar. */
  off: string[];
  places: Place[];
  meals: { id: number; name: string }[];
  cells: WeekCell[];
  dishes: WeekDish[];
  rules: { school: boolean; bans: BanRule[]; repeatDays: number; costRatio: number | null; twoHands: boolean };
  /** Days dishes were on before this week, for repeats. */
  served: { restaurantId: number; dishId: number; date: string }[];
  accountId: number;
  /** What the unit's people need on its last day. */
  target: Target;
  /** Portions foretold of coming meals. */
  forecasts: PlaceForecast[];
  /** Of meals that are over what was made and not eaten, in words, and of all of them; empty while none is over. */
  wasted: { restaurantId: number; mealPeriodId: number; date: string; text: string }[];
  wastedWords: string;
}

/** Days off between two dates: the calendar's word first, else Saturdays and Sundays. */
export async function daysOff(ctx: Ctx, from: string, to: string): Promise<Set<string>> {
  const kinds = await ctx.db
    .selectFrom('calendar_day')
    .select(['day', 'kind'])
    .where('organization_id', '=', ownOrganization(ctx))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  const said = new Map(kinds.map((one) => [one.day, one.kind]));
  const off = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekend = weekOf(day).indexOf(day) >= 5;
    const kind = said.get(day);
    if (kind === 'HOLIDAY' || (weekend && kind !== 'WORKDAY')) off.add(day);
  }
  return off;
}

/** What nutrition asks of a line. */
const foodOf = ({ name, net, foodClass, mark }: KeptLine) => ({ name, net, foodClass, mark });

/** Cells of days, with their items in order. */
export async function readCells(ctx: Ctx, from: string, to: string, restaurantId?: number): Promise<WeekCell[]> {
  let query = ctx.db.selectFrom('food_menu').selectAll().where('menu_date', '>=', from).where('menu_date', '<=', to);
  if (restaurantId !== undefined) query = query.where('restaurant_id', '=', restaurantId);
  const menus = await query.orderBy('menu_date').execute();
  const items = await ctx.db
    .selectFrom('food_menu_item')
    .selectAll()
    .where('menu_id', 'in', [0, ...menus.map((menu) => menu.id)])
    .orderBy('sort')
    .execute();
  const byMenu = Map.groupBy(items, (item) => item.menu_id);
  return menus.map((menu) => ({
    restaurantId: menu.restaurant_id,
    mealPeriodId: menu.meal_period_id,
    date: menu.menu_date,
    menuId: menu.id,
    status: menu.status,
    version: menu.version,
    makerName: menu.maker_name,
    mine: menu.maker_id === ctx.session.accountId,
    items: (byMenu.get(menu.id) ?? []).map((item) => ({
      id: item.id,
      dishId: item.dish_id,
      priceFen: item.price_fen,
      planQty: item.plan_qty,
      orderLimit: item.order_limit,
      limitPerPerson: item.limit_per_person,
      cookName: item.cook_name,
      needSample: item.need_sample,
      status: item.status,
      kept:
        item.amounts === null
          ? null
          : {
              name: item.dish_name ?? '',
              costFen: item.cost_fen,
              unpriced: item.unpriced ?? 0,
              allergens: item.allergens,
              amounts: item.amounts,
              lines: (item.recipe ?? []).map(foodOf),
            },
    })),
  }));
}

/** What was made and not eaten of the meals of these days that are over, in words. */
async function wastedIn(ctx: Ctx, from: string, to: string): Promise<Pick<Week, 'wasted' | 'wastedWords'>> {
  const meals = await wasteOfMeals(ctx, sql<boolean>`m.menu_date >= ${from}::date and m.menu_date <= ${to}::date`);
  const all = wasteSum(meals);
  const known = all.grams !== null || all.fen !== null;
  return {
    wasted: meals.map(({ restaurantId, mealPeriodId, diningDate, ...waste }) => ({
      restaurantId,
      mealPeriodId,
      date: diningDate,
      text: shortWaste(waste),
    })),
    wastedWords:
      meals.length === 0
        ? ''
        : `已过 ${meals.length} 餐浪费 ${known ? knownWaste(all) : `未知（${all.unknown} 道次）`}`,
  };
}

/** The week that `date` lies in. */
export async function readWeek(ctx: Ctx, date: string): Promise<Week> {
  const days = weekOf(date);
  const [from, to] = [mondayOf(date), days[6]!];
  const settings = await readSettings(ctx);
  const rules = await readRules(ctx, from, to);
  const cells = await readCells(ctx, from, to);
  const meals = await ctx.db.selectFrom('meal_period').select(['id', 'name', 'status']).orderBy('start_time').execute();
  const shelf = (await readServed(ctx.db, null, [from])).get(from)!;
  const others = cells.flatMap((cell) => cell.items.map((item) => item.dishId)).filter((id) => !shelf.has(id));
  const gone = others.length > 0 ? (await readServed(ctx.db, others, [from])).get(from)! : new Map();
  const lasts = await ctx.db
    .selectFrom('food_menu_item')
    .select((eb) => ['dish_id', eb.fn.max('menu_date').as('last')])
    .where('menu_date', '<', from)
    .groupBy('dish_id')
    .execute();
  const ratings = await ctx.db
    .selectFrom('dish_rating')
    .select((eb) => ['dish_id', eb.fn.avg<string>('score').as('score'), eb.fn.countAll<number>().as('count')])
    .groupBy('dish_id')
    .execute();
  const shareOf = await dishShares(ctx, from);
  const lastOf = new Map(lasts.map((one) => [one.dish_id, one.last]));
  const ratingOf = new Map(ratings.map((one) => [one.dish_id, one]));
  const used = new Set(meals.filter((meal) => meal.status === 'NORMAL').map((meal) => meal.id));
  for (const cell of cells) used.add(cell.mealPeriodId);
  return {
    days,
    off: [...(await daysOff(ctx, from, to))],
    places: rules.places.filter((place) => place.open || cells.some((cell) => cell.restaurantId === place.id)),
    meals: meals.filter((meal) => used.has(meal.id)).map(({ id, name }) => ({ id, name })),
    cells,
    dishes: [...shelf.values(), ...gone.values()].map(
      ({ lines: _, mayContain: __, versionId: ___, kept, ...dish }) => ({
        ...dish,
        lines: kept.map(foodOf),
        lastDate: lastOf.get(dish.id) ?? null,
        score: ratingOf.has(dish.id) ? Math.round(Number(ratingOf.get(dish.id)!.score) * 10) / 10 : null,
        ratings: ratingOf.get(dish.id)?.count ?? 0,
        share: shareOf.get(dish.id) ?? null,
      }),
    ),
    rules: {
      school: rules.school,
      bans: [...rules.bans],
      repeatDays: settings.repeatDays,
      costRatio: settings.costRatio,
      twoHands: settings.twoHands,
    },
    served: rules.served.filter((one) => one.date < from),
    accountId: ctx.session.accountId,
    target: await readTarget(ctx, null, to),
    forecasts: await placeForecasts(ctx, from, to),
    ...(await wastedIn(ctx, from, to)),
  };
}
