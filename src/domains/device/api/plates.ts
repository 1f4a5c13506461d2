/** Reads what lay on a plate: takes from a scale, portions of dishes. Answers the list, undefined, or what is wrong. */
import type { DishLine, RecordMode, ShopItem, WeighTake } from '../gateway.ts';

const mostLines = 30;
const mostGoods = 100;
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
  most = mostLines,
): readonly Item[] | string | undefined {
  if (mode !== wanted) return sent === undefined ? undefined : `只有 ${wanted} 消费带 ${key}`;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > most) return `${key} 应有 1–${most} 项`;
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

const named = (v: unknown, pattern: RegExp) => v === undefined || (typeof v === 'string' && pattern.test(v));

/** The goods of a SHOP record. */
export function readGoods(mode: RecordMode, sent: unknown): ShopItem[] | string | undefined {
  const items = itemsOf(mode, 'SHOP', 'items', sent, mostGoods);
  if (items === undefined || typeof items === 'string') return items;
  const goods: ShopItem[] = [];
  for (const item of items) {
    const { barcode, scaleCode, quantity, grams, unitPriceFen } = item;
    const more = optional(item, { goodsId: Number.MAX_SAFE_INTEGER, priceVersion: Number.MAX_SAFE_INTEGER });
    if (typeof more === 'string') return `items 每项的 ${more}`;
    if ([more.goodsId, barcode, scaleCode].filter((one) => one !== undefined).length !== 1)
      return 'items 每项应有 goodsId、barcode、scaleCode 之一';
    if (!named(barcode, /^\d{8,14}$/)) return 'items 每项的 barcode 应为 8–14 位数字';
    if (!named(scaleCode, /^2\d{12}$|^2\d{17}$/)) return 'items 每项的 scaleCode 应为 2 开头的 13 位或 18 位数字';
    if (!within(unitPriceFen, 0, 100_000_000)) return 'items 每项的 unitPriceFen 应为 0–100000000';
    if (
      scaleCode !== undefined
        ? quantity !== undefined || grams !== undefined
        : (quantity === undefined) === (grams === undefined)
    )
      return 'items 每项应有 quantity 或 grams 之一，秤码不带数量';
    if (quantity !== undefined && !within(quantity, 1, 9_999)) return 'items 每项的 quantity 应为 1–9999';
    if (grams !== undefined && !within(grams, 1, 1_000_000)) return 'items 每项的 grams 应为 1–1000000';
    goods.push({
      ...more,
      ...(barcode === undefined ? {} : { barcode: barcode as string }),
      ...(scaleCode === undefined ? {} : { scaleCode: scaleCode as string }),
      ...(quantity === undefined ? {} : { quantity }),
      ...(grams === undefined ? {} : { grams }),
      unitPriceFen,
    });
  }
  return goods;
}
