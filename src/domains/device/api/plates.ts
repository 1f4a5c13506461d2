/** Reads what lay on a plate: takes from a scale, portions of dishes. Answers the list, undefined, or what is wrong. */
import type { DishLine, RecordMode, WeighTake } from '../gateway.ts';

const mostLines = 30;
const mostGrams = 20_000;
const mostUnitFen = 1_000_000;
type Item = Readonly<Record<string, unknown>>;

const within = (v: unknown, from: number, to: number): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= from && v <= to;
const isText = (v: unknown, most: number): v is string =>
  typeof v === 'string' && v.trim() !== '' && v.length <= most && !v.includes('\u0000');

/** The items of `key`, which only `wanted` brings; a text says what is wrong. */
function itemsOf(
  mode: RecordMode,
  wanted: RecordMode,
  key: string,
  sent: unknown,
): readonly Item[] | string | undefined {
  if (mode !== wanted) return sent === undefined ? undefined : `只有 ${wanted} 消费带 ${key}`;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > mostLines) return `${key} 应有 1–${mostLines} 项`;
  return sent.some((item) => typeof item !== 'object' || item === null) ? `${key} 每项应为对象` : (sent as Item[]);
}

/** Optional whole numbers of an item that were sent and fit; a text names the first that does not fit. */
function optional<K extends string>(item: Item, bounds: Record<K, number>): { [P in K]?: number } | string {
  const found: { [P in K]?: number } = {};
  for (const key of Object.keys(bounds) as K[]) {
    const value = item[key];
    if (value === undefined || value === null) continue;
    if (!within(value, 0, bounds[key])) return `${key} 应为 0–${bounds[key]} 的整数`;
    found[key] = value;
  }
  return found;
}

/** The takes of a WEIGH record. */
export function readTakes(mode: RecordMode, sent: unknown): WeighTake[] | string | undefined {
  const items = itemsOf(mode, 'WEIGH', 'takes', sent);
  if (items === undefined || typeof items === 'string') return items;
  const takes: WeighTake[] = [];
  for (const item of items) {
    const { name, grams, pricePer100gFen, trayNo } = item;
    if (!isText(name, 40)) return 'takes 每项的 name 应为 1–40 字';
    if (!within(grams, 1, mostGrams)) return `takes 每项的 grams 应为 1–${mostGrams}`;
    if (!within(pricePer100gFen, 0, mostUnitFen)) return `takes 每项的 pricePer100gFen 应为 0–${mostUnitFen}`;
    if (trayNo !== undefined && !isText(trayNo, 32)) return 'takes 每项的 trayNo 应为 1–32 字';
    const more = optional(item, {
      beforeG: 100_000,
      afterG: 100_000,
      kcal: 100_000,
      dishId: Number.MAX_SAFE_INTEGER,
    });
    if (typeof more === 'string') return `takes 每项的 ${more}`;
    if (more.beforeG !== undefined && more.afterG !== undefined && more.beforeG - more.afterG !== grams)
      return 'takes 每项的 grams 应等于 beforeG − afterG';
    takes.push({ name, grams, pricePer100gFen, ...(trayNo === undefined ? {} : { trayNo }), ...more });
  }
  return takes;
}

/** The portions of a DISH record. */
export function readDishes(mode: RecordMode, sent: unknown): DishLine[] | string | undefined {
  const items = itemsOf(mode, 'DISH', 'dishes', sent);
  if (items === undefined || typeof items === 'string') return items;
  const dishes: DishLine[] = [];
  for (const item of items) {
    const { name, quantity, unitPriceFen } = item;
    if (!isText(name, 40)) return 'dishes 每项的 name 应为 1–40 字';
    if (!within(quantity, 1, 99)) return 'dishes 每项的 quantity 应为 1–99';
    if (!within(unitPriceFen, 0, mostUnitFen)) return `dishes 每项的 unitPriceFen 应为 0–${mostUnitFen}`;
    const more = optional(item, { dishId: Number.MAX_SAFE_INTEGER });
    if (typeof more === 'string') return `dishes 每项的 ${more}`;
    dishes.push({ name, quantity, unitPriceFen, ...more });
  }
  return dishes;
}
