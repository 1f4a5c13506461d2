/** What a diner may report or order on coming days, until when, what is on the menu, and what he has already. */
import { labelIn } from '../../../kit/define/states.ts';
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import {
  type Diner,
  dinersOf,
  eatsByDefault,
  instantsOf,
  mealSetting,
  ruleFor,
} from '../../headcount/public.server.ts';
import { allergens as allergenWords } from '../../people/public.ts';
import { groupOf } from '../orders/compose.ts';
import { takenOf } from '../orders/offer.ts';
import { reservingOrders } from '../orders/order-words.ts';
import { orderInstants, orderingSetting, orderRuleFor } from '../rules/setting.ts';
import type { Self } from './signers.ts';

interface Dish {
  menuItemId: number;
  name: string;
  priceFen: number;
  /** Portions that can still be ordered; null without a limit. */
  left: number | null;
  /** In words; null where nobody has said what is in it. */
  allergens: string[] | null;
  /** Holds what this person is allergic to. */
  allergic: boolean;
  /** Its class, and the one above. */
  typeIds: readonly number[];
}

interface Instants {
  opensAt: number;
  closesAt: number;
  cancelAt: number;
}

interface MealAt {
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  startTime: string;
  endTime: string;
  restaurantId: number;
}

/** Instants are epoch ms; what can be done now says `open`. */
export type OfferedMeal = MealAt &
  Instants & {
    open: boolean;
    dishes: Dish[];
  } & (
    | {
        way: 'REPORT';
        maxPortions: number;
        byDefault: boolean;
        reported: { reportId: number; portions: number } | null;
      }
    | {
        way: 'ORDER';
        mode: string;
        maxPortions: number;
        /** Of a set or a plain portion; null where dishes have their prices. */
        priceFen: number | null;
        /** COUNT: by meals of the COUNT purse, a portion each. */
        payTime: string;
        chooseCount: number | null;
        /** Of them how many of each class of dishes, those among `menuItemIds`; none: any. */
        chooseGroups: readonly { name: string; count: number; menuItemIds: readonly number[] }[];
        pickups: readonly string[];
        order: { orderId: number; orderNo: string; status: string } | null;
      }
  );

type Item = Dish & { day: string; meal: number; restaurant: number; most: number | null; raw: string[] | null };

/** Dishes on sale of published menus, by day, meal and restaurant. */
async function dishesOf(db: Sql, diner: Self, from: string, to: string): Promise<Map<string, Dish[]>> {
  const { organizationId, personId } = diner;
  const own = await db.query<{ allergens: string[] | null }>(
    'select allergens from person where organization_id = $1 and id = $2',
    [organizationId, personId],
  );
  const { rows } = await db.query<Item>(
    `select i.id as "menuItemId", i.menu_date as day, i.meal_period_id as meal, i.restaurant_id as restaurant,
       coalesce(i.dish_name, '') as name, i.price_fen as "priceFen", i.order_limit as most, i.allergens as raw,
       array_remove(array[t.id, t.parent_id], null) as "typeIds"
     from food_menu_item i join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
     join food_type t on t.id = d.type_id
     where i.organization_id = $1 and i.menu_date between $2 and $3 and m.status = 'PUBLISHED' and i.status = 'ON'
     order by i.sort, i.id`,
    [organizationId, from, to],
  );
  const limited = rows.filter((row) => row.most !== null).map((row) => row.menuItemId);
  const taken = await takenOf(db, organizationId, limited, personId, 0);
  const found = new Map<string, Dish[]>();
  for (const { day, meal, restaurant, most, raw, menuItemId, name, priceFen, typeIds } of rows) {
    const key = `${day}/${meal}/${restaurant}`;
    found.set(key, [
      ...(found.get(key) ?? []),
      {
        menuItemId,
        name,
        priceFen,
        left: most === null ? null : Math.max(0, most - (taken.get(menuItemId)?.taken ?? 0)),
        typeIds,
        allergens: raw?.map((one) => labelIn(allergenWords, one)) ?? null,
        allergic: (raw ?? []).some((one) => own.rows[0]?.allergens?.includes(one)),
      },
    ]);
  }
  return found;
}

async function reportsOf(db: Sql, { organizationId, personId }: Self, from: string, to: string) {
  const { rows } = await db.query<{ key: string; reportId: number; portions: number }>(
    `select dining_date || '/' || meal_period_id as key, id as "reportId", portions from meal_report
     where organization_id = $1 and person_id = $2 and dining_date between $3 and $4 and status = 'REPORTED'`,
    [organizationId, personId, from, to],
  );
  return new Map(rows.map(({ key, ...report }) => [key, report]));
}

async function ordersOf(db: Sql, { organizationId, personId }: Self, from: string, to: string) {
  const { rows } = await db.query<{ key: string; orderId: number; orderNo: string; status: string }>(
    `select dining_date || '/' || meal_period_id || '/' || restaurant_id as key, id as "orderId", order_no as "orderNo", status
     from meal_order where organization_id = $1 and person_id = $2 and dining_date between $3 and $4
       and status = any($5::text[]) order by id`,
    [organizationId, personId, from, to, reservingOrders],
  );
  return new Map(rows.map(({ key, ...order }) => [key, order]));
}

/** Meals of `days` days from `from`; by day, then by the meal's time. */
export async function offeredMeals(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  diner: Self,
  from: string,
  days: number,
): Promise<OfferedMeal[]> {
  const { organizationId, personId } = diner;
  const nowMs = clock.now();
  const to = addDays(from, days - 1);
  const person: Diner = (await dinersOf(pool, organizationId, [personId])).get(personId)!;
  const reporting = await mealSetting(pool, organizationId, nowMs);
  const ordering = await orderingSetting(pool, organizationId, nowMs);
  const dishes = await dishesOf(pool, diner, from, to);
  const reports = await reportsOf(pool, diner, from, to);
  const orders = await ordersOf(pool, diner, from, to);
  const found: OfferedMeal[] = [];
  const common = (at: MealAt, instants: Instants) => ({
    ...at,
    ...instants,
    open: person.status === 'NORMAL' && nowMs >= instants.opensAt && nowMs < instants.closesAt,
    dishes: dishes.get(`${at.diningDate}/${at.mealPeriodId}/${at.restaurantId}`) ?? [],
  });
  // What the department reports for its people is shown to them, and not theirs to say.
  const byWhom = (rule: { mode: string }, meal: ReturnType<typeof common>) => ({
    ...meal,
    open: meal.open && rule.mode !== 'DEPT',
  });
  for (let at = 0; at < days; at += 1) {
    const diningDate = addDays(from, at);
    for (const meal of ordering.meals.values()) {
      if (person.barred.includes(meal.id)) continue;
      const { id: mealPeriodId, name: mealName, startTime, endTime } = meal;
      const of = { diningDate, mealPeriodId, mealName, startTime, endTime };
      const reported = reporting.meals.get(mealPeriodId);
      const rule = reported && ruleFor(reporting, person, mealPeriodId, diningDate);
      if (rule)
        found.push({
          way: 'REPORT',
          ...byWhom(
            rule,
            common({ ...of, restaurantId: rule.restaurantId }, instantsOf(reporting, reported, diningDate)),
          ),
          maxPortions: rule.maxPortions,
          byDefault: eatsByDefault(rule, person.habits, diningDate, mealPeriodId),
          reported: reports.get(`${diningDate}/${mealPeriodId}`) ?? null,
        });
      for (const restaurantId of new Set(ordering.rules.map((one) => one.restaurantId))) {
        const ordered = orderRuleFor(ordering, person.typeId, { restaurantId, mealPeriodId, diningDate });
        if (!ordered) continue;
        const { mode, maxPortions, chooseCount, chooseGroups, pickups, payTime } = ordered;
        const own = common({ ...of, restaurantId }, orderInstants(ordering, ordered, diningDate));
        // Paid by meals, a portion has no price.
        const priceFen = payTime === 'COUNT' ? 0 : ordered.priceFen;
        found.push({
          way: 'ORDER',
          ...own,
          mode,
          maxPortions,
          priceFen,
          payTime,
          chooseCount,
          chooseGroups: chooseGroups.map((group) => ({
            name: group.name,
            count: group.count,
            menuItemIds: own.dishes
              .filter((dish) => groupOf(chooseGroups, dish.typeIds) === group)
              .map((dish) => dish.menuItemId),
          })),
          pickups,
          order: orders.get(`${diningDate}/${mealPeriodId}/${restaurantId}`) ?? null,
        });
      }
    }
  }
  return found;
}

/** Addresses meals are delivered to. */
export async function addressesOf({ pool }: Pick<Services, 'pool'>, { organizationId }: Self): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select d.id as "addressId", d.name, a.name as "areaName", a.delivery_fee_fen as "feeFen", a.cutoff_time as "cutoffTime"
     from order_address d join order_area a on a.organization_id = d.organization_id and a.id = d.area_id
     where d.organization_id = $1 and d.status = 'NORMAL' and a.status = 'NORMAL' order by a.sort, a.name, d.sort, d.id limit 2000`,
    [organizationId],
  );
  return rows;
}
