/** What the week's calls bring, checked: shapes, bounds, and records the session can see. */
import { z } from 'zod';
import { isDate } from '../../../kit/define/check-value.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { mostMenus } from './publish.ts';
import type { Cell } from './save-cells.ts';
import '../tables.ts';

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Days of this century: weeks before and after one are days as well. */
const date = z.string().refine((day) => isDate(day) && day >= '2000-01-01' && day < '2100-01-01');
const mode = z.enum(['KEEP', 'REPLACE', 'MERGE']);

/** Most dishes of one meal. */
export const mostItems = 60;
/** Most cells of one save: eight weeks of five restaurants and three meals. */
const mostCells = 840;

export const itemBody = z.object({
  dishId: id,
  priceFen: z.int().min(0).max(1_000_000),
  planQty: z.int().min(0).max(100_000),
  orderLimit: z.int().min(0).max(100_000).nullable(),
  limitPerPerson: z.int().min(1).max(99).nullable(),
  cookName: z.string().max(20),
  needSample: z.boolean(),
});

export const bodies = {
  week: z.object({ date }),
  save: z.object({
    cells: z
      .array(
        z.object({
          restaurantId: id,
          mealPeriodId: id,
          date,
          version: z.int().min(1).nullable(),
          items: z.array(itemBody).max(mostItems),
        }),
      )
      .min(1)
      .max(mostCells),
  }),
  ids: z.object({ ids: z.array(id).min(1).max(mostMenus) }),
  publish: z.object({ ids: z.array(id).min(1).max(mostMenus), agreed: z.boolean().default(false) }),
  withdraw: z.object({ ids: z.array(id).min(1).max(mostMenus), reason: z.string().trim().min(2).max(200) }),
  copy: z.object({ fromWeek: date, toWeek: date, restaurantId: id.nullable(), mode }),
  apply: z.object({
    cycleId: id,
    restaurantId: id,
    from: date,
    to: date,
    firstWeek: z.int().min(1).max(8),
    onDaysOff: z.enum(['SKIP', 'SHIFT']),
    mode,
  }),
  importWeek: z.object({ fileKey: z.string().min(1).max(200), date, restaurantId: id, mode }),
  weekFile: z.object({ date, restaurantId: id }),
  link: z.object({ restaurantId: id, untilDate: date.nullable() }),
  endLink: z.object({ restaurantId: id }),
  template: z.object({
    name: z.string().trim().min(1).max(40),
    fromWeek: date,
    weeks: z.int().min(1).max(8),
    restaurantId: id,
  }),
  stop: z.object({ id, status: z.enum(['SOLD_OUT', 'STOPPED']) }),
  item: z.object({
    id,
    status: z.enum(['ON', 'SOLD_OUT', 'STOPPED']).optional(),
    orderLimit: z.int().min(0).max(100_000).nullable().optional(),
    limitPerPerson: z.int().min(1).max(99).nullable().optional(),
    priceFen: z.int().min(0).max(1_000_000).optional(),
  }),
};

/** NOT_FOUND for records of other units, MENU_CLOSED_PLACE for a restaurant or meal that is not served. */
export async function refuseCells(ctx: Ctx, cells: readonly Cell[]): Promise<Refusal | undefined> {
  const places = new Map(
    (await ctx.db.selectFrom('restaurant').select(['id', 'name', 'status', 'meal_period_ids']).execute()).map((one) => [
      one.id,
      one,
    ]),
  );
  const meals = new Map(
    (await ctx.db.selectFrom('meal_period').select(['id', 'name', 'status']).execute()).map((one) => [one.id, one]),
  );
  for (const cell of cells) {
    const [place, meal] = [places.get(cell.restaurantId), meals.get(cell.mealPeriodId)];
    if (!place || !meal) return refuse('NOT_FOUND');
    const served = place.meal_period_ids.length === 0 || place.meal_period_ids.includes(meal.id);
    if (cell.items.length > 0 && (place.status !== 'NORMAL' || meal.status !== 'NORMAL' || !served))
      return refuse('MENU_CLOSED_PLACE', { place: place.name, meal: meal.name });
    if (new Set(cell.items.map((item) => item.dishId)).size < cell.items.length)
      return refuse('NO_CHANGE', { why: `${cell.date} ${meal.name} 有重复的菜品` });
  }
  const wanted = [...new Set(cells.flatMap((cell) => cell.items.map((item) => item.dishId)))];
  const known = await ctx.db
    .selectFrom('dish')
    .select('id')
    .where('id', 'in', [0, ...wanted])
    .execute();
  return known.length < wanted.length ? refuse('NOT_FOUND') : undefined;
}
