/** Meals of a span as nutrition reads them: published ones as they were kept, others as their dishes are today. */
import { sql } from 'kysely';
import { dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { readServed } from '../menus/read-dishes.ts';
import { readSettings } from '../menus/rules.ts';
import { nothing } from './amounts.ts';
import { isStaple, type ServedItem, type ServedMeal } from './eaten.ts';
import type { NutrientKey } from './nutrients.ts';
import type { AgeGroup, Standard } from './standards.ts';
import { evenly, mixOf, type Target, targetOf } from './targets.ts';

export interface Span {
  from: string;
  to: string;
  restaurantIds?: readonly number[] | undefined;
  mealPeriodIds?: readonly number[] | undefined;
}

/** Meals with dishes, withdrawn ones left out. */
export async function readMeals(ctx: Ctx, { from, to, restaurantIds, mealPeriodIds }: Span): Promise<ServedMeal[]> {
  let query = ctx.db
    .selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .innerJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.dish_id'),
    )
    .innerJoin('food_type as t', 't.id', 'd.type_id')
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'i.organization_id').onRef('r.id', '=', 'i.restaurant_id'),
    )
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.meal_period_id'),
    )
    .select([
      'i.menu_id',
      'i.dish_id',
      'i.plan_qty',
      'i.amounts',
      'i.recipe',
      'i.menu_date',
      'i.restaurant_id',
      'i.meal_period_id',
      'p.name as mealName',
      't.name as typeName',
      sql<boolean>`r.consume_mode in ('DISH', 'WEIGH')`.as('choice'),
    ])
    .where('i.menu_date', '>=', from)
    .where('i.menu_date', '<=', to)
    .where('m.status', '<>', 'WITHDRAWN');
  if (restaurantIds && restaurantIds.length > 0) query = query.where('i.restaurant_id', 'in', [...restaurantIds]);
  if (mealPeriodIds && mealPeriodIds.length > 0) query = query.where('i.meal_period_id', 'in', [...mealPeriodIds]);
  const rows = await query.orderBy('i.menu_date').orderBy('i.menu_id').orderBy('i.sort').execute();
  const live = await liveDishes(
    ctx,
    rows.filter((row) => row.amounts === null).map((row) => row.dish_id),
  );
  return [...Map.groupBy(rows, (row) => row.menu_id).values()].map((items) => {
    const [first] = items;
    return {
      date: first!.menu_date,
      restaurantId: first!.restaurant_id,
      mealPeriodId: first!.meal_period_id,
      mealName: first!.mealName,
      choice: first!.choice,
      items: items.map((row): ServedItem => {
        const now = live.get(row.dish_id);
        return {
          dishId: row.dish_id,
          planQty: row.plan_qty,
          staple: isStaple(row.typeName),
          amounts: row.amounts ?? now?.amounts ?? { ...nothing, portions: 1, blind: 1 },
          lines: row.recipe ?? now?.lines ?? [],
        };
      }),
    };
  });
}

/** Dishes as they are today, for menus that are not published yet. */
async function liveDishes(ctx: Ctx, ids: readonly number[]) {
  const found = new Map<number, { amounts: ServedItem['amounts']; lines: ServedItem['lines'] }>();
  if (ids.length === 0) return found;
  const day = dateAt(ctx.clock.now());
  const dishes = (await readServed(ctx.db, ids, [day])).get(day)!;
  for (const dish of dishes.values()) found.set(dish.id, { amounts: dish.amounts, lines: dish.kept });
  return found;
}

export async function readStandards(ctx: Ctx): Promise<Standard[]> {
  const rows = await ctx.db.selectFrom('nutrition_standard').selectAll().execute();
  return rows.map((row) => ({
    kind: row.kind === 'PUPIL' ? 'PUPIL' : 'ADULT',
    ageGroup: row.age_group as AgeGroup,
    gender: row.gender === 'F' ? 'F' : 'M',
    nutrient: row.nutrient as NutrientKey,
    low: row.low,
    high: row.high,
    source: row.source,
    confidence: row.confidence === 'HIGH' ? 'HIGH' : row.confidence === 'MEDIUM' ? 'MEDIUM' : 'LOW',
    fromDate: row.from_date,
  }));
}

/** Target of a day for the unit: of one age group, of the mix it set, else of its people by birthday and gender. */
export async function readTarget(ctx: Ctx, ageGroup: string | null, day: string): Promise<Target> {
  const standards = await readStandards(ctx);
  if (ageGroup) return targetOf(evenly(ageGroup), standards, day);
  const { peopleMix } = await readSettings(ctx);
  if (peopleMix.length > 0) return targetOf(peopleMix, standards, day);
  const people = await ctx.db
    .selectFrom('person')
    .select(['birthday', 'gender'])
    .where('organization_id', '=', ownOrganization(ctx))
    .where('status', '=', 'NORMAL')
    .where('birthday', 'is not', null)
    .execute();
  return targetOf(mixOf(people, day), standards, day);
}
