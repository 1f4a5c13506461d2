/** 备餐单 of one meal: its dishes with the portions to make, who must not eat what, and what is needed for it. */
import { sql } from 'kysely';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { toldStatuses } from '../menus/menu-flow.ts';
import { readServed } from '../menus/read-dishes.ts';
import { foodClasses } from '../nutrition/food-classes.ts';
import { allergensOf } from '../nutrition/recipe.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { portionState, standingLine } from '../sales/portion-sql.ts';
import { readStuffs } from '../stuffs/read-stuffs.ts';
import { type Basis, type Needed, neededFor, portionsOf } from './portions.ts';

export interface KitchenDish {
  id: number;
  name: string;
  typeName: string;
  planQty: number;
  orderedQty: number;
  deliveredQty: number;
  qty: number;
  stopped: boolean;
  cookName: string;
  needSample: boolean;
  /** Null: nobody declared them. */
  allergens: string[] | null;
  remarks: string;
  hasRecipe: boolean;
}

export interface KitchenSheet {
  menuId: number;
  date: string;
  place: string;
  meal: string;
  published: boolean;
  basis: Basis;
  reported: number;
  /** Of them reported after the cut-off. */
  late: number;
  /** Of departments that reported no names. */
  counted: number;
  /** Portions ordered without a dish. */
  plain: number;
  ordered: number;
  /** Guests who are expected. */
  guests: number;
  /** In words, of the whole unit; empty where none was made. */
  forecast: string;
  /** Diners with an allergy, by allergen; no names. */
  careful: { allergen: string; people: number }[];
  dishes: KitchenDish[];
  needed: Needed[];
}

export interface MealOnSheet {
  id: number;
  label: string;
}

/** Meals with dishes of a day. */
export async function mealsOf(ctx: Ctx, day: string): Promise<MealOnSheet[]> {
  const rows = await ctx.db
    .selectFrom('food_menu as m')
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'm.organization_id').onRef('r.id', '=', 'm.restaurant_id'),
    )
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'm.organization_id').onRef('p.id', '=', 'm.meal_period_id'),
    )
    .where('m.menu_date', '=', day)
    .where('m.status', '<>', 'WITHDRAWN')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('food_menu_item as i')
          .whereRef('i.organization_id', '=', 'm.organization_id')
          .whereRef('i.menu_id', '=', 'm.id')
          .select('i.id'),
      ),
    )
    .orderBy('p.start_time')
    .orderBy('r.id')
    .select(['m.id', 'r.name as place', 'p.name as meal'])
    .execute();
  return rows.map((row) => ({ id: row.id, label: `${row.meal} · ${row.place}` }));
}

/** The day a first look shows: today, or the next one with a menu, or the last. */
export async function dayToShow(ctx: Ctx): Promise<string> {
  const today = dateAt(ctx.clock.now());
  const { next, last } = await ctx.db
    .selectFrom('food_menu')
    .where('status', '<>', 'WITHDRAWN')
    .select([
      sql<string | null>`min(menu_date) filter (where menu_date >= ${today}::date)`.as('next'),
      sql<string | null>`max(menu_date)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  return next ?? last ?? today;
}

interface Meal {
  id: number;
  date: string;
  restaurantId: number;
  mealPeriodId: number;
}

async function orderedOf(ctx: Ctx, { date, restaurantId, mealPeriodId }: Meal) {
  return ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .where('x.dining_date', '=', date)
    .where('x.restaurant_id', '=', restaurantId)
    .where('x.meal_period_id', '=', mealPeriodId)
    .where(sql<boolean>`${portionState} in ('WAITING', 'PICKED', 'LEFT')`)
    .groupBy('x.menu_item_id')
    .select([
      'x.menu_item_id as itemId',
      sql<number>`sum(x.qty)::int`.as('qty'),
      sql<number>`coalesce(sum(x.qty) filter (where o.pickup = 'DELIVERY'), 0)::int`.as('delivered'),
      sql<string>`coalesce(left(string_agg(distinct nullif(o.remark, ''), '；'), 200), '')`.as('remarks'),
    ])
    .execute();
}

async function reportedOf(ctx: Ctx, { date, restaurantId, mealPeriodId }: Meal) {
  return ctx.db
    .selectFrom('meal_report as r')
    .where('r.dining_date', '=', date)
    .where('r.restaurant_id', '=', restaurantId)
    .where('r.meal_period_id', '=', mealPeriodId)
    .where('r.status', '=', 'REPORTED')
    .select([
      sql<number>`coalesce(sum(r.portions), 0)::int`.as('reported'),
      sql<number>`coalesce(sum(r.portions) filter (where r.late), 0)::int`.as('late'),
    ])
    .executeTakeFirstOrThrow();
}

async function countedOf(ctx: Ctx, { date, restaurantId, mealPeriodId }: Meal): Promise<number> {
  const { counted } = await ctx.db
    .selectFrom('meal_count as c')
    .where('c.dining_date', '=', date)
    .where('c.restaurant_id', '=', restaurantId)
    .where('c.meal_period_id', '=', mealPeriodId)
    .where('c.status', '=', 'REPORTED')
    .select(sql<number>`coalesce(sum(c.portions), 0)::int`.as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
}

async function guestsOf(ctx: Ctx, { date, restaurantId, mealPeriodId }: Meal): Promise<number> {
  const { guests } = await ctx.db
    .selectFrom('guest_meal as g')
    .where('g.dining_date', '=', date)
    .where('g.restaurant_id', '=', restaurantId)
    .where('g.meal_period_id', '=', mealPeriodId)
    .where('g.status', 'in', ['APPROVED', 'SERVED', 'CHARGED'])
    .select(sql<number>`coalesce(sum(g.heads), 0)::int`.as('guests'))
    .executeTakeFirstOrThrow();
  return guests;
}

/** Diners of the meal who must not eat something, by what it is. */
async function carefulOf(ctx: Ctx, { date, restaurantId, mealPeriodId }: Meal) {
  const diners = ctx.db
    .selectFrom('meal_report as r')
    .where('r.dining_date', '=', date)
    .where('r.restaurant_id', '=', restaurantId)
    .where('r.meal_period_id', '=', mealPeriodId)
    .where('r.status', '=', 'REPORTED')
    .select('r.person_id')
    .union(
      ctx.db
        .selectFrom('meal_order as o')
        .where('o.dining_date', '=', date)
        .where('o.restaurant_id', '=', restaurantId)
        .where('o.meal_period_id', '=', mealPeriodId)
        .where(sql<boolean>`${portionState} in ('WAITING', 'PICKED', 'LEFT')`)
        .select('o.person_id'),
    );
  return ctx.db
    .selectFrom('person as p')
    .innerJoin(sql<{ kind: string }>`lateral unnest(p.allergens)`.as<'a'>(sql`a (kind)`), (on) => on.onTrue())
    .where('p.id', 'in', diners)
    .groupBy('a.kind')
    .orderBy('a.kind')
    .select(['a.kind as allergen', sql<number>`count(*)::int`.as('people')])
    .execute();
}

/** What was foretold for the meal of the whole unit; nothing to who sees some of its restaurants. */
async function forecastOf(ctx: Ctx, { date, mealPeriodId }: Meal): Promise<string> {
  if (ctx.scope.restaurants !== 'ALL') return '';
  const row = await ctx.db
    .selectFrom('meal_forecast as f')
    .where('f.dining_date', '=', date)
    .where('f.meal_period_id', '=', mealPeriodId)
    .where('f.told', '<>', 'NONE')
    .select([
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end + f.guests`.as('portions'),
      sql<number | null>`f.low + f.guests`.as('low'),
      sql<number | null>`f.high + f.guests`.as('high'),
    ])
    .executeTakeFirst();
  if (!row) return '';
  return row.low === null || row.high === null ? `${row.portions} 份` : `${row.portions} 份（${row.low}–${row.high}）`;
}

/** The sheet of a menu; undefined for one that is not the unit's. Without a basis: by what was asked for, where it was. */
export async function kitchenSheet(ctx: Ctx, menuId: number, wanted: Basis | null): Promise<KitchenSheet | undefined> {
  const menu = await ctx.db
    .selectFrom('food_menu as m')
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'm.organization_id').onRef('r.id', '=', 'm.restaurant_id'),
    )
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'm.organization_id').onRef('p.id', '=', 'm.meal_period_id'),
    )
    .where('m.id', '=', menuId)
    .select([
      'm.id',
      'm.menu_date as date',
      'm.restaurant_id as restaurantId',
      'm.meal_period_id as mealPeriodId',
      'm.status',
      'r.name as place',
      'p.name as meal',
    ])
    .executeTakeFirst();
  if (!menu) return undefined;
  const items = await ctx.db
    .selectFrom('food_menu_item')
    .selectAll()
    .where('menu_id', '=', menuId)
    .orderBy('sort')
    .execute();
  const served = (
    await readServed(
      ctx.db,
      items.map((item) => item.dish_id),
      [menu.date],
    )
  ).get(menu.date)!;
  const kept = await unitRecipes.read(
    ctx.db,
    items.flatMap((item) => item.dish_version_id ?? []),
  );
  const linesOf = (item: (typeof items)[number]) =>
    kept.get(item.dish_version_id ?? 0)?.lines ?? served.get(item.dish_id)?.lines ?? [];
  const stuffs = await readStuffs(
    ctx.db,
    items.flatMap((item) => linesOf(item).map((line) => line.foodStuffId)),
    menu.date,
  );
  const orders = await orderedOf(ctx, menu);
  const orderOf = new Map(orders.map((row) => [row.itemId, row]));
  const { reported, late } = await reportedOf(ctx, menu);
  const counted = await countedOf(ctx, menu);
  const guests = await guestsOf(ctx, menu);
  const plain = orderOf.get(null)?.qty ?? 0;
  const ordered = orders.reduce((sum, row) => sum + row.qty, 0);
  const basis: Basis = wanted ?? (reported + counted + ordered + guests > 0 ? 'ASKED' : 'PLAN');
  const planned = items.map((item) => ({
    planQty: item.plan_qty,
    orderedQty: orderOf.get(item.id)?.qty ?? 0,
    stopped: item.status !== 'ON',
  }));
  const portions = portionsOf(planned, reported + counted + plain + guests, basis);
  const dishes = items.map((item, i): KitchenDish & { lines: ReturnType<typeof linesOf> } => {
    const dish = served.get(item.dish_id);
    const lines = linesOf(item);
    return {
      id: item.id,
      name: item.dish_name ?? dish?.name ?? '',
      typeName: dish?.typeName ?? '',
      ...planned[i]!,
      deliveredQty: orderOf.get(item.id)?.delivered ?? 0,
      qty: portions[i]!,
      cookName: item.cook_name,
      needSample: item.need_sample,
      allergens: item.allergens ?? allergensOf(lines, stuffs, dish?.mayContain ?? []),
      remarks: orderOf.get(item.id)?.remarks ?? '',
      hasRecipe: lines.length > 0,
      lines,
    };
  });
  const places = foodClasses.map((one) => one.value as string);
  return {
    menuId: menu.id,
    date: menu.date,
    place: menu.place,
    meal: menu.meal,
    published: (toldStatuses as readonly string[]).includes(menu.status),
    basis,
    reported,
    late,
    counted,
    plain,
    ordered,
    guests,
    forecast: await forecastOf(ctx, menu),
    careful: await carefulOf(ctx, menu),
    needed: neededFor(dishes, stuffs)
      .filter((one) => one.foodClass !== 'WATER')
      .sort((a, b) => places.indexOf(a.foodClass) - places.indexOf(b.foodClass) || b.boughtG - a.boughtG),
    dishes: dishes.map(({ lines: _, ...dish }) => dish),
  };
}
