/** What the week grid holds before it is saved: cells with their items, what was done and can be taken back. Pure. */
import { plannedBy } from '../kitchen/portions.ts';
import type { WeekCell, WeekItem } from './week.ts';

export type GridItem = Omit<WeekItem, 'id'> & { id: number | null };

export interface GridCell {
  key: string;
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  menuId: number | null;
  status: string | null;
  version: number | null;
  items: readonly GridItem[];
}

export type Grid = ReadonlyMap<string, GridCell>;

/** An item by its cell and dish: a dish is on a menu once. */
export interface ItemRef {
  key: string;
  dishId: number;
}

export const keyOf = (restaurantId: number, date: string, mealPeriodId: number): string =>
  `${restaurantId}|${date}|${mealPeriodId}`;

export const emptyCell = (restaurantId: number, date: string, mealPeriodId: number): GridCell => ({
  key: keyOf(restaurantId, date, mealPeriodId),
  restaurantId,
  mealPeriodId,
  date,
  menuId: null,
  status: null,
  version: null,
  items: [],
});

export const gridOf = (cells: readonly WeekCell[]): Grid =>
  new Map(
    cells.map((cell) => {
      const key = keyOf(cell.restaurantId, cell.date, cell.mealPeriodId);
      const { restaurantId, mealPeriodId, date, menuId, status, version, items } = cell;
      return [key, { key, restaurantId, mealPeriodId, date, menuId, status, version, items }];
    }),
  );

/** May the cell's dishes be rearranged? */
export const isLoose = (cell: GridCell | undefined): boolean =>
  cell === undefined || cell.status === null || cell.status === 'DRAFT' || cell.status === 'WITHDRAWN';

export const freshItem = (dishId: number, priceFen: number, planQty = 0): GridItem => ({
  id: null,
  dishId,
  priceFen,
  planQty,
  orderLimit: null,
  limitPerPerson: null,
  cookName: '',
  needSample: true,
  status: 'ON',
  kept: null,
});

const withItems = (grid: Grid, cell: GridCell, items: readonly GridItem[]): Grid =>
  new Map(grid).set(cell.key, { ...cell, items });

/** Puts items into a cell, each dish once; a locked cell stays as it is. `before`: the dish they come in front of. */
export function putItems(grid: Grid, cell: GridCell, items: readonly GridItem[], before?: number): Grid {
  const there = grid.get(cell.key) ?? cell;
  if (!isLoose(there)) return grid;
  const come = items.filter((item) => !there.items.some((one) => one.dishId === item.dishId));
  if (come.length === 0) return grid;
  const at = before === undefined ? -1 : there.items.findIndex((item) => item.dishId === before);
  const list = [...there.items];
  list.splice(at < 0 ? list.length : at, 0, ...come.map((item) => ({ ...item, id: null, status: 'ON', kept: null })));
  return withItems(grid, there, list);
}

/** Takes items away; those in locked cells stay. */
export function takeItems(grid: Grid, refs: readonly ItemRef[]): Grid {
  let next = grid;
  for (const [key, list] of Map.groupBy(refs, (ref) => ref.key)) {
    const cell = next.get(key);
    if (!cell || !isLoose(cell)) continue;
    const gone = new Set(list.map((ref) => ref.dishId));
    next = withItems(
      next,
      cell,
      cell.items.filter((item) => !gone.has(item.dishId)),
    );
  }
  return next;
}

export const itemsOf = (grid: Grid, refs: readonly ItemRef[]): GridItem[] =>
  refs.flatMap((ref) => grid.get(ref.key)?.items.find((item) => item.dishId === ref.dishId) ?? []);

/** Moves items into a cell, or copies them; from locked cells they are always copied. */
export function moveItems(grid: Grid, refs: readonly ItemRef[], into: GridCell, copy: boolean, before?: number): Grid {
  const target = grid.get(into.key) ?? into;
  if (!isLoose(target)) return grid;
  const inside = refs.filter((ref) => ref.key === into.key);
  const outside = refs.filter((ref) => ref.key !== into.key);
  const items = itemsOf(grid, refs);
  let next = takeItems(grid, copy ? inside : [...outside, ...inside]);
  // What is dragged within its own cell only changes its place.
  if (copy && inside.length > 0) next = grid;
  return putItems(next, next.get(into.key) ?? into, items, before);
}

export function editItem(grid: Grid, ref: ItemRef, change: Partial<GridItem>): Grid {
  const cell = grid.get(ref.key);
  if (!cell || !isLoose(cell)) return grid;
  return withItems(
    grid,
    cell,
    cell.items.map((item) => (item.dishId === ref.dishId ? { ...item, ...change } : item)),
  );
}

/** Portions for dishes that have none yet, of the cells of which something is foretold. */
export function fillPlans(
  grid: Grid,
  foretold: ReadonlyMap<string, number>,
  shareOf: (dishId: number) => number | null,
): Grid {
  let next = grid;
  for (const cell of grid.values()) {
    const portions = foretold.get(cell.key);
    if (portions === undefined || !isLoose(cell) || cell.items.every((item) => item.planQty > 0)) continue;
    const items = cell.items.map((item) =>
      item.planQty > 0 ? item : { ...item, planQty: plannedBy(portions, shareOf(item.dishId)) },
    );
    next = withItems(next, cell, items);
  }
  return next;
}

const said = (cell: GridCell | undefined): string =>
  JSON.stringify(
    (cell?.items ?? []).map((item) => [
      item.dishId,
      item.priceFen,
      item.planQty,
      item.orderLimit,
      item.limitPerPerson,
      item.cookName,
      item.needSample,
    ]),
  );

/** Cells that say something else than what was saved. */
export const changedCells = (saved: Grid, now: Grid): GridCell[] =>
  [...now.values()].filter((cell) => saved.get(cell.key) !== cell && said(saved.get(cell.key)) !== said(cell));

export interface History {
  now: Grid;
  past: readonly Grid[];
  ahead: readonly Grid[];
}

/** Steps that can be taken back. */
const mostSteps = 100;

export const begin = (grid: Grid): History => ({ now: grid, past: [], ahead: [] });

export const step = (history: History, next: Grid): History =>
  next === history.now ? history : { now: next, past: [...history.past, history.now].slice(-mostSteps), ahead: [] };

export function undo(history: History): History {
  const last = history.past.at(-1);
  return last ? { now: last, past: history.past.slice(0, -1), ahead: [history.now, ...history.ahead] } : history;
}

export function redo(history: History): History {
  const [first, ...rest] = history.ahead;
  return first ? { now: first, past: [...history.past, history.now], ahead: rest } : history;
}
