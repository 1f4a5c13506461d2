/**
 * What was cooked and not served of a dish on a published menu, item `i` of menu `m`, once its day is over: in grams of its recipe and
 * in what it cost when it was published. What is not known is null, never nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { listQueryOf } from '../../../kit/server/page/list-query.ts';
import { sumRows } from '../../../kit/server/query/list-totals.ts';
import { returnedQty, soldOfItem } from './portion-sql.ts';
import { knownWaste, type WasteFigures, wasteSum } from './waste-words.ts';

/** A meal is compared with one of its kind of the last week. */
const lookBackDays = 8;

/**
 * Joins as `k`: did all who ate at that meal and place have their dishes noted, at a till or by an order, and how many ate? Where people
 * pay for the meal alone nobody knows what was left, only that nobody took more than one of a dish. Asked by the menu's number alone it is
 * read once for all dishes of a meal, and one row of totals is left out where nothing of it is asked.
 */
export const servedByDish = sql<{
  noted: boolean | null;
  heads: number;
}>`(select bool_or(each.people > 0 and each.people >= ate.heads) as noted, coalesce(max(ate.heads), 0) as heads
  from food_menu c
  cross join lateral (select count(*) as people from (
    select coalesce(nullif(l.person_id, 0), -l.trade_id) from trade_item l
    left join posting_reversed v on v.organization_id = l.organization_id and v.posting_id = l.trade_id
    where l.organization_id = c.organization_id and l.kind = 'DISH' and l.business_date = c.menu_date
      and l.restaurant_id = c.restaurant_id and l.meal_period_id = c.meal_period_id and l.status = 'SETTLED'
      and l.quantity > ${returnedQty}
    union select e.person_id from meal_order e where e.organization_id = c.organization_id and e.menu_id = c.id
      and e.status = 'EATEN') one) each
  cross join lateral (select coalesce(sum(e.heads), 0) as heads from consumed_by_place e
    where e.organization_id = c.organization_id and e.business_date = c.menu_date and e.meal_period_id = c.meal_period_id
      and e.restaurant_id = c.restaurant_id) ate
  where c.organization_id = m.organization_id and c.id = m.id and c.status = 'CLOSED')`.as('k');

const portionGrams = sql`(select sum((line ->> 'net')::numeric) from jsonb_array_elements(i.recipe) line)`;
const portionFen = sql`(case when i.unpriced = 0 and jsonb_array_length(i.recipe) > 0 then i.cost_fen end)`;

const made = sql`coalesce(i.made_qty, i.plan_qty)`;

/**
 * `sold`: portions handed out. What was made (or planned, where nobody said how many were made) and not sold is wasted; where not all
 * who ate had their dishes noted, at least what was made beyond one for each of them. Nothing left is nothing wasted, whatever it was
 * made of.
 */
export function wasteOf(sold: RawBuilder<unknown>) {
  const rest = sql`greatest(${made} - ${sold}, 0)`;
  const least = sql`nullif(greatest(${made} - greatest(${sold}, k.heads), 0), 0)`;
  // Null where the meal is not over, or nobody said how many there were to be.
  const known = sql`(case when ${made} > 0 then k.noted end)`;
  const times = (each: RawBuilder<unknown>) => sql<number | null>`(case when ${known} is null then null
    when k.noted and ${rest} = 0 then 0 when k.noted then round(${rest} * ${each})::bigint
    when k.heads > 0 then round(${least} * ${each})::bigint end)`;
  const [grams, fen] = [times(portionGrams), times(portionFen)];
  return {
    grams,
    fen,
    unknown: sql<number>`(case when m.status = 'CLOSED' and (${grams} is null or ${fen} is null) then 1 else 0 end)`,
    atLeast: sql<number>`(case when ${known} is false and ${grams} is not null then 1 else 0 end)`,
  };
}

/** What was wasted at a meal of a restaurant, of its dishes that are known. */
export interface MealWaste {
  organizationId: number;
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  /** Of no dish known: null. */
  grams: number | null;
  fen: number | null;
  /** Dishes of which grams or cost are not known. */
  unknown: number;
  /** Dishes of which only the least is known. */
  atLeast: number;
}

/** Meals that are over for which `where`, over `food_menu` as `m`, holds; none to who sees some departments of a unit. */
export async function wasteOfMeals(ctx: Ctx, where: RawBuilder<boolean>): Promise<MealWaste[]> {
  if (ctx.scope.departments !== 'ALL') return [];
  const { grams, fen, unknown, atLeast } = wasteOf(sql`sold.qty`);
  return ctx.db
    .selectFrom('food_menu as m')
    .innerJoin('food_menu_item as i', (on) =>
      on.onRef('i.organization_id', '=', 'm.organization_id').onRef('i.menu_id', '=', 'm.id'),
    )
    .innerJoinLateral(sql<{ qty: number }>`(select ${soldOfItem} as qty offset 0)`.as('sold'), (join) => join.onTrue())
    .leftJoinLateral(servedByDish, (join) => join.onTrue())
    .where('m.status', '=', 'CLOSED')
    .where(where)
    .groupBy(['m.organization_id', 'm.menu_date', 'm.meal_period_id', 'm.restaurant_id'])
    .orderBy('m.menu_date')
    .select([
      'm.organization_id as organizationId',
      'm.menu_date as diningDate',
      'm.meal_period_id as mealPeriodId',
      'm.restaurant_id as restaurantId',
      sql<number | null>`sum(${grams})::bigint`.as('grams'),
      sql<number | null>`sum(${fen})::bigint`.as('fen'),
      sql<number>`sum(${unknown})::int`.as('unknown'),
      sql<number>`sum(${atLeast})::int`.as('atLeast'),
    ])
    .execute();
}

/** The latest meal of its kind before a day of which some waste is known, over all restaurants or at one: what to cook less of. */
export async function lastWaste(
  ctx: Ctx,
  { date, mealPeriodIds, restaurantId }: { date: string; mealPeriodIds: readonly number[]; restaurantId?: number },
): Promise<Map<number, { date: string } & WasteFigures>> {
  const place = restaurantId === undefined ? sql`true` : sql`m.restaurant_id = ${restaurantId}`;
  const meals = await wasteOfMeals(
    ctx,
    sql<boolean>`m.meal_period_id = any(${mealPeriodIds}::bigint[]) and ${place}
      and m.menu_date < ${date}::date and m.menu_date >= ${date}::date - ${lookBackDays}::int`,
  );
  const found = new Map<number, { date: string } & WasteFigures>();
  for (const [mealPeriodId, own] of Map.groupBy(meals, (one) => one.mealPeriodId)) {
    const last = own.filter((one) => one.grams !== null || one.fen !== null).at(-1)?.diningDate;
    if (last !== undefined)
      found.set(mealPeriodId, { date: last, ...wasteSum(own.filter((one) => one.diningDate === last)) });
  }
  return found;
}

/**
 * The waste of the whole search in words, on the page that is asked for it: what is known, and of how many dishes it is not; a total
 * under the column would count those as nothing. Empty before any of its days is over.
 */
export async function wasteWords(ctx: Ctx, search: Search): Promise<string> {
  const entry = ctx.services.registry.at(ctx.path);
  const list = entry && listQueryOf(entry);
  const sums = list && (await sumRows(list, ctx, search, ['wasteGrams', 'wasteFen', 'wasteUnknown', 'wasteLeast']));
  const { wasteGrams = 0, wasteFen = 0, wasteUnknown = 0, wasteLeast = 0 } = sums ?? {};
  if (wasteGrams > 0 || wasteFen > 0)
    return `已过的日子浪费 ${knownWaste({
      grams: wasteGrams,
      fen: wasteFen,
      unknown: wasteUnknown,
      atLeast: wasteLeast,
    })}。`;
  return wasteUnknown > 0
    ? `已过的日子有 ${wasteUnknown} 道次浪费多少未知：没有配方或缺价格，或那一餐有人只付餐费、没有按菜记。`
    : '';
}
