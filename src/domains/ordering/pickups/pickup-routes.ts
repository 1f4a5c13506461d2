/** Calls of terminals about orders: today's orders for offline hand-out, one hand-out, and those taken while cut off. */
import type { FastifyInstance } from 'fastify';
import { isDate } from '../../../kit/define/check-value.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { isRefusal, type Refusal, refusalMessage, refusalSpec, refuse } from '../../../kit/server/refusal.ts';
import { type DeviceAt, signedRoutes } from '../../device/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { liveOrders } from '../orders/order-words.ts';
import { readWho } from '../orders/read-who.ts';
import { type PickedUp, type PickupRecord, takeByRecord } from './pickup-records.ts';

const base = '/api/device/v1';
const mostRecords = 500;
const mostOrders = 2_000;
const isCount = (value: unknown, from = 1): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= from;
const bad = (detail: string) => refuse('BAD_RECORD', { detail });

/** Whose order a record asks for. */
const whoseOrder = ['cardNo', 'personId', 'code', 'qr'] as const;

/** Furthest a terminal's clock may be ahead of the server's for an offline record. */
const aheadMs = 10 * 60_000;

function readOfflinePickup(item: unknown, epochNow: number, offsetMs: number, nowMs: number): PickupRecord | Refusal {
  const { epoch, seq, time } = (item ?? {}) as Record<string, unknown>;
  if (!isCount(epoch) || epoch > epochNow) return bad('epoch 不是本设备用过的批次');
  if (!isCount(seq) || seq > 2 ** 31 - 1) return bad('seq 应为正整数');
  if (!isCount(time) || time + offsetMs > nowMs + aheadMs) return bad('time 应为不晚于现在的毫秒时间戳');
  const who = readWho(item, whoseOrder);
  return isRefusal(who) ? who : { ...who, epoch, seq, occurredAt: time + offsetMs, offline: true };
}

interface OrderOfDay {
  orderId: number;
  personId: number;
  code: string | null;
  mealPeriodId: number;
  status: string;
  version: number;
  items: { name: string; qty: number }[];
  warning: string;
}

/** Live orders of a day at the terminal's restaurant, by id. */
async function ordersOfDay(
  { pool }: RouteHost['services'],
  { organizationId, restaurantId }: DeviceAt,
  date: string,
  since: number,
  limit: number,
): Promise<{ orders: OrderOfDay[]; more: boolean }> {
  const { rows } = await pool.query<OrderOfDay>(
    `select o.id as "orderId", o.person_id as "personId", o.pickup_code as code, o.meal_period_id as "mealPeriodId",
       o.status, o.version, o.allergy_note as warning,
       coalesce((select jsonb_agg(jsonb_build_object('name', x.name, 'qty', x.qty) order by x.id) from meal_order_item x
         where x.organization_id = o.organization_id and x.order_id = o.id and x.revision = o.revision), '[]') as items
     from meal_order o
     where o.organization_id = $1 and o.restaurant_id = $2 and o.dining_date = $3 and o.id > $4 and o.status = any($5::text[])
     order by o.id limit $6`,
    [organizationId, restaurantId, date, since, liveOrders, limit + 1],
  );
  return { orders: rows.slice(0, limit), more: rows.length > limit };
}

const answerOf = (epoch: number, seq: number, outcome: PickedUp | Refusal) =>
  isRefusal(outcome)
    ? {
        epoch,
        seq,
        result: outcome.code === 'BAD_RECORD' ? 'REFUSED' : 'RETRY',
        errorcode: refusalSpec(outcome.code).errorcode,
        message: refusalMessage(outcome),
      }
    : { epoch, seq, ...outcome };

const given = (value: unknown, key: 'epoch' | 'seq') => {
  const number = (value as Record<string, unknown> | null)?.[key];
  return typeof number === 'number' ? number : 0;
};

/** Registers the calls; docs/device-protocol.md describes them. */
export function pickupRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      `${base}/orders`,
      signed(async (known, _body, request) => {
        const query = request.query as Record<string, string | undefined>;
        const date = query.date ?? businessDay(services.clock.now());
        const since = Number(query.since ?? 0);
        const limit = Number(query.limit ?? 500);
        if (!isDate(date)) return refuse('MALFORMED', { detail: 'date 应为日期' });
        if (!isCount(since, 0) || !isCount(limit)) return refuse('MALFORMED', { detail: 'since 与 limit 应为整数' });
        return ordersOfDay(services, known.at, date, since, Math.min(limit, mostOrders));
      }),
    );
    scope.post(
      `${base}/pickup`,
      signed(async (known, body, _request, seq) => {
        if (!known.unitActive) return refuse('UNIT_STOPPED');
        if (known.status !== 'ACTIVE' || !known.at.placeActive) return refuse('DEVICE_STOPPED', { state: '停用' });
        if (!isCount(seq)) return bad('X-Seq 应为本次取餐的序号');
        const who = readWho(body, whoseOrder);
        if (isRefusal(who)) return who;
        const { organizationId, deviceId } = known.at;
        const { epoch } = known;
        const record = { ...who, epoch, seq, occurredAt: services.clock.now(), offline: false };
        const answer = await takeByRecord(services, known.at, record);
        services.deviceSequences.note(organizationId, deviceId, epoch, seq);
        return isRefusal(answer) ? answer : { epoch, seq, ...answer };
      }),
    );
    scope.post(
      `${base}/pickups`,
      signed(async (known, body) => {
        const items = (body as { records?: unknown } | null)?.records;
        if (!Array.isArray(items)) return bad('缺少 records');
        if (items.length > mostRecords) return refuse('TOO_LARGE', { limit: `一次 ${mostRecords} 条记录` });
        const { organizationId, deviceId } = known.at;
        const answers = [];
        for (const item of items) {
          const record = readOfflinePickup(item, known.epoch, known.clockOffsetMs, services.clock.now());
          const outcome = isRefusal(record) ? record : await takeByRecord(services, known.at, record);
          const answer = answerOf(given(item, 'epoch'), given(item, 'seq'), outcome);
          if (!isRefusal(record) && answer.result !== 'RETRY')
            services.deviceSequences.note(organizationId, deviceId, record.epoch, record.seq);
          answers.push(answer);
        }
        return { answers };
      }),
    );
  });
}
