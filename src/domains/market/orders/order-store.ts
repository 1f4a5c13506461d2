/** Orders of shops as commands read and mark them; they also run inside the wallet's transaction. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { CodeDeps } from '../../funding/public.server.ts';
import { alignPromise } from '../../stock/public.server.ts';
import { subsidyBounds, subsidyUseOf } from '../../subsidy/public.server.ts';
import type { Companion } from '../../wallet/public.server.ts';
import { lineFen } from '../shelf/prices.ts';
import type { ShopOrderItemRow, ShopOrderRow } from '../tables.ts';
import { openStatuses, orderFlow } from './order-states.ts';

export type OrderParts = Pick<Services, 'db' | 'wallet' | 'random'> & CodeDeps;

/** Whose doing it is; id 0 is the house. */
export interface Hand {
  id: number;
  name: string;
  /** Written in the same transaction: the log. */
  told?: (tx: Sql, orderNo: string) => Promise<void>;
}
export const houseHand: Hand = { id: 0, name: '系统' };

export interface Order extends ShopOrderRow {
  items: ShopOrderItemRow[];
}

export const promiseType = 'SHOP_ORDER';

export async function readOrder(db: Sql, organizationId: number, id: number): Promise<Order | undefined> {
  const { rows } = await db.query<ShopOrderRow>('select * from shop_order where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  if (!rows[0]) return undefined;
  const { rows: items } = await db.query<ShopOrderItemRow>(
    'select * from shop_order_item where organization_id = $1 and order_id = $2 order by line_no',
    [organizationId, id],
  );
  return { ...rows[0], items };
}

/** Base units that a line still wants, or took. */
export const wantedQty = (item: Pick<ShopOrderItemRow, 'qty' | 'picked_qty'>): number => item.picked_qty ?? item.qty;

/** What so much of a line comes to. */
export const itemFen = (item: Pick<ShopOrderItemRow, 'unit_price_fen' | 'unit_size'>, qty: number): number =>
  lineFen({ priceFen: item.unit_price_fen, unitSize: item.unit_size }, qty);

export const stateRefusal = (order: Pick<Order, 'order_no' | 'status'>, what: string): Refusal =>
  refuse('NOT_NOW', { why: `${order.order_no} 当前状态为「${orderFlow.labelOf(order.status)}」，不能${what}` });

/** Somebody else was quicker. */
export const busyRefusal = ({ order_no }: Pick<Order, 'order_no'>): Refusal =>
  refuse('NOT_NOW', { why: `${order_no} 正在被别人处理，请刷新后再试` });

/** What every request of an order to the wallet has in common. */
export const ofOrder = (
  parts: OrderParts,
  order: Pick<Order, 'organization_id' | 'person_id' | 'id' | 'order_no'>,
  by: Hand,
  key: string,
  companion: Companion,
) => ({
  organizationId: order.organization_id,
  personId: order.person_id,
  requestKey: `shop-order:${order.id}:${key}`,
  occurredAt: parts.clock.now(),
  operatorId: by.id,
  sourceType: 'shop_order',
  sourceId: order.id,
  reason: `商超订单 ${order.order_no}`,
  companion: (async (tx, posted) => {
    const no = await companion(tx, posted);
    if (!no) await by.told?.(tx, order.order_no);
    return no;
  }) satisfies Companion,
});

export const boundsOf = async ({ pool, clock }: OrderParts, organizationId: number) =>
  subsidyBounds(await subsidyUseOf(pool, organizationId, clock.now()), { mealPeriodId: 0, deploySiteId: 0 });

/** Moves the order from where it was read; refused when somebody else was quicker. */
export async function markOrder(
  tx: Sql,
  parts: Pick<OrderParts, 'clock'>,
  order: Order,
  to: Order['status'],
  columns: Readonly<Record<string, unknown>> = {},
): Promise<Refusal | undefined> {
  const set = Object.keys(columns)
    .map((key, i) => `, ${key} = $${i + 7}`)
    .join('');
  const { rowCount } = await tx.query(
    `update shop_order set status = $4, updated_at = $5, version = version + 1${set}
     where organization_id = $1 and id = $2 and status = $3 and version = $6`,
    [
      order.organization_id,
      order.id,
      order.status,
      to,
      isoAt(parts.clock.now()),
      order.version,
      ...Object.values(columns),
    ],
  );
  return rowCount === 1 ? undefined : busyRefusal(order);
}

/** Marks the order where no money moves, with the line of the log. */
export const inOne = (
  { db }: Pick<OrderParts, 'db'>,
  { order_no }: Pick<Order, 'order_no'>,
  by: Hand,
  write: (tx: Sql) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> =>
  db.transaction().execute(async (trx) => {
    const no = await write(sqlOf(trx));
    if (!no) await by.told?.(sqlOf(trx), order_no);
    return no;
  });

/**
 * Brings what stock holds for the order into line with it; asked again, nothing changes. Answers the lines that stock does not
 * hold any more. What a finished order took is freed by its sale.
 */
export function alignOrder(parts: OrderParts, organizationId: number, id: number): Promise<number[]> {
  return parts.db.transaction().execute(async (trx) => {
    const tx = sqlOf(trx);
    const order = await readOrder(tx, organizationId, id);
    if (!order || order.trade_id !== null) return [];
    const open = (openStatuses as readonly string[]).includes(order.status);
    const wanted = new Map(order.items.map((item) => [item.id, open ? wantedQty(item) : 0]));
    return alignPromise(tx, parts, order.contractor_id, { type: promiseType, id }, wanted);
  });
}
