/**
 * What happens to orders by the clock: what was never paid for is given up, orders close with their cut-off and are ready when
 * the meal begins, what the kitchen stopped is given back, what nobody collected is settled some time after the meal when every
 * terminal of its restaurant has told. Each step may be run again at any time, on several nodes, after a crash.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import { terminalsBehind } from '../../device/public.server.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { dropLines, dropPending } from '../orders/change-order.ts';
import { missOrder } from '../orders/miss-order.ts';
import { changeMs, expireOrder, houseHand, lockOrder, ordersWhere } from '../orders/order-store.ts';
import { liveOrders } from '../orders/order-words.ts';
import { takeOrder } from '../orders/take-order.ts';
import { minuteBounds, minutesOf } from '../rules/meal-minutes.ts';
import { orderInstants, orderingSetting } from '../rules/setting.ts';

const minuteMs = 60_000;
/** An order is paid for within this time or given up. */
const unpaidMs = minuteMs;
/** Terminals are waited for this long; then the meal is settled without them. */
const waitedMs = 3 * 86_400_000;

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const live = quoted(liveOrders);

/** Units with orders that are not over. */
async function unitsThatOrder({ pool }: Services): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct organization_id as id from meal_order where status in ('UNPAID', ${live})`,
  );
  return rows.map((row) => row.id);
}

/** Gives up orders and changes that died on the way. */
export async function giveUpLost(services: Services, organizationId: number): Promise<void> {
  const nowMs = services.clock.now();
  const lost = await ordersWhere(services.pool, organizationId, `status = 'UNPAID' and ordered_at < $2`, [
    isoAt(nowMs - unpaidMs),
  ]);
  for (const order of lost) await expireOrder(services, order, '未完成付款');
  const stuck = await ordersWhere(
    services.pool,
    organizationId,
    `status in (${live}) and changing_at is not null and changing_at < $2`,
    [isoAt(nowMs - changeMs)],
  );
  for (const { id } of stuck)
    await services.db.transaction().execute(async (trx) => {
      const db = sqlOf(trx);
      const order = await lockOrder(db, organizationId, id);
      if (order?.changingAt && Date.parse(order.changingAt) < nowMs - changeMs) await dropPending(db, order);
    });
}

interface MealOfOrders {
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  startTime: string;
  endTime: string;
  ruleId: number | null;
  restaurantId: number;
}

/** Meals of rules that have live orders. */
async function mealsWithOrders({ pool }: Services, organizationId: number): Promise<MealOfOrders[]> {
  const { rows } = await pool.query<MealOfOrders>(
    `select distinct o.dining_date as "diningDate", o.meal_period_id as "mealPeriodId", m.name as "mealName",
       m.start_time as "startTime", m.end_time as "endTime", o.rule_id as "ruleId", o.restaurant_id as "restaurantId"
     from meal_order o join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id
     where o.organization_id = $1 and o.status in (${live}) order by 1, 2`,
    [organizationId],
  );
  return rows;
}

/** PAID → ACCEPTED at the cut-off, → READY when the meal begins. */
export async function moveOn(services: Services, organizationId: number): Promise<void> {
  const nowMs = services.clock.now();
  const setting = await orderingSetting(services.pool, organizationId, nowMs);
  for (const { diningDate, mealPeriodId, startTime, ruleId } of await mealsWithOrders(services, organizationId)) {
    const rule = setting.rules.find((one) => one.id === ruleId);
    const begun = nowMs >= instantOf(diningDate, startTime);
    const closed = rule !== undefined && nowMs >= orderInstants(setting, rule, diningDate).closesAt;
    if (!begun && !closed) continue;
    await services.pool.query(
      `update meal_order set status = $5, version = version + 1
       where organization_id = $1 and dining_date = $2 and meal_period_id = $3 and rule_id is not distinct from $4
         and status = any($6::text[])`,
      [
        organizationId,
        diningDate,
        mealPeriodId,
        ruleId,
        begun ? 'READY' : 'ACCEPTED',
        begun ? ['PAID', 'ACCEPTED', 'COOKING'] : ['PAID'],
      ],
    );
  }
}

/** Gives back what the kitchen will not cook: orders of a menu that was withdrawn, dishes that were stopped. */
export async function giveBackStopped(services: Services, organizationId: number): Promise<void> {
  const { rows: withdrawn } = await services.pool.query<{ id: number; why: string }>(
    `select o.id, m.check_note as why from meal_order o join food_menu m on m.organization_id = o.organization_id and m.id = o.menu_id
     where o.organization_id = $1 and o.status in (${live}) and m.status not in ('PUBLISHED', 'CLOSED')`,
    [organizationId],
  );
  for (const { id, why } of withdrawn)
    await cancelOrder(services, organizationId, id, {
      by: houseHand,
      reason: why ? `厨房撤回了菜谱：${why}` : '厨房撤回了菜谱',
      late: true,
    });
  const { rows: stopped } = await services.pool.query<{ id: number; items: number[]; dishes: string; left: number }>(
    `select o.id, array_agg(x.menu_item_id) as items, string_agg(x.name, '、') as dishes,
       (select count(*)::int from meal_order_item y where y.organization_id = o.organization_id and y.order_id = o.id
          and y.revision = o.revision) - count(*)::int as left
     from meal_order o
     join meal_order_item x on x.organization_id = o.organization_id and x.order_id = o.id and x.revision = o.revision
     join food_menu_item i on i.organization_id = x.organization_id and i.id = x.menu_item_id and i.status = 'STOPPED'
     where o.organization_id = $1 and o.status in (${live}) and o.status <> 'DELIVERING'
     group by o.organization_id, o.id, o.revision`,
    [organizationId],
  );
  for (const { id, items, dishes, left } of stopped) {
    const reason = `厨房停售：${dishes}`;
    if (left > 0)
      await dropLines(services, organizationId, id, items, { organizationId, by: houseHand, lateReason: reason });
    else await cancelOrder(services, organizationId, id, { by: houseHand, reason, late: true });
  }
}

/** Deliveries count as received some time after they were handed over, where the rule says so. */
export async function confirmDelivered(services: Services, organizationId: number): Promise<void> {
  const nowMs = services.clock.now();
  const { rows } = await services.pool.query<{ id: number }>(
    `select o.id from meal_order o
     join ${asOf('ordering_rule')} r on r.id = o.rule_id
     where o.organization_id = $1 and o.status = 'DELIVERING' and r.auto_confirm_min is not null
       and o.handed_at + make_interval(mins => r.auto_confirm_min) <= $4`,
    [organizationId, ...asOfValues(nowMs), isoAt(nowMs)],
  );
  for (const { id } of rows)
    await takeOrder(services, organizationId, id, {
      by: houseHand,
      occurredAt: nowMs,
      identify: 'MANUAL',
      restaurantId: null,
    });
}

async function noteSettlement(
  { pool, ids, clock }: Services,
  organizationId: number,
  { diningDate, mealPeriodId, restaurantId }: MealOfOrders,
  waiting: string,
): Promise<void> {
  await pool.query(
    `insert into order_settlement (organization_id, id, restaurant_id, dining_date, meal_period_id, state, waiting, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict on constraint order_settlement_once do update set state = excluded.state, waiting = excluded.waiting,
       settled_at = excluded.settled_at`,
    [
      organizationId,
      await ids.next(),
      restaurantId,
      diningDate,
      mealPeriodId,
      waiting ? 'WAITING' : 'SETTLED',
      waiting,
      waiting ? null : isoAt(clock.now()),
    ],
  );
}

/** A meal of several rules is settled when the last of them says: its terminals have told of all of it by then. */
async function settleMs({ pool, clock }: Services, organizationId: number, ofRules: readonly MealOfOrders[]) {
  const minutes: number[] = [];
  for (const one of ofRules) minutes.push((await minutesOf(pool, organizationId, clock.now(), one)).settle);
  return Math.max(...minutes) * minuteMs;
}

/** Settles what nobody collected of one meal, a row for each of its rules; nothing while terminals still have records of it. */
async function settleOrders(
  services: Services,
  organizationId: number,
  ofRules: readonly MealOfOrders[],
): Promise<void> {
  const nowMs = services.clock.now();
  const meal = ofRules[0]!;
  const endsAt = instantOf(meal.diningDate, meal.endTime);
  // Meals to come, nearly all there are, ask for no rules.
  if (nowMs < endsAt + minuteBounds.leastSettle * minuteMs) return;
  if (nowMs < endsAt + (await settleMs(services, organizationId, ofRules))) return;
  const behind =
    nowMs >= endsAt + waitedMs ? [] : await terminalsBehind(services.pool, organizationId, [meal.restaurantId], endsAt);
  await noteSettlement(services, organizationId, meal, behind.join('、'));
  if (behind.length > 0) return;
  const left = await ordersWhere(
    services.pool,
    organizationId,
    `dining_date = $2 and meal_period_id = $3 and restaurant_id = $4 and status in (${live}) and changing_at is null
       and not exists (select from order_pickup k where k.organization_id = meal_order.organization_id
         and k.order_id = meal_order.id and k.state = 'SUSPENSE')
     order by id`,
    [meal.diningDate, meal.mealPeriodId, meal.restaurantId],
  );
  for (const order of left) await missOrder(services, order, meal);
}

/** What is due in one unit. */
export async function turnUnit(services: Services, organizationId: number): Promise<void> {
  await giveUpLost(services, organizationId);
  await giveBackStopped(services, organizationId);
  await moveOn(services, organizationId);
  await confirmDelivered(services, organizationId);
  const meals = Map.groupBy(
    await mealsWithOrders(services, organizationId),
    ({ diningDate, mealPeriodId, restaurantId }) => `${diningDate}/${mealPeriodId}/${restaurantId}`,
  );
  for (const ofRules of meals.values()) await settleOrders(services, organizationId, ofRules);
}

/** One turn over all units with orders. */
export async function turnOrderClock(services: Services, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await unitsThatOrder(services)) {
    if (signal?.aborted) return;
    await turnUnit(services, organizationId);
  }
}
