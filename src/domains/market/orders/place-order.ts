/**
 * Places an order: stock is promised for a quarter of an hour, then the money is set aside (or its payment by a channel opened) and
 * the order written with it, then the promise stands. What dies in between leaves a promise that ends by itself, or an order whose
 * promise the sweeper makes stand.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { draftShown, type PayChannel, showCode, writeShown } from '../../funding/public.server.ts';
import { alignPromise, hold, type Wanted } from '../../stock/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import type { ShelfGoods } from '../shelf/prices.ts';
import { shopOf } from '../shelf/shops.ts';
import type { ShopOrderItemRow, ShopOrderRow, ShopRow } from '../tables.ts';
import { closeLapsed } from './channel-money.ts';
import { closesAt, judgeOrder, qtyOf, refuseLimits, type WantedOrder } from './judge-order.ts';
import {
  alignOrder,
  boundsOf,
  type Hand,
  itemFen,
  type Order,
  type OrderParts,
  ofOrder,
  promiseType,
  readOrder,
} from './order-store.ts';

export interface Placing {
  by: Hand;
  source: ShopOrderRow['source'];
  /** The same key never orders twice. */
  requestKey: string | null;
  /** Paid by a code of this channel; left out, it is set aside in the person's purses. */
  channel?: PayChannel | undefined;
}

const promiseMs = 15 * 60_000;

/** What is set aside: a weighed line may come out a tenth heavier. */
const holdOf = (items: readonly ShopOrderItemRow[], feeFen: number): number =>
  items.reduce(
    (sum, item) => sum + (item.by_weight ? itemFen(item, item.qty + Math.ceil(item.qty / 10)) : item.amount_fen),
    feeFen,
  );

/** Eight digits for the counter. */
const pickCode = ({ random }: OrderParts): string =>
  String(Buffer.from(random.token(6), 'base64url').readUIntBE(0, 6) % 100_000_000).padStart(8, '0');

const sameOrder = () => refuse('NOT_NOW', { why: '同一张订单正在提交' });

/**
 * Refused, with nothing written, where an order with the same key was quicker or others of the person leave no room for it: two at one
 * moment see nothing of each other, so that they come one after the other. Whoever pays out of purses holds them already, and nobody who
 * waits for a payment waits for a purse: the two wait for each other in one order.
 */
async function writeOrder(
  tx: Sql,
  shelf: readonly ShelfGoods[],
  order: ShopOrderRow,
  items: readonly ShopOrderItemRow[],
): Promise<Refusal | undefined> {
  const { contractor_id: contractorId, organization_id: organizationId, person_id: personId } = order;
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`shop_order:${organizationId}:${personId}`]);
  const day = { contractorId, organizationId, personId, deliveryDate: order.delivery_date };
  const over = await refuseLimits(tx, day, shelf, items);
  if (over) return over;
  const columns = Object.keys(order).join(', ');
  const { rowCount } = await tx.query(
    `insert into shop_order (${columns}) select ${columns} from jsonb_populate_record(null::shop_order, $1::jsonb)
     on conflict (organization_id, request_key) where request_key is not null do nothing`,
    [JSON.stringify(order)],
  );
  if (rowCount !== 1) return sameOrder();
  await tx.query(
    `insert /* wall: lines of the order just written */ into shop_order_item select * from jsonb_populate_recordset(null::shop_order_item, $1::jsonb)`,
    [JSON.stringify(items)],
  );
  return undefined;
}

function draft(
  parts: OrderParts,
  ids: readonly number[],
  shop: ShopRow,
  shelf: readonly ShelfGoods[],
  wanted: WantedOrder,
  { by, source, requestKey }: Placing,
): Drafted {
  const [id = 0, ...itemIds] = ids;
  const { organizationId, contractorId, way } = wanted;
  const now = isoAt(parts.clock.now());
  const items = shelf.map((goods, i): ShopOrderItemRow => {
    const { priceFen, unitSize, unitName } = goods.price!;
    const qty = qtyOf(goods, wanted.lines[i]!.quantity);
    const priced = { unit_name: unitName, unit_size: unitSize, unit_price_fen: priceFen };
    return {
      organization_id: organizationId,
      id: itemIds[i]!,
      order_id: id,
      contractor_id: contractorId,
      line_no: i + 1,
      goods_id: goods.goodsId,
      name: goods.name,
      by_weight: goods.byWeight,
      ...priced,
      qty,
      picked_qty: null,
      amount_fen: itemFen(priced, qty),
      short_reason: '',
      back_qty: 0,
      back_fen: 0,
      recall_no: null,
      refused_qty: 0,
    };
  });
  const feeFen = way === 'DELIVERY' ? shop.delivery_fee_fen : 0;
  const order: ShopOrderRow = {
    organization_id: organizationId,
    id,
    contractor_id: contractorId,
    order_no: `SC${now.slice(0, 10).replaceAll('-', '')}${id}`,
    person_id: wanted.personId,
    delivery_way: way,
    address_id: null,
    delivery_date: wanted.deliveryDate,
    amount_fen: items.reduce((sum, item) => sum + item.amount_fen, feeFen),
    delivery_fee_fen: feeFen,
    short_fen: 0,
    refunded_fen: 0,
    pay_way: 'MAIN',
    hold_id: null,
    trade_id: null,
    third_trade_id: null,
    pick_code: way === 'PICKUP' ? pickCode(parts) : null,
    status: 'PAID',
    created_at: now,
    paid_at: now,
    finished_at: null,
    updated_at: now,
    version: 1,
    shop_id: shop.id,
    restaurant_id: shop.restaurant_id ?? 0,
    storehouse_id: shop.storehouse_id,
    address: wanted.address,
    remark: wanted.remark,
    source,
    request_key: requestKey,
    hold_fen: holdOf(items, feeFen),
    maker_id: by.id || null,
    maker_name: by.name,
    closes_at: isoAt(closesAt(shop, wanted.deliveryDate)),
    delivering_at: null,
    receiver: '',
    reason: '',
    photo: null,
    goods_back: false,
    wave_id: null,
  };
  return { shelf, order, items };
}

async function knownOrder(db: Sql, organizationId: number, key: string | null): Promise<Order | undefined> {
  if (key === null) return undefined;
  const { rows } = await db.query<{ id: number }>(
    'select id from shop_order where organization_id = $1 and request_key = $2',
    [organizationId, key],
  );
  return rows[0] && readOrder(db, organizationId, rows[0].id);
}

interface Drafted {
  shelf: readonly ShelfGoods[];
  order: ShopOrderRow;
  items: ShopOrderItemRow[];
}

/** The money set aside in the person's purses, the order written with it. */
async function setAside(parts: OrderParts, { shelf, order, items }: Drafted, by: Hand): Promise<Refusal | undefined> {
  const outcome = await parts.wallet.submit({
    ...ofOrder(parts, order, by, 'hold:1', async (tx, posted) => {
      const { MAIN = 0, SUBSIDY = 0 } = posted.split;
      const payWay = SUBSIDY === 0 ? 'MAIN' : MAIN === 0 ? 'SUBSIDY' : 'MIX';
      return writeOrder(tx, shelf, { ...order, hold_id: posted.holdId ?? null, pay_way: payWay }, items);
    }),
    kind: 'HOLD',
    purpose: 'ORDER',
    amountFen: order.hold_fen,
    spendOn: order.delivery_date,
    ...(await boundsOf(parts, order.organization_id)),
  });
  return isRefusal(outcome) ? outcome : undefined;
}

/** The order written unpaid, its payment with it. */
async function openUnpaid(
  parts: OrderParts,
  { shelf, order, items }: Drafted,
  by: Hand,
  channel: PayChannel,
): Promise<Refusal | undefined> {
  const { organization_id: organizationId, id: orderId, restaurant_id: restaurantId, hold_fen: amountFen } = order;
  if (amountFen === 0) return refuse('BAD_AMOUNT', { detail: '应付 0.00 元，请从本人账户下单' });
  const payment = await draftShown(parts, { organizationId, orderId, restaurantId, channel, amountFen });
  if (isRefusal(payment)) return payment;
  const unpaid = { ...order, status: 'UNPAID', pay_way: 'THIRD', paid_at: null, third_trade_id: payment.id } as const;
  return parts.db.transaction().execute(async (trx) => {
    const tx = sqlOf(trx);
    const no = await writeOrder(tx, shelf, unpaid, items);
    if (no) return no;
    await writeShown(tx, payment, parts.clock.now());
    await by.told?.(tx, order.order_no);
    return undefined;
  });
}

/** With the code that pays it, of one that is not paid: a try that died before the channel gave one is taken up. */
export async function withCode(parts: OrderParts, order: Order): Promise<Order | Refusal> {
  if (order.status !== 'UNPAID') return order;
  const no = await showCode(parts, order.organization_id, order.third_trade_id!, `商超订单 ${order.order_no}`);
  if (!no) return order;
  await closeLapsed(parts);
  return no;
}

/** The order, paid for by what was set aside or waiting for its payment; the same key answers the same order. */
export async function placeOrder(parts: OrderParts, wanted: WantedOrder, placing: Placing): Promise<Order | Refusal> {
  const db = parts.pool;
  const { organizationId, contractorId } = wanted;
  const known = await knownOrder(db, organizationId, placing.requestKey);
  if (known) return withCode(parts, known);
  const shop = await shopOf(db, wanted);
  if (!shop) return refuse(saleRefusals.TILL_NO_SHOP, { why: '没有开店' });
  const shelf = await judgeOrder(db, shop, wanted, parts.clock.now());
  if (isRefusal(shelf)) return shelf;
  const drafted = draft(parts, await parts.ids.take(shelf.length + 1), shop, shelf, wanted, placing);
  const { order, items } = drafted;
  const { id } = order;
  const goodsFen = order.amount_fen - order.delivery_fee_fen;
  if (wanted.way === 'DELIVERY' && goodsFen < shop.least_fen)
    return refuse(saleRefusals.ORDER_LEAST, {
      least: formatFenGrouped(shop.least_fen),
      amount: formatFenGrouped(goodsFen),
    });
  const promised = items.map(
    (item, i): Wanted => ({
      lineId: item.id,
      lineNo: item.line_no,
      storehouseId: shop.storehouse_id!,
      goodsId: item.goods_id,
      goods: item.name,
      baseUnit: shelf[i]!.baseUnit,
      house: shop.name,
      qty: item.qty,
    }),
  );
  const document = { type: promiseType, id };
  const expiresAt = isoAt(parts.clock.now() + promiseMs);
  const no = await parts.db
    .transaction()
    .execute((trx) => hold(sqlOf(trx), parts, contractorId, { ...document, expiresAt }, promised));
  if (no) return no;
  const { by, channel } = placing;
  const unpaid = channel ? await openUnpaid(parts, drafted, by, channel) : await setAside(parts, drafted, by);
  if (unpaid) {
    await parts.db.transaction().execute((trx) => alignPromise(sqlOf(trx), parts, contractorId, document, new Map()));
    const quicker = await knownOrder(db, organizationId, placing.requestKey);
    return quicker ? withCode(parts, quicker) : unpaid;
  }
  await alignOrder(parts, organizationId, id);
  return withCode(parts, (await readOrder(db, organizationId, id))!);
}
