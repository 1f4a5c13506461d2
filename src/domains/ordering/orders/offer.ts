/**
 * What the published menu offers, and portions of it taken. Limited dishes are locked in the order of their ids, then what
 * all standing orders have of them is added up: there is no counter that could drift, and none is sold twice.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import type { OrderedMeal } from '../rules/setting.ts';
import type { Offered, OrderLine } from './compose.ts';
import { reservingOrders } from './order-words.ts';

/** The published menu of the meal, kept from being withdrawn until the transaction ends; undefined when there is none. */
export async function publishedMenu(
  db: Sql,
  organizationId: number,
  { restaurantId, diningDate, mealPeriodId }: OrderedMeal,
): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(
    `select id from food_menu where organization_id = $1 and restaurant_id = $2 and menu_date = $3
       and meal_period_id = $4 and status = 'PUBLISHED' for share`,
    [organizationId, restaurantId, diningDate, mealPeriodId],
  );
  return rows[0]?.id;
}

/** What an order has of a dish already. */
export interface Kept {
  priceFen: number;
  qty: number;
}

/** Dishes of the menu that are on sale, by their item; sold out ones only if they are among `kept`. */
export async function offeredOf(
  db: Sql,
  organizationId: number,
  menuId: number,
  kept: readonly number[] = [],
): Promise<Map<number, Offered>> {
  const { rows } = await db.query<Offered>(
    `select i.id as "menuItemId", i.dish_id as "dishId", coalesce(i.dish_name, '') as name, i.price_fen as "priceFen",
       i.limit_per_person as "limitPerPerson", coalesce(i.allergens, '{}') as allergens,
       array_remove(array[t.id, t.parent_id], null) as "typeIds"
     from food_menu_item i
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
     join food_type t on t.id = d.type_id
     where i.organization_id = $1 and i.menu_id = $2
       and (i.status = 'ON' or (i.status = 'SOLD_OUT' and i.id = any($3::bigint[])))`,
    [organizationId, menuId, kept],
  );
  return new Map(rows.map((row) => [row.menuItemId, row]));
}

interface Taken {
  menuItemId: number;
  /** By all standing orders but this one; portions that are being paid for included. */
  taken: number;
  /** Of them this person's. */
  own: number;
}

/** Portions standing orders have of the items. */
export async function takenOf(
  db: Sql,
  organizationId: number,
  menuItemIds: readonly number[],
  personId: number,
  butOrderId: number,
): Promise<Map<number, Taken>> {
  const { rows } = await db.query<Taken>(
    `select x.menu_item_id as "menuItemId", sum(x.qty)::int as taken,
       coalesce(sum(x.qty) filter (where o.person_id = $3), 0)::int as own
     from meal_order_item x
     join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and x.revision >= o.revision
     where x.organization_id = $1 and x.menu_item_id = any($2::bigint[]) and o.id <> $4 and o.status = any($5::text[])
     group by x.menu_item_id`,
    [organizationId, menuItemIds, personId, butOrderId, reservingOrders],
  );
  return new Map(rows.map((row) => [row.menuItemId, row]));
}

/** Why these portions cannot be taken; undefined when they can, and nobody else takes them until the transaction ends. */
export async function takePortions(
  db: Sql,
  organizationId: number,
  lines: readonly OrderLine[],
  { personId, orderId, kept }: { personId: number; orderId: number; kept?: ReadonlyMap<number, Kept> },
): Promise<Refusal | undefined> {
  // What the order has already it need not take.
  const more = ({ menuItemId, qty }: OrderLine) => qty > (kept?.get(menuItemId ?? 0)?.qty ?? 0);
  const wanted = new Map(
    lines.flatMap((line) => (line.menuItemId === null || !more(line) ? [] : [[line.menuItemId, line] as const])),
  );
  if (wanted.size === 0) return undefined;
  const { rows: limited } = await db.query<{ id: number; most: number | null; each: number | null; status: string }>(
    `select id, order_limit as most, limit_per_person as each, status from food_menu_item
     where organization_id = $1 and id = any($2::bigint[]) and (order_limit is not null or limit_per_person is not null)
     order by id for update`,
    [organizationId, [...wanted.keys()]],
  );
  if (limited.length === 0) return undefined;
  const taken = await takenOf(
    db,
    organizationId,
    limited.map((item) => item.id),
    personId,
    orderId,
  );
  for (const { id, most, each, status } of limited) {
    const line = wanted.get(id)!;
    const { taken: gone, own } = taken.get(id) ?? { taken: 0, own: 0 };
    if (status !== 'ON') return refuse(orderingRefusals.DISH_SOLD_OUT, { dish: line.name, left: 0 });
    if (most !== null && gone + line.qty > most)
      return refuse(orderingRefusals.DISH_SOLD_OUT, { dish: line.name, left: Math.max(0, most - gone) });
    if (each !== null && own + line.qty > each)
      return refuse(orderingRefusals.DISH_PER_PERSON, { dish: line.name, most: each });
  }
  return undefined;
}
