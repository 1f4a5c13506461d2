/** Writing menus: any number of cells with a statement per table. A cell somebody changed meanwhile is left and named. */

import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { isOpen, menuFlow } from './menu-flow.ts';
import '../tables.ts';

export interface CellItem {
  dishId: number;
  priceFen: number;
  planQty: number;
  orderLimit: number | null;
  limitPerPerson: number | null;
  cookName: string;
  needSample: boolean;
}

export interface Cell {
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  /** Version the writer saw; null where there was no menu yet, undefined to write whatever is there. */
  version?: number | null;
  items: readonly CellItem[];
  copiedFrom?: number | null;
}

/** A cell that was not written: locked by its state, or changed by somebody since. */
export interface Unwritten {
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  why: string;
}

export const cellKey = (cell: { restaurantId: number; date: string; mealPeriodId: number }): string =>
  `${cell.restaurantId}|${cell.date}|${cell.mealPeriodId}`;

export const newItem = (dishId: number, priceFen: number, planQty = 0): CellItem => ({
  dishId,
  priceFen,
  planQty,
  orderLimit: null,
  limitPerPerson: null,
  cookName: '',
  needSample: true,
});

/** Menus of the cells' slots that are there already, locked. */
async function storedMenus(ctx: Ctx, cells: readonly Cell[]) {
  const rows = await sql<{
    id: number;
    restaurantId: number;
    date: string;
    mealPeriodId: number;
    status: string;
    version: number;
    makerName: string;
    updatedAt: string;
  }>`select m.id, m.restaurant_id as "restaurantId", m.menu_date as date, m.meal_period_id as "mealPeriodId", m.status, m.version,
      m.maker_name as "makerName", m.updated_at as "updatedAt"
    from food_menu m
    join unnest(${cells.map((c) => c.restaurantId)}::bigint[], ${cells.map((c) => c.date)}::date[],
      ${cells.map((c) => c.mealPeriodId)}::bigint[]) as k (restaurant_id, menu_date, meal_period_id)
      on k.restaurant_id = m.restaurant_id and k.menu_date = m.menu_date and k.meal_period_id = m.meal_period_id
    where m.organization_id = ${ownOrganization(ctx)} order by m.id for update of m`.execute(ctx.db);
  return new Map(rows.rows.map((row) => [cellKey(row), row]));
}

async function insertMenus(ctx: Ctx, cells: readonly Cell[]): Promise<Map<string, number>> {
  if (cells.length === 0) return new Map();
  const ids = await ctx.ids.take(cells.length);
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('food_menu')
    .values(
      cells.map((cell, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        restaurant_id: cell.restaurantId,
        menu_date: cell.date,
        meal_period_id: cell.mealPeriodId,
        copied_from: cell.copiedFrom ?? null,
        status: 'DRAFT',
        ...madeBy(ctx.session),
        published_at: null,
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })),
    )
    .execute();
  return new Map(cells.map((cell, i) => [cellKey(cell), ids[i]!]));
}

/** Items of the menus made equal to what the cells say; those that stay keep their ids. */
async function writeItems(ctx: Ctx, cells: readonly Cell[], idOf: ReadonlyMap<string, number>): Promise<void> {
  const rows = cells.flatMap((cell) =>
    cell.items.map((item, sort) => ({
      menu_id: idOf.get(cellKey(cell))!,
      restaurant_id: cell.restaurantId,
      menu_date: cell.date,
      meal_period_id: cell.mealPeriodId,
      dish_id: item.dishId,
      sort,
      price_fen: item.priceFen,
      plan_qty: item.planQty,
      order_limit: item.orderLimit,
      limit_per_person: item.limitPerPerson,
      cook_name: item.cookName,
      need_sample: item.needSample,
    })),
  );
  const ids = await ctx.ids.take(rows.length);
  const menuIds = cells.map((cell) => idOf.get(cellKey(cell))!);
  const data = JSON.stringify(rows.map((row, i) => ({ ...row, id: ids[i] })));
  const organization = ownOrganization(ctx);
  await sql`delete from food_menu_item i where i.organization_id = ${organization} and i.menu_id = any(${menuIds}::bigint[])
    and not exists (select 1 from jsonb_to_recordset(${data}::jsonb) as r (menu_id bigint, dish_id bigint)
      where r.menu_id = i.menu_id and r.dish_id = i.dish_id)`.execute(ctx.db);
  if (rows.length === 0) return;
  await sql`insert into food_menu_item (organization_id, id, menu_id, restaurant_id, menu_date, meal_period_id, dish_id, sort,
      price_fen, plan_qty, order_limit, limit_per_person, cook_name, need_sample)
    select ${organization}, r.id, r.menu_id, r.restaurant_id, r.menu_date, r.meal_period_id, r.dish_id, r.sort, r.price_fen,
      r.plan_qty, r.order_limit, r.limit_per_person, r.cook_name, r.need_sample
    from jsonb_to_recordset(${data}::jsonb) as r (id bigint, menu_id bigint, restaurant_id bigint, menu_date date,
      meal_period_id bigint, dish_id bigint, sort int, price_fen bigint, plan_qty int, order_limit int, limit_per_person int,
      cook_name text, need_sample boolean)
    on conflict (organization_id, menu_id, dish_id) do update set sort = excluded.sort, price_fen = excluded.price_fen,
      plan_qty = excluded.plan_qty, order_limit = excluded.order_limit, limit_per_person = excluded.limit_per_person,
      cook_name = excluded.cook_name, need_sample = excluded.need_sample, status = 'ON'`.execute(ctx.db);
}

export interface Saved {
  written: number;
  unwritten: Unwritten[];
}

/** Writes cells as drafts. Published, handed-in and ended ones, and those changed since they were seen, are named and left. */
export async function saveCells(ctx: Ctx, cells: readonly Cell[]): Promise<Saved> {
  if (cells.length === 0) return { written: 0, unwritten: [] };
  const stored = await storedMenus(ctx, cells);
  const unwritten: Unwritten[] = [];
  const good: Cell[] = [];
  for (const cell of cells) {
    const there = stored.get(cellKey(cell));
    const { restaurantId, mealPeriodId, date } = cell;
    if (there && !isOpen(there.status))
      unwritten.push({ restaurantId, mealPeriodId, date, why: `${menuFlow.labelOf(there.status)}，不能修改` });
    else if (cell.version !== undefined && (there?.version ?? null) !== cell.version)
      unwritten.push({
        restaurantId,
        mealPeriodId,
        date,
        why: there
          ? `已由 ${there.makerName} 于 ${there.updatedAt.slice(5, 16).replace('T', ' ')} 修改`
          : '已被他人清除',
      });
    else if (there || cell.items.length > 0) good.push(cell);
  }
  const fresh = good.filter((cell) => !stored.has(cellKey(cell)));
  const known = good.filter((cell) => stored.has(cellKey(cell)));
  const made = await insertMenus(ctx, fresh);
  if (known.length > 0)
    await ctx.db
      .updateTable('food_menu')
      .set((eb) => ({
        status: 'DRAFT',
        maker_id: ctx.session.accountId,
        maker_name: ctx.session.name,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where(
        'id',
        'in',
        known.map((cell) => stored.get(cellKey(cell))!.id),
      )
      .execute();
  const idOf = new Map([...made, ...known.map((cell) => [cellKey(cell), stored.get(cellKey(cell))!.id] as const)]);
  if (good.length > 0) await writeItems(ctx, good, idOf);
  if (good.length > 0) await ctx.audit({ action: '编辑菜谱', targetName: told(good) });
  return { written: good.length, unwritten };
}

function told(cells: readonly Cell[]): string {
  const days = cells.map((cell) => cell.date).sort();
  return `${days[0]}${days.length > 1 && days.at(-1) !== days[0] ? ` 至 ${days.at(-1)}` : ''} ${cells.length} 餐`;
}
