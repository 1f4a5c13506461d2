/**
 * What terminals tell of orders handed out, at once or uploaded later. A record is taken once however often it comes; one that
 * was taken offline and fits no order waits for a clerk, it is never dropped.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refusalSpec, refuse } from '../../../kit/server/refusal.ts';
import { type DeviceAt, recordKey } from '../../device/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { orderOfQr } from '../codes/order-qr.ts';
import { linesOf } from '../orders/change-order.ts';
import { type Order, ordersWhere } from '../orders/order-store.ts';
import { liveOrders } from '../orders/order-words.ts';
import type { Who } from '../orders/read-who.ts';
import { type Taking, takeOrder } from '../orders/take-order.ts';
import { orderingRefusals } from '../refusals.ts';

export interface PickupRecord extends Who {
  epoch: number;
  seq: number;
  /** Epoch ms: of the server online, corrected by the measured offset offline. */
  occurredAt: number;
  offline: boolean;
}

export interface PickedUp {
  result: 'TAKEN' | 'DUPLICATE' | 'SUSPENDED';
  orderNo?: string;
  personName?: string;
  items?: { name: string; qty: number }[];
  amountFen?: number;
  /** What has to be known at the counter. */
  warning?: string;
  message?: string;
}

interface Kept {
  state: 'TAKEN' | 'SUSPENSE' | 'VOID';
  orderId: number | null;
  reason: string;
}

const systemHand = (device: DeviceAt) => ({ id: 0, name: device.name });

/** How a terminal's record takes an order: as the terminal, at its place and moment, once by the record's own key. */
export const takenBy = (device: DeviceAt, record: PickupRecord): Omit<Taking, 'told'> => ({
  by: systemHand(device),
  occurredAt: record.occurredAt,
  identify: record.identify,
  restaurantId: device.restaurantId,
  deviceId: device.deviceId,
  deploySiteId: device.deploySiteId,
  deviceSeq: `${record.epoch}-${record.seq}`,
  offline: record.offline,
  requestKey: recordKey(device, record),
});

export async function keptRecord(db: Sql, device: DeviceAt, record: PickupRecord): Promise<Kept | undefined> {
  const { rows } = await db.query<Kept>(
    `select state, order_id as "orderId", reason from order_pickup
     where organization_id = $1 and device_id = $2 and epoch = $3 and seq = $4`,
    [device.organizationId, device.deviceId, record.epoch, record.seq],
  );
  return rows[0];
}

export async function personOf(
  db: Sql,
  { organizationId }: DeviceAt,
  record: Pick<PickupRecord, 'personId' | 'cardNo' | 'offline'>,
): Promise<number | undefined> {
  if (record.personId !== undefined) return record.personId;
  if (record.cardNo === undefined) return undefined;
  const { rows } = await db.query<{ id: number }>(
    `select person_id as id from card where organization_id = $1 and card_no = $2 and person_id is not null
       and (status = 'NORMAL' or $3)`,
    [organizationId, record.cardNo, record.offline],
  );
  return rows[0]?.id;
}

/** The order meant: of the day, of the codes or the person, at this restaurant first, of the meal that is served. */
async function orderMeant(
  services: Services,
  device: DeviceAt,
  record: PickupRecord,
): Promise<Order | Refusal | undefined> {
  const { pool: db } = services;
  const date = businessDay(record.occurredAt);
  const shown = record.qr && (await orderOfQr(services, device.organizationId, record.qr, record.occurredAt));
  if (isRefusal(shown)) return shown;
  const byCode = record.code !== undefined || shown !== undefined;
  const personId = byCode ? undefined : await personOf(db, device, record);
  if (!byCode && personId === undefined) return undefined;
  const states = [...liveOrders, 'EATEN', 'CANCELLED', ...(record.offline ? ['NO_SHOW'] : [])];
  const found = await ordersWhere(
    db,
    device.organizationId,
    `dining_date = $2 and ($3::text is null or (pickup_code = $3 and restaurant_id = $6))
       and ($4::bigint is null or person_id = $4) and ($7::bigint is null or id = $7) and status = any($5::text[])`,
    [date, record.code ?? null, personId ?? null, states, device.restaurantId, shown ?? null],
  );
  const { rows: meals } = await db.query<{ id: number; starts: number; ends: number }>(
    `select id, split_part(start_time, ':', 1)::int * 60 + split_part(start_time, ':', 2)::int as starts,
       split_part(end_time, ':', 1)::int * 60 + split_part(end_time, ':', 2)::int as ends
     from meal_period where organization_id = $1 and id = any($2::bigint[])`,
    [device.organizationId, found.map((order) => order.mealPeriodId)],
  );
  const minute = (record.occurredAt - Date.parse(`${date}T00:00:00+08:00`)) / 60_000;
  /** Minutes the meal is away; 0 while it is served. */
  const away = ({ mealPeriodId }: Order) => {
    const meal = meals.find((one) => one.id === mealPeriodId);
    return meal ? Math.max(0, meal.starts - minute, minute - meal.ends) : Number.POSITIVE_INFINITY;
  };
  const rank = (order: Order) => {
    const here = order.restaurantId === device.restaurantId ? 0 : 10_000;
    // One that was taken back is told of where there is no other.
    const over = order.status === 'CANCELLED' ? 20_000 : order.status === 'EATEN' ? 5_000 : 0;
    return here + over + away(order);
  };
  return found.sort((a, b) => rank(a) - rank(b) || a.id - b.id)[0];
}

export async function keep(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  db: Sql,
  device: DeviceAt,
  record: PickupRecord,
  { order, state, reason }: { order: Order | undefined; state: 'TAKEN' | 'SUSPENSE'; reason: string },
): Promise<void> {
  await db.query(
    `insert into order_pickup (organization_id, id, order_id, person_id, device_id, epoch, seq, restaurant_id, occurred_at,
       received_at, card_no, code, offline, state, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing`,
    [
      device.organizationId,
      await ids.next(),
      order?.id ?? null,
      order?.personId ?? record.personId ?? null,
      device.deviceId,
      record.epoch,
      record.seq,
      device.restaurantId,
      isoAt(record.occurredAt),
      isoAt(clock.now()),
      record.cardNo ?? '',
      record.code ?? '',
      record.offline,
      state,
      reason,
    ],
  );
}

async function told(db: Sql, order: Order, result: PickedUp['result']): Promise<PickedUp> {
  const { rows } = await db.query<{ name: string }>('select name from person where organization_id = $1 and id = $2', [
    order.organizationId,
    order.personId,
  ]);
  return {
    result,
    orderNo: order.orderNo,
    personName: rows[0]?.name ?? '',
    items: (await linesOf(db, order)).map(({ name, qty }) => ({ name, qty })),
    amountFen: order.amountFen,
    ...(order.allergyNote ? { warning: order.allergyNote } : {}),
  };
}

/** Hands out what the record means. A refusal means nothing happened and, offline, that it is to be sent again later. */
export async function takeByRecord(
  services: Services,
  device: DeviceAt,
  record: PickupRecord,
): Promise<PickedUp | Refusal> {
  const { pool } = services;
  const { organizationId } = device;
  const kept = await keptRecord(pool, device, record);
  if (kept) {
    if (kept.state !== 'TAKEN') return { result: 'SUSPENDED', message: kept.reason };
    const [order] = await ordersWhere(pool, organizationId, 'id = $2', [kept.orderId]);
    return order ? told(pool, order, 'DUPLICATE') : { result: 'DUPLICATE' };
  }
  const meant = await orderMeant(services, device, record);
  const order = isRefusal(meant) ? undefined : meant;
  const answer = isRefusal(meant)
    ? meant
    : order
      ? await takeOrder(services, organizationId, order.id, {
          ...takenBy(device, record),
          told: (tx, taken) => keep(services, tx, device, record, { order: taken, state: 'TAKEN', reason: '' }),
        })
      : refuse(orderingRefusals.NO_ORDER);
  if (!isRefusal(answer)) return told(pool, answer, 'TAKEN');
  const later = refusalSpec(answer.code).status === 503 || answer.code === orderingRefusals.ORDER_CHANGING;
  if (!record.offline || later) return answer;
  const reason =
    answer.code === orderingRefusals.ORDER_COLLECTED ? `重复取餐：${refusalMessage(answer)}` : refusalMessage(answer);
  await keep(services, pool, device, record, { order, state: 'SUSPENSE', reason });
  return { result: 'SUSPENDED', message: reason };
}
