/** A week's menu out of a table of the printed form: shown before it is written, what is not known told by name. */
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { readerOf, uploadedTable } from '../../../kit/server/sheet/sheet-rows.ts';
import { type SentFile, workbookFile } from '../../../kit/server/sheet/workbook-file.ts';
import '../tables.ts';
import type { ConflictMode } from '../cycles/cycles.ts';
import { weekdayNames, weekdayOf, weekOf } from '../menus/days.ts';
import { against, type LaidDown, layDown } from '../menus/lay-over.ts';
import { type Cell, newItem } from '../menus/save-cells.ts';
import { readCells } from '../menus/week.ts';
import { readWeekSheet, type SheetCell, sameName, type WeekNames, weekSheetRows } from './week-sheet.ts';

export interface WeekImport {
  fileKey: string;
  /** Any day of the week. */
  date: string;
  restaurantId: number;
  mode: ConflictMode;
}

export interface ImportedWeek extends LaidDown {
  /** What of the table is left out, and why. */
  faults: readonly string[];
}

/** Names of the week at the restaurant: the meals it serves, and all restaurants, itself first. NOT_FOUND where there is none. */
async function namesOf(ctx: Ctx, date: string, restaurantId: number): Promise<WeekNames | Refusal> {
  const places = await ctx.db.selectFrom('restaurant').select(['id', 'name', 'meal_period_ids']).execute();
  const own = places.find((place) => place.id === restaurantId);
  if (!own) return refuse('NOT_FOUND');
  const meals = await ctx.db
    .selectFrom('meal_period')
    .select(['id', 'name'])
    .where('status', '=', 'NORMAL')
    .orderBy('start_time')
    .execute();
  return {
    days: weekOf(date),
    meals: meals.filter(({ id }) => own.meal_period_ids.length === 0 || own.meal_period_ids.includes(id)),
    places: [own.name, ...places.filter((place) => place !== own).map((place) => place.name)],
  };
}

const mostNamed = 4;

/** Dishes by the names in the table; the newest of one name. */
async function dishesOf(ctx: Ctx, cells: readonly SheetCell[]): Promise<Map<string, { id: number; priceFen: number }>> {
  if (cells.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('dish').select(['id', 'name', 'price_fen']).orderBy('id').execute();
  return new Map(rows.map((row) => [sameName(row.name), { id: row.id, priceFen: row.price_fen ?? 0 }]));
}

/** Writes the table's meals as drafts; without `write` it only says what it would do. */
export async function importWeek(ctx: Ctx, order: WeekImport, write: boolean): Promise<ImportedWeek | Refusal> {
  const names = await namesOf(ctx, order.date, order.restaurantId);
  if (isRefusal(names)) return names;
  const read = await uploadedTable(readerOf(ctx), order.fileKey);
  if (isRefusal(read)) return read;
  const { cells, faults } = readWeekSheet(read.table, names);
  const known = await dishesOf(ctx, cells);
  const unknown = new Map<string, string[]>();
  const wanted = cells.map((cell): Cell => {
    const meal = names.meals.find(({ id }) => id === cell.mealPeriodId)?.name ?? '';
    const where = `${weekdayNames[weekdayOf(cell.date) - 1]}${meal}`;
    return {
      restaurantId: order.restaurantId,
      mealPeriodId: cell.mealPeriodId,
      date: cell.date,
      items: cell.dishes.flatMap(({ name, bare, priceFen }) => {
        const dish = known.get(sameName(name)) ?? known.get(sameName(bare));
        if (!dish) unknown.set(name, [...(unknown.get(name) ?? []), where]);
        return dish ? [newItem(dish.id, priceFen ?? dish.priceFen)] : [];
      }),
    };
  });
  const missing = [...unknown].map(
    ([name, at]) =>
      `单位菜品中没有「${name}」（${at.slice(0, mostNamed).join('、')}${at.length > mostNamed ? ' 等' : ''}）`,
  );
  const plan = await against(
    ctx,
    wanted.filter((cell) => cell.items.length > 0),
    order.mode,
  );
  return { ...(await layDown(ctx, plan, write)), faults: [...faults, ...missing] };
}

/** The week as it stands in the form that is read, so that a table can be filled in and brought back. */
export async function weekFile(
  ctx: Ctx,
  { date, restaurantId }: Pick<WeekImport, 'date' | 'restaurantId'>,
): Promise<SentFile | Refusal> {
  const names = await namesOf(ctx, date, restaurantId);
  if (isRefusal(names)) return names;
  const [from, to] = [names.days[0]!, names.days[6]!];
  const cells = await readCells(ctx, from, to, restaurantId);
  const dishes = await ctx.db
    .selectFrom('dish')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...new Set(cells.flatMap((cell) => cell.items.map((item) => item.dishId)))])
    .execute();
  const nameOf = new Map(dishes.map((dish) => [dish.id, dish.name]));
  const { titles, rows } = weekSheetRows(names, (day, mealPeriodId) => {
    const cell = cells.find((one) => one.date === day && one.mealPeriodId === mealPeriodId);
    return cell?.items.map((item) => nameOf.get(item.dishId) ?? '') ?? [];
  });
  return workbookFile(
    `${names.places[0]}周菜谱 ${from}`,
    { columns: titles.map((title, i) => ({ title, kind: 'text', width: i === 0 ? 10 : 22 })) },
    rows,
  );
}
