/** Templates and cycles: their cells out of a form, or out of weeks that are planned already. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { addDays, mondayOf, weekdayOf } from '../menus/days.ts';
import { readCells } from '../menus/week.ts';
import type { CycleCell } from './cycles.ts';
import '../tables.ts';

/** Writes the cells of a cycle anew. */
export async function writeCycleCells(ctx: Ctx, cycleId: number, cells: readonly CycleCell[]): Promise<void> {
  await ctx.db.deleteFrom('menu_cycle_cell').where('cycle_id', '=', cycleId).execute();
  if (cells.length === 0) return;
  await ctx.db
    .insertInto('menu_cycle_cell')
    .values(
      cells.map((cell, sort) => ({
        organization_id: ownOrganization(ctx),
        cycle_id: cycleId,
        week_no: cell.weekNo,
        weekday: cell.weekday,
        meal_period_id: cell.mealPeriodId,
        sort,
        dish_id: cell.dishId,
        price_fen: cell.priceFen,
        plan_qty: cell.planQty,
      })),
    )
    .execute();
}

/** Keeps the weeks from `fromWeek` on of a restaurant as a template (one week) or a cycle. */
export async function keepAsCycle(
  ctx: Ctx,
  { name, fromWeek, weeks, restaurantId }: { name: string; fromWeek: string; weeks: number; restaurantId: number },
): Promise<{ id: number } | Refusal> {
  const from = mondayOf(fromWeek);
  const known = await ctx.db.selectFrom('menu_cycle').select('id').where('name', '=', name).executeTakeFirst();
  if (known) return refuse('DUPLICATE', { label: '名称', value: name }, { name: `「${name}」已存在` });
  const cells = await readCells(ctx, from, addDays(from, weeks * 7 - 1), restaurantId);
  const kept = cells.flatMap((cell) =>
    cell.items.map(
      (item): CycleCell => ({
        weekNo: Math.floor((Date.parse(cell.date) - Date.parse(from)) / (7 * 86_400_000)) + 1,
        weekday: weekdayOf(cell.date),
        mealPeriodId: cell.mealPeriodId,
        dishId: item.dishId,
        priceFen: item.priceFen,
        planQty: item.planQty,
      }),
    ),
  );
  if (kept.length === 0) return refuse('NO_CHANGE', { why: '这几周还没有排菜' });
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('menu_cycle')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      name,
      weeks,
      remark: null,
      status: 'NORMAL',
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .execute();
  await writeCycleCells(ctx, id, kept);
  await ctx.audit({ action: '存为模板', targetId: id, targetName: name });
  return { id };
}
