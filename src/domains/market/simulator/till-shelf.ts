/** The shelf as a till keeps it, fetched part by part, and what a customer puts on its counter. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Chance } from '../../../kit/server/chance.ts';
import type { ShopItem, Terminal } from '../../device/public.server.ts';
import { checkDigit } from '../../stock/public.ts';

export interface ShelfEntry {
  goodsId: number;
  barcode: string[];
  plu: number | null;
  name: string;
  unitSize: number;
  priceFen: number | null;
  priceVersion: number | null;
  byWeight: boolean;
  limit: number | null;
  status: 'ON' | 'OFF';
}

export interface TillShelf {
  version: number;
  shop: { name: string; sale: string; scalePrefix: number | null; scaleTells: 'AMOUNT' | 'WEIGHT' | null } | null;
  goods: Map<number, ShelfEntry>;
}

export const emptyShelf = (): TillShelf => ({ version: 0, shop: null, goods: new Map() });

const partSize = 20;

/** What has changed since the till last asked. @throws with the server's message */
export async function syncShelf(till: Terminal, shelf: TillShelf): Promise<void> {
  for (let more = true; more; ) {
    const answer = await till.call('GET', `/goods?since=${shelf.version}&limit=${partSize}`);
    if (answer.errorcode !== 0) throw new Error(`${till.sn}：${answer.errormsg}`);
    const part = answer.data as unknown as Pick<TillShelf, 'version' | 'shop'> & {
      more: boolean;
      entries: ShelfEntry[];
    };
    for (const entry of part.entries) shelf.goods.set(entry.goodsId, entry);
    shelf.version = part.version;
    shelf.shop = part.shop;
    more = part.more;
  }
}

const five = (n: number) => String(n).padStart(5, '0');

/** The label a shop's scale sticks on a bag: 18 digits tell both amount and weight. */
export function scaleLabel(
  shop: NonNullable<TillShelf['shop']>,
  plu: number,
  grams: number,
  amountFen: number,
  long: boolean,
): string {
  const head = `${shop.scalePrefix}${five(plu)}`;
  const digits = long
    ? `${head}${five(amountFen)}${five(grams)}`
    : `${head}${five(shop.scaleTells === 'WEIGHT' ? grams : amountFen)}`;
  return `${digits}${checkDigit(digits)}`;
}

export interface OnCounter {
  item: ShopItem;
  /** What the till reckons for it. */
  fen: number;
}

/** One article as it is scanned, labelled by the scale, or weighed at the till. */
export function onCounter(shelf: TillShelf, entry: ShelfEntry, dice: Chance): OnCounter {
  const { goodsId, barcode, plu, unitSize, byWeight } = entry;
  const unitPriceFen = entry.priceFen!;
  const believed = { unitPriceFen, priceVersion: entry.priceVersion! };
  if (!byWeight) {
    const quantity = dice.between(1, 2);
    const named = barcode.length > 0 && dice.happens(0.7) ? { barcode: dice.pick(barcode) } : { goodsId };
    return { item: { ...named, quantity, ...believed }, fen: quantity * unitPriceFen };
  }
  const grams = dice.between(180, 900);
  const fen = mulDivHalfUp(unitPriceFen, grams, unitSize);
  if (shelf.shop?.scalePrefix == null || plu === null || dice.happens(0.4))
    return { item: { goodsId, grams, ...believed }, fen };
  return { item: { scaleCode: scaleLabel(shelf.shop, plu, grams, fen, dice.happens(0.3)), ...believed }, fen };
}
