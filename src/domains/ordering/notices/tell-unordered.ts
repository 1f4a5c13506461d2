/** Before orders close: people who order the meal there as a rule and have not are told, and alerts say how many. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Found } from '../../alerts/public.server.ts';
import { dayKind } from '../../consumption/public.server.ts';
import {
  byDepartment,
  claimNotice,
  type Diner,
  dinersOf,
  habitDays,
  isAway,
  type NoticeOf,
  stageAt,
  writeNotices,
} from '../../headcount/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { reservingOrders } from '../orders/order-words.ts';
import {
  type OrderedMeal,
  type OrderingRule,
  type OrderingSetting,
  orderInstants,
  orderingSetting,
  orderRuleFor,
} from '../rules/setting.ts';

const daysAhead = 15;

/** People who ordered the meal there lately and have no order of this one anywhere. */
async function missingOf(
  db: Sql,
  organizationId: number,
  setting: OrderingSetting,
  meal: OrderedMeal,
): Promise<Diner[]> {
  const { restaurantId, mealPeriodId, diningDate } = meal;
  const { rows } = await db.query<{ id: number }>(
    `select distinct o.person_id as id from meal_order o
     where o.organization_id = $1 and o.dining_date between $2::date - ${habitDays} and $2::date - 1 and o.meal_period_id = $3
       and o.restaurant_id = $4 and o.status not in ('UNPAID', 'CANCELLED', 'EXPIRED')
       and not exists (select from meal_order n where n.organization_id = $1 and n.dining_date = $2 and n.meal_period_id = $3
         and n.person_id = o.person_id and n.status = any($5::text[]))`,
    [organizationId, diningDate, mealPeriodId, restaurantId, reservingOrders],
  );
  const diners = await dinersOf(
    db,
    organizationId,
    rows.map((row) => row.id),
  );
  return [...diners.values()].filter(
    (diner) =>
      diner.status === 'NORMAL' &&
      !diner.barred.includes(mealPeriodId) &&
      !isAway(diner, diningDate, mealPeriodId) &&
      orderRuleFor(setting, diner.typeId, meal) !== undefined,
  );
}

async function tellMeal(
  services: Services,
  organizationId: number,
  setting: OrderingSetting,
  rule: OrderingRule,
  meal: OrderedMeal,
): Promise<Found | undefined> {
  const nowMs = services.clock.now();
  const { closesAt } = orderInstants(setting, rule, meal.diningDate);
  const stage = stageAt(closesAt, nowMs);
  if (!stage) return undefined;
  const missing = (await missingOf(services.pool, organizationId, setting, meal)).filter(
    (diner) => orderRuleFor(setting, diner.typeId, meal)?.id === rule.id,
  );
  if (missing.length === 0) return undefined;
  const { diningDate, mealPeriodId, restaurantId } = meal;
  const closes = isoAt(closesAt).slice(11, 16);
  const named = `${diningDate.slice(5)} ${setting.meals.get(mealPeriodId)?.name ?? ''}`;
  const departments = await byDepartment(services.pool, organizationId, missing);
  const detail = `${named}订餐 ${closes} 截止，平时订餐的还有 ${missing.length} 人未订：${departments}`;
  const of: NoticeOf = { organizationId, kind: 'UNORDERED', stage, diningDate, mealPeriodId, restaurantId };
  await services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    if (!(await claimNotice(db, services.ids, of, detail, nowMs))) return;
    const content = `${named}订餐 ${closes} 截止，您还没有订餐`;
    await writeNotices(
      db,
      services.ids,
      of,
      missing.map(({ id }) => ({ personId: id, content })),
      nowMs,
    );
  });
  return {
    organizationId,
    alarm: {
      object: `order:${diningDate}:${mealPeriodId}:${restaurantId}:${rule.id}`,
      objectName: `${named}订餐`,
      restaurantId,
      at: closesAt - 120 * 60_000,
      level: stage === '30M' ? 'WARN' : 'INFO',
      detail,
      open: {
        path: '/admin/organization/order_food_detail',
        search: { diningDate: [diningDate, diningDate], mealPeriodId },
      },
    },
  };
}

/** What one unit has to be told of now; the people are. */
export async function tellUnordered(services: Services, organizationId: number): Promise<Found[]> {
  const nowMs = services.clock.now();
  const setting = await orderingSetting(services.pool, organizationId, nowMs);
  const today = businessDay(nowMs);
  const found: Found[] = [];
  for (const rule of setting.rules)
    for (const mealPeriodId of rule.mealPeriodIds)
      for (let ahead = 0; ahead < daysAhead; ahead += 1) {
        const diningDate = addDays(today, ahead);
        if (!rule.dayKinds.includes(dayKind(diningDate, setting.calendar))) continue;
        const meal = { restaurantId: rule.restaurantId, mealPeriodId, diningDate };
        const one = await tellMeal(services, organizationId, setting, rule, meal);
        if (one) found.push(one);
      }
  return found;
}

/** Units that take orders. */
export async function unitsTakingOrders({ pool }: Pick<Services, 'pool'>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct organization_id as id from ordering_rule where status = 'NORMAL'`,
  );
  return rows.map((row) => row.id);
}
