/**
 * 刷卡即取餐: the terminals' door once more, before consumption's. Where a rule of the restaurant says so, the swipe of
 * somebody whose order is served there now hands it out; every other swipe goes on to be charged. Restaurants without such
 * a rule are known to the process, their swipes cost nothing.
 */
import type { Services } from '../../../kit/server/context.ts';
import { prepared } from '../../../kit/server/db/prepared.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { staleMs } from '../../../kit/server/stale.ts';
import type { ConsumeGateway, DeviceAt, DeviceRecord, RecordOutcome } from '../../device/public.server.ts';
import { businessDay, type Posted } from '../../wallet/public.server.ts';
import { type Order, readOrder } from '../orders/order-store.ts';
import { liveOrders } from '../orders/order-words.ts';
import { takeOrder } from '../orders/take-order.ts';
import { orderingRefusals } from '../refusals.ts';
import { minuteBounds, minutesOf } from '../rules/meal-minutes.ts';
import { keep, keptRecord, personOf, takenBy } from './pickup-records.ts';

type Known = { until: number; restaurants: Promise<ReadonlySet<number>> };

/** Tells whether swipes at a restaurant may hand orders out. */
function swipedPlaces({ pool, clock }: Pick<Services, 'pool' | 'clock'>) {
  const known = new Map<number, Known>();
  const read = async (organizationId: number): Promise<ReadonlySet<number>> => {
    const { rows } = await prepared<{ id: number }>(
      pool,
      'swiped-places',
      `select distinct restaurant_id as id from ${asOf('ordering_rule')} r where swipe_takes`,
      [organizationId, ...asOfValues(clock.now())],
    );
    return new Set(rows.map((row) => row.id));
  };
  return async ({ organizationId, restaurantId }: DeviceAt): Promise<boolean> => {
    const now = clock.now();
    const entry = known.get(organizationId);
    if (entry && now < entry.until) return (await entry.restaurants).has(restaurantId);
    const restaurants = read(organizationId);
    known.set(organizationId, { until: now + staleMs, restaurants });
    restaurants.catch(() => known.delete(organizationId));
    return (await restaurants).has(restaurantId);
  };
}

/** An order of a meal that is served, or not far from it. */
interface Near {
  id: number;
  ruleId: number | null;
  mealPeriodId: number;
  diningDate: string;
  /** Minutes until the meal or since it; 0 while it is served. */
  away: number;
}

/** The order of whoever swipes that is served here at that moment; told late, one that was left standing as well. */
async function orderServed(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  device: DeviceAt,
  record: DeviceRecord,
): Promise<number | undefined> {
  const personId = await personOf(pool, device, record);
  if (personId === undefined) return undefined;
  const date = businessDay(record.occurredAt);
  const minute = (record.occurredAt - Date.parse(`${date}T00:00:00+08:00`)) / 60_000;
  const states = [...liveOrders, ...(record.offline ? ['NO_SHOW'] : [])];
  const { rows } = await pool.query<Near>(
    `select o.id, o.rule_id as "ruleId", o.meal_period_id as "mealPeriodId", o.dining_date as "diningDate",
       case when $8::float8 < w.starts then w.starts - $8 when $8 >= w.ends then greatest($8 - w.ends, 0.01) else 0 end as away
     from meal_order o
     join ${asOf('ordering_rule')} r on r.id = o.rule_id and r.swipe_takes
     join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id
     cross join lateral (select split_part(m.start_time, ':', 1)::int * 60 + split_part(m.start_time, ':', 2)::int as starts,
       split_part(m.end_time, ':', 1)::int * 60 + split_part(m.end_time, ':', 2)::int as ends) w
     where o.organization_id = $1 and o.person_id = $4 and o.dining_date = $5 and o.restaurant_id = $6
       and o.status = any($7::text[]) and o.pickup in ('DINE_IN', 'PICKUP')
       and $8 >= w.starts - $9::int and $8 < w.ends + $9
     order by away, m.start_time desc, o.id`,
    [
      device.organizationId,
      ...asOfValues(clock.now()),
      personId,
      date,
      device.restaurantId,
      states,
      minute,
      minuteBounds.mostSlack,
    ],
  );
  for (const { id, away, ...meal } of rows) {
    // While it is served, as nearly always, no rule is asked.
    if (away === 0) return id;
    if (away <= (await minutesOf(pool, device.organizationId, clock.now(), meal)).slack) return id;
  }
  return undefined;
}

/** What was booked when the record came first. */
async function bookedBefore({ pool }: Pick<Services, 'pool'>, order: Order): Promise<RecordOutcome> {
  const { organizationId, personId, postingId, diningDate, bookedFen } = order;
  const { rows } = await pool.query<{ kind: string; fen: number }>(
    `select kind, sum(balance_fen)::bigint as fen from wallet
     where organization_id = $1 and person_id = $2 and status <> 'CLOSED' group by kind`,
    [organizationId, personId],
  );
  const posted: Posted = {
    postingId: postingId ?? 0,
    tradeId: postingId ?? 0,
    businessDate: diningDate,
    occurredDate: diningDate,
    late: false,
    amountFen: bookedFen,
    split: {},
    balances: Object.fromEntries(rows.map((row) => [row.kind, row.fen])),
    replayed: true,
  };
  return { posted };
}

async function handOut(
  services: Services,
  device: DeviceAt,
  record: DeviceRecord,
  orderId: number,
): Promise<RecordOutcome | undefined> {
  let booked: Posted | undefined;
  const answer = await takeOrder(services, device.organizationId, orderId, {
    ...takenBy(device, record),
    told: async (tx, order, posted) => {
      booked = posted;
      await keep(services, tx, device, record, { order, state: 'TAKEN', reason: '' });
    },
  });
  if (!isRefusal(answer)) return booked && { posted: booked };
  return refusedTaking(services, device, record, answer);
}

/** Taken by somebody else meanwhile, or charged before under this number: the swipe is charged, or answered as before. */
const chargedInstead = new Set<string>([orderingRefusals.ORDER_COLLECTED, 'IDEMPOTENCY_MISMATCH']);

async function refusedTaking(
  services: Services,
  device: DeviceAt,
  record: DeviceRecord,
  no: Refusal,
): Promise<RecordOutcome | undefined> {
  if (chargedInstead.has(no.code)) return undefined;
  if (no.code === orderingRefusals.ORDER_CHANGING) return refuse('RECORD_LATER');
  if (!record.offline || no.code === 'BUSY') return no;
  await keep(services, services.pool, device, record, {
    order: undefined,
    state: 'SUSPENSE',
    reason: refusalMessage(no),
  });
  return { suspended: no };
}

/** Puts handing out before charging. */
export function swipesTakeOrders(services: Services, charging: ConsumeGateway): ConsumeGateway {
  const taking = swipedPlaces(services);
  /** Undefined where the record is none of an order. */
  const taken = async (device: DeviceAt, record: DeviceRecord): Promise<RecordOutcome | undefined> => {
    if (record.payCode !== undefined || (record.mode !== 'FIXED' && record.mode !== 'DISH')) return undefined;
    if (!(await taking(device))) return undefined;
    const kept = await keptRecord(services.pool, device, record);
    if (kept?.state === 'TAKEN') {
      const order = await readOrder(services.pool, device.organizationId, kept.orderId ?? 0);
      return order && bookedBefore(services, order);
    }
    if (kept) return { suspended: refuse('NOT_NOW', { why: kept.reason }) };
    const orderId = await orderServed(services, device, record);
    return orderId === undefined ? undefined : handOut(services, device, record, orderId);
  };
  return {
    consume: async (device, record) => (await taken(device, record)) ?? charging.consume(device, record),
    upload: async (device, records) => {
      // In the order they were taken: the first swipe has the order, the next one is charged.
      const outcomes: (RecordOutcome | undefined)[] = [];
      for (const record of records) outcomes.push(await taken(device, record));
      const left = records.filter((_, at) => outcomes[at] === undefined);
      const charged = left.length > 0 ? await charging.upload(device, left) : [];
      let next = 0;
      return outcomes.map((one) => one ?? charged[next++]!);
    },
  };
}
