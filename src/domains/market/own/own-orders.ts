/** What people order of shops for themselves: in their unit's app, or before a terminal. Nothing of anybody else is read or written. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Self } from '../../ordering/public.server.ts';
import { askPaid, paymentOf } from '../orders/channel-money.ts';
import { closesAt } from '../orders/judge-order.ts';
import { cancelOrder } from '../orders/move-order.ts';
import { type Hand, type Order, type OrderParts, readOrder, wantedQty } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { shelfAt } from '../shelf/prices.ts';
import { frozenAt } from '../shelf/shops.ts';
import type { ShopRow } from '../tables.ts';
import type { OwnWanted } from './read-own-order.ts';

const mostDays = 15;
const mostOrders = 200;

const handOf = ({ personName }: Self): Hand => ({ id: 0, name: personName });

async function shopBy(db: Sql, { organizationId }: Self, shopId: number): Promise<ShopRow | undefined> {
  const { rows } = await db.query<ShopRow>(
    'select /* wall: a shop at the own unit of who asks */ * from shop where organization_id = $1 and id = $2',
    [organizationId, shopId],
  );
  return rows[0];
}

/** The shops of somebody's unit with what they sell, and the first day they still take orders for. */
export async function ownShops({ pool, clock }: OrderParts, { organizationId }: Self) {
  const now = clock.now();
  const { rows } = await pool.query<ShopRow>(
    `select /* wall: shops at the own unit of who asks */ * from shop where organization_id = $1 and status = 'OPEN' order by id`,
    [organizationId],
  );
  const shops = [];
  for (const shop of rows) {
    const freeze = await frozenAt(pool, shop.contractor_id, isoAt(now));
    const firstDay = Array.from({ length: mostDays }, (_, i) => addDays(dateAt(now), i)).find(
      (day) => closesAt(shop, day) > now,
    );
    const site = { contractorId: shop.contractor_id, organizationId };
    const goods = (await shelfAt(pool, site, isoAt(now)))
      .filter(({ status, price }) => status === 'ON' && price !== null)
      .map(({ goodsId, name, spec, unitName, byWeight, limitQty, price }) => ({
        goodsId,
        name,
        spec,
        unit: unitName,
        priceFen: price!.priceFen,
        byWeight,
        limit: limitQty,
      }));
    shops.push({
      shopId: shop.id,
      name: shop.name,
      open: freeze.state !== 'FROZEN' && shop.storehouse_id !== null,
      pickup: shop.pickup,
      delivery: shop.delivery,
      deliveryFeeFen: shop.delivery_fee_fen,
      leastFen: shop.least_fen,
      firstDay: firstDay ?? null,
      closesAt: firstDay === undefined ? null : closesAt(shop, firstDay),
      goods,
    });
  }
  return { shops };
}

const toldOf = async ({ pool }: Pick<OrderParts, 'pool'>, order: Order) => ({
  orderId: order.id,
  orderNo: order.order_no,
  status: order.status,
  deliveryDate: order.delivery_date,
  way: order.delivery_way,
  address: order.address,
  amountFen: order.amount_fen,
  heldFen: order.hold_id === null || order.trade_id !== null ? 0 : order.hold_fen,
  payment: await paymentOf(pool, order),
  shortFen: order.short_fen,
  refundedFen: order.refunded_fen,
  pickCode: order.trade_id === null ? order.pick_code : null,
  cancelUntil: Date.parse(order.closes_at!),
  items: order.items.map((item) => ({
    goodsId: item.goods_id,
    name: item.name,
    unit: item.unit_name,
    quantity: Number((wantedQty(item) / (item.by_weight ? 1_000 : item.unit_size)).toFixed(3)),
    amountFen: item.amount_fen,
  })),
});
export type ToldShopOrder = Awaited<ReturnType<typeof toldOf>>;

/** The same request key never orders twice. */
export async function orderOwn(
  parts: OrderParts,
  self: Self,
  { shopId, channel, ...wanted }: OwnWanted,
  from: { source: 'DINER' | 'DEVICE'; requestKey: string },
): Promise<ToldShopOrder | Refusal> {
  const shop = await shopBy(parts.pool, self, shopId);
  if (!shop) return refuse('NOT_FOUND');
  const { organizationId, personId } = self;
  const order = await placeOrder(
    parts,
    { ...wanted, contractorId: shop.contractor_id, organizationId, personId },
    { by: handOf(self), channel, ...from },
  );
  return isRefusal(order) ? order : toldOf(parts, order);
}

/** Before the cut-off, and before the shop has taken it up; taken back already, it is answered as it stands. */
export async function cancelOwn(parts: OrderParts, self: Self, orderId: number): Promise<ToldShopOrder | Refusal> {
  const { organizationId, personId } = self;
  const order = await readOrder(parts.pool, organizationId, orderId);
  if (order?.person_id !== personId) return refuse('NOT_FOUND');
  if (order.status !== 'CANCELLED' && order.status !== 'CLOSED') {
    if (parts.clock.now() >= Date.parse(order.closes_at!))
      return refuse(saleRefusals.ORDER_LATE, {
        date: order.delivery_date,
        until: isoAt(Date.parse(order.closes_at!)).slice(0, 16).replace('T', ' '),
      });
    const no = await cancelOrder(parts, { organizationId, id: orderId }, handOf(self), '本人取消');
    if (no) return no;
  }
  return toldOf(parts, (await readOrder(parts.pool, organizationId, orderId))!);
}

/** Asks the channel about an order not paid for yet; answered as it stands then. */
export async function askOwn(parts: OrderParts, self: Self, orderId: number): Promise<ToldShopOrder | Refusal> {
  const key = { organizationId: self.organizationId, id: orderId };
  const order = await readOrder(parts.pool, key.organizationId, orderId);
  if (order?.person_id !== self.personId) return refuse('NOT_FOUND');
  await askPaid(parts, key);
  return toldOf(parts, (await readOrder(parts.pool, key.organizationId, orderId))!);
}

/** Somebody's orders by delivery day, the newest first. */
export async function ownOrders(
  { pool }: OrderParts,
  { organizationId, personId }: Self,
  { from, to }: { from: string; to: string },
) {
  const { rows } = await pool.query<{ id: number }>(
    `select id from shop_order where organization_id = $1 and person_id = $2 and delivery_date between $3 and $4
     order by id desc limit $5 + 1`,
    [organizationId, personId, from, to, mostOrders],
  );
  const orders: ToldShopOrder[] = [];
  for (const { id } of rows.slice(0, mostOrders))
    orders.push(await toldOf({ pool }, (await readOrder(pool, organizationId, id))!));
  return { rows: orders, more: rows.length > mostOrders };
}
