/** Whether the shop takes an order: open, in time, on the shelf, within the limits. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { type ShelfGoods, shelfAt } from '../shelf/prices.ts';
import { frozenAt } from '../shelf/shops.ts';
import type { ShopRow } from '../tables.ts';

export interface WantedOrder {
  contractorId: number;
  organizationId: number;
  personId: number;
  deliveryDate: string;
  way: 'PICKUP' | 'DELIVERY';
  address: string;
  remark: string;
  /** Units of the shelf; kilograms of goods sold by weight. */
  lines: readonly { goodsId: number; quantity: number }[];
}

/** Epoch ms until which orders for the day are taken. */
export const closesAt = (shop: Pick<ShopRow, 'cutoff_at' | 'cutoff_days'>, deliveryDate: string): number =>
  Date.parse(`${addDays(deliveryDate, -shop.cutoff_days)}T00:00:00+08:00`) +
  (Number(shop.cutoff_at.slice(0, 2)) * 60 + Number(shop.cutoff_at.slice(3))) * 60_000;

/** Base units of so many. */
export const qtyOf = (goods: ShelfGoods, quantity: number): number =>
  Math.round(goods.byWeight ? quantity * 1_000 : quantity * goods.price!.unitSize);

type Day = Pick<WantedOrder, 'contractorId' | 'organizationId' | 'personId' | 'deliveryDate'>;

/** Ordered by the person for that day already, base units by goods. */
async function orderedBy(db: Sql, wanted: Day, goodsIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.query<{ goodsId: number; qty: number }>(
    `select i.goods_id as "goodsId", sum(coalesce(i.picked_qty, i.qty))::bigint as qty from shop_order o
     join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     where o.organization_id = $1 and o.contractor_id = $2 and o.person_id = $3 and o.delivery_date = $4 and i.goods_id = any($5::bigint[])
       and o.status not in ('CANCELLED', 'CLOSED', 'REFUNDED') group by 1`,
    [wanted.organizationId, wanted.contractorId, wanted.personId, wanted.deliveryDate, goodsIds],
  );
  return new Map(rows.map((row) => [row.goodsId, row.qty]));
}

function overLimit({ name, limitQty, unitSize, unitName }: ShelfGoods, qty: number): Refusal | undefined {
  if (limitQty === null || qty <= limitQty * unitSize) return undefined;
  return refuse(saleRefusals.TILL_LIMIT, { goods: name, limit: `${limitQty} ${unitName}` });
}

/** TILL_LIMIT where so much more, base units by goods, is more of something than one person may have ordered for the day. */
export async function refuseLimits(
  tx: Sql,
  day: Day,
  shelf: readonly ShelfGoods[],
  more: readonly { goods_id: number; qty: number }[],
): Promise<Refusal | undefined> {
  const limited = shelf.filter(({ limitQty }) => limitQty !== null);
  if (limited.length === 0) return undefined;
  const has = await orderedBy(
    tx,
    day,
    limited.map(({ goodsId }) => goodsId),
  );
  const moreOf = (goodsId: number) =>
    more.reduce((sum, { goods_id, qty }) => (goods_id === goodsId ? sum + qty : sum), has.get(goodsId) ?? 0);
  return limited.map((goods) => overLimit(goods, moreOf(goods.goodsId))).find((no) => no !== undefined);
}

/** The shelf's goods in the order of the lines, or why not. */
export async function judgeOrder(
  db: Sql,
  shop: ShopRow,
  wanted: WantedOrder,
  nowMs: number,
): Promise<ShelfGoods[] | Refusal> {
  const at = isoAt(nowMs);
  if (shop.status !== 'OPEN') return refuse(saleRefusals.TILL_SHUT, { shop: shop.name, why: '已停业' });
  if (shop.storehouse_id === null)
    return refuse(saleRefusals.TILL_NO_SHOP, { why: `「${shop.name}」没有设置出货仓库` });
  const freeze = await frozenAt(db, shop.contractor_id, at);
  if (freeze.state === 'FROZEN')
    return refuse(saleRefusals.TILL_SHUT, { shop: shop.name, why: `已停售：${freeze.reason}` });
  if (wanted.way === 'DELIVERY' ? !shop.delivery : !shop.pickup)
    return refuse(saleRefusals.ORDER_WAY, { shop: shop.name, way: wanted.way === 'DELIVERY' ? '配送' : '自取' });
  const until = closesAt(shop, wanted.deliveryDate);
  if (nowMs >= until)
    return refuse(saleRefusals.ORDER_LATE, {
      date: wanted.deliveryDate,
      until: isoAt(until).slice(0, 16).replace('T', ' '),
    });
  const ids = wanted.lines.map(({ goodsId }) => goodsId);
  const shelf = await shelfAt(db, wanted, at, ids);
  const has = await orderedBy(db, wanted, ids);
  const found: ShelfGoods[] = [];
  for (const [i, { goodsId, quantity }] of wanted.lines.entries()) {
    const goods = shelf.find((one) => one.goodsId === goodsId);
    if (!goods) return refuse(saleRefusals.TILL_GOODS, { code: `（第 ${i + 1} 行）` });
    if (goods.status === 'OFF') return refuse(saleRefusals.TILL_OFF_SHELF, { goods: goods.name });
    if (!goods.price) return refuse(saleRefusals.TILL_NO_SHOP, { why: `「${goods.name}」还没有价格` });
    if (!goods.byWeight && !Number.isInteger(quantity))
      return refuse(saleRefusals.TILL_BY_WEIGHT, { goods: goods.name, what: '整件' });
    const over = overLimit(goods, (has.get(goodsId) ?? 0) + qtyOf(goods, quantity));
    if (over) return over;
    found.push(goods);
  }
  return found;
}
