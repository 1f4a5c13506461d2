/** Copying a week and laying a cycle over dates: one plan for both, shown before it is written. */
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import { type ConflictMode, type CycleCell, layCycle, withOthers } from '../cycles/cycles.ts';
import { addDays, mondayOf, weekdayOf } from './days.ts';
import { withForecasts } from './forecast.ts';
import { isOpen, menuFlow } from './menu-flow.ts';
import { type Cell, type CellItem, cellKey, newItem, saveCells, type Unwritten } from './save-cells.ts';
import { daysOff, readCells } from './week.ts';

export interface LayPlan {
  cells: Cell[];
  /** Cells that stay as they are, and why. */
  skipped: Unwritten[];
  /** Cells that had dishes and get others. */
  changed: number;
}

export interface LaidDown {
  written: number;
  changed: number;
  skipped: Unwritten[];
}

/** Longest range laid over at once. */
export const mostDays = 92;

/** Cells of a plan against what is there: locked ones are skipped, filled ones by the mode. */
export async function against(ctx: Ctx, wanted: readonly Cell[], mode: ConflictMode): Promise<LayPlan> {
  const days = wanted.map((cell) => cell.date).sort();
  if (days.length === 0) return { cells: [], skipped: [], changed: 0 };
  const there = new Map((await readCells(ctx, days[0]!, days.at(-1)!)).map((cell) => [cellKey(cell), cell]));
  const plan: LayPlan = { cells: [], skipped: [], changed: 0 };
  for (const cell of wanted) {
    const now = there.get(cellKey(cell));
    const { restaurantId, mealPeriodId, date } = cell;
    if (now && !isOpen(now.status)) {
      plan.skipped.push({ restaurantId, mealPeriodId, date, why: menuFlow.labelOf(now.status) });
      continue;
    }
    const items = withOthers<CellItem>(now?.items ?? [], cell.items, mode);
    if (now && now.items.length > 0 && mode === 'KEEP')
      plan.skipped.push({ restaurantId, mealPeriodId, date, why: '已排菜，保留' });
    else {
      if (now && now.items.length > 0) plan.changed += 1;
      plan.cells.push({ ...cell, items, version: now?.version ?? null });
    }
  }
  return plan;
}

const refuseRange = (from: string, to: string): Refusal | undefined => {
  if (to < from) return refuse('INVALID_FIELDS', { detail: '结束日期不能早于开始日期' }, { to: '不能早于开始日期' });
  return addDays(from, mostDays) <= to ? refuse('TOO_LARGE', { limit: `一次 ${mostDays} 天` }) : undefined;
};

export interface CopyOrder {
  /** Any day of the week copied from and of the one copied to. */
  fromWeek: string;
  toWeek: string;
  restaurantId: number | null;
  mode: ConflictMode;
}

async function copyPlan(ctx: Ctx, { fromWeek, toWeek, restaurantId, mode }: CopyOrder): Promise<LayPlan | Refusal> {
  const [source, target] = [mondayOf(fromWeek), mondayOf(toWeek)];
  if (source === target) return refuse('INVALID_FIELDS', { detail: '不能复制到同一周' }, { toWeek: '不能是同一周' });
  const cells = await readCells(ctx, source, addDays(source, 6), restaurantId ?? undefined);
  const off = await daysOff(ctx, target, addDays(target, 6));
  const wanted: Cell[] = [];
  const skipped: Unwritten[] = [];
  for (const cell of cells.filter((one) => one.items.length > 0)) {
    const date = addDays(target, weekdayOf(cell.date) - 1);
    const { restaurantId: place, mealPeriodId } = cell;
    // A week that had its Saturday copies it; days off of the new week are said.
    if (off.has(date) && weekdayOf(date) < 6) skipped.push({ restaurantId: place, mealPeriodId, date, why: '休息日' });
    else wanted.push({ restaurantId: place, mealPeriodId, date, items: cell.items, copiedFrom: cell.menuId });
  }
  const plan = await against(ctx, wanted, mode);
  return { ...plan, skipped: [...skipped, ...plan.skipped] };
}

export interface CycleOrder {
  cycleId: number;
  restaurantId: number;
  from: string;
  to: string;
  firstWeek: number;
  onDaysOff: 'SKIP' | 'SHIFT';
  mode: ConflictMode;
}

export async function readCycle(
  ctx: Ctx,
  id: number,
): Promise<{ name: string; weeks: number; cells: CycleCell[] } | undefined> {
  const cycle = await ctx.db.selectFrom('menu_cycle').selectAll().where('id', '=', id).executeTakeFirst();
  if (!cycle) return undefined;
  const cells = await ctx.db
    .selectFrom('menu_cycle_cell')
    .selectAll()
    .where('cycle_id', '=', id)
    .orderBy('sort')
    .execute();
  return {
    name: cycle.name,
    weeks: cycle.weeks,
    cells: cells.map((cell) => ({
      weekNo: cell.week_no,
      weekday: cell.weekday,
      mealPeriodId: cell.meal_period_id,
      dishId: cell.dish_id,
      priceFen: cell.price_fen,
      planQty: cell.plan_qty,
    })),
  };
}

async function cyclePlan(ctx: Ctx, order: CycleOrder): Promise<LayPlan | Refusal> {
  const wrong = refuseRange(order.from, order.to);
  if (wrong) return wrong;
  const cycle = await readCycle(ctx, order.cycleId);
  if (!cycle) return refuse('NOT_FOUND');
  const off = await daysOff(ctx, order.from, order.to);
  const dishes = await ctx.db
    .selectFrom('dish')
    .select(['id', 'price_fen'])
    .where('id', 'in', [0, ...new Set(cycle.cells.map((cell) => cell.dishId))])
    .execute();
  const priceOf = new Map(dishes.map((dish) => [dish.id, dish.price_fen ?? 0]));
  const byDay = Map.groupBy(cycle.cells, (cell) => (cell.weekNo - 1) * 7 + cell.weekday - 1);
  const laid = layCycle(
    {
      weeks: cycle.weeks,
      from: order.from,
      to: order.to,
      firstWeek: Math.min(order.firstWeek, cycle.weeks),
      isOff: (date) => off.has(date),
      onDaysOff: order.onDaysOff,
    },
    [...byDay.keys()],
  );
  const wanted = laid.flatMap(({ date, weekNo, weekday }) => {
    const cells = byDay.get((weekNo - 1) * 7 + weekday - 1) ?? [];
    return [...Map.groupBy(cells, (cell) => cell.mealPeriodId)].map(
      ([mealPeriodId, items]): Cell => ({
        restaurantId: order.restaurantId,
        mealPeriodId,
        date,
        items: items.map((item) =>
          newItem(item.dishId, item.priceFen ?? priceOf.get(item.dishId) ?? 0, item.planQty ?? 0),
        ),
      }),
    );
  });
  return against(ctx, wanted, order.mode);
}

/** Writes a plan with the portions foretold; without `write` it only says what it would do. */
export async function layDown(ctx: Ctx, { cells, changed, skipped }: LayPlan, write: boolean): Promise<LaidDown> {
  if (!write) return { written: cells.length, changed, skipped };
  const { written, unwritten } = await saveCells(ctx, await withForecasts(ctx, cells));
  return { written, changed, skipped: [...skipped, ...unwritten] };
}

const done = async (ctx: Ctx, plan: LayPlan | Refusal, write: boolean): Promise<LaidDown | Refusal> =>
  isRefusal(plan) ? plan : layDown(ctx, plan, write);

/** Copies a week onto another; without `write` it only says what it would do. */
export const copyWeek = async (ctx: Ctx, order: CopyOrder, write: boolean) =>
  done(ctx, await copyPlan(ctx, order), write);
/** Lays a cycle over a range; without `write` it only says what it would do. */
export const applyCycle = async (ctx: Ctx, order: CycleOrder, write: boolean) =>
  done(ctx, await cyclePlan(ctx, order), write);
