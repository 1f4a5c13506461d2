/** Whether somebody may order this meal so, and what it comes to. Judged by the server's clock. */

import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type Diner, dinersOf, instantOf } from '../../headcount/public.server.ts';
import { allergens as allergenWords } from '../../people/public.ts';
import { orderingRefusals } from '../refusals.ts';
import {
  type OrderedMeal,
  type OrderingRule,
  type OrderingSetting,
  orderInstants,
  orderRuleFor,
} from '../rules/setting.ts';
import { type Composed, compose, type Offered, type WantedMeal } from './compose.ts';
import { type Kept, offeredOf, publishedMenu } from './offer.ts';
import type { OrderPayTime } from './order-words.ts';

/** What is ordered for whom. */
export interface WantedOrder extends WantedMeal, OrderedMeal {
  personId: number;
  addressId: number | null;
  remark: string;
}

export interface Judged extends Composed {
  diner: Diner;
  rule: OrderingRule;
  menuId: number | null;
  feeFen: number;
  amountFen: number;
  /** Meals of the COUNT purse, for an order paid by them: those cost no fen. */
  counts: number;
  /** Ordered or changed after the cut-off. */
  late: boolean;
  /** Allergens of the diner that the dishes hold, in words; '' for none or where nobody looks. */
  allergyNote: string;
}

interface Judging {
  organizationId: number;
  nowMs: number;
  /** Why it is done after the cut-off; who may not leaves it out. */
  lateReason: string;
  /** What an order that is changed has: price and portions by item of the menu. */
  kept?: ReadonlyMap<number, Kept>;
  /** How it is paid: as its rule says, unless the order says otherwise. */
  payTime?: OrderPayTime;
  /** The instant it is closed: of ordering or, for a change, of taking back. */
  closes: 'closesAt' | 'cancelAt';
}

const minute = (ms: number) => isoAt(ms).slice(0, 16).replace('T', ' ');

interface Address {
  feeFen: number;
  cutoffTime: string | null;
}

async function addressOf(db: Sql, organizationId: number, id: number | null): Promise<Address | undefined> {
  if (id === null) return undefined;
  const { rows } = await db.query<Address>(
    `select a.delivery_fee_fen as "feeFen", a.cutoff_time as "cutoffTime" from order_address d
     join order_area a on a.organization_id = d.organization_id and a.id = d.area_id and a.status = 'NORMAL'
     where d.organization_id = $1 and d.id = $2 and d.status = 'NORMAL'`,
    [organizationId, id],
  );
  return rows[0];
}

/** Nobody younger orders what he is allergic to, whatever the rule says. */
const childYears = 14;

interface Allergy {
  allergens: string;
  dishes: string;
  /** The diner is a child on the day of the meal. */
  child: boolean;
}

/** Allergens of the person that the chosen dishes hold. */
async function allergyOf(
  db: Sql,
  organizationId: number,
  { personId, diningDate }: Pick<WantedOrder, 'personId' | 'diningDate'>,
  dishes: readonly Offered[],
): Promise<Allergy | undefined> {
  if (dishes.every((dish) => dish.allergens.length === 0)) return undefined;
  const { rows } = await db.query<{ allergens: string[] | null; child: boolean }>(
    `select allergens, coalesce(birthday > $3::date - make_interval(years => ${childYears}), false) as child
     from person where organization_id = $1 and id = $2`,
    [organizationId, personId, diningDate],
  );
  const own = rows[0]?.allergens ?? [];
  const hit = dishes.filter((dish) => dish.allergens.some((one) => own.includes(one)));
  if (hit.length === 0) return undefined;
  const met = own.filter((one) => hit.some((dish) => dish.allergens.includes(one)));
  return {
    allergens: met.map((one) => labelIn(allergenWords, one)).join('、'),
    dishes: hit.map((dish) => `「${dish.name}」`).join(''),
    child: rows[0]?.child ?? false,
  };
}

/** Paid by meals, dishes have no price. */
const withoutPrice = (made: Composed): Composed => ({
  ...made,
  lines: made.lines.map((line) => ({ ...line, priceFen: 0 })),
  dishesFen: 0,
});

/** What the order would be, or why not. The menu stays as it is until the transaction ends. */
export async function judgeOrder(
  db: Sql,
  setting: OrderingSetting,
  wanted: WantedOrder,
  { organizationId, nowMs, lateReason, kept, payTime, closes }: Judging,
): Promise<Judged | Refusal> {
  const diner = (await dinersOf(db, organizationId, [wanted.personId])).get(wanted.personId);
  if (!diner) return refuse('NOT_FOUND');
  const meal = setting.meals.get(wanted.mealPeriodId);
  const rule = meal && orderRuleFor(setting, diner.typeId, wanted);
  const named = { person: diner.name, type: diner.typeName, date: wanted.diningDate, meal: meal?.name ?? '该餐次' };
  if (diner.status !== 'NORMAL') return refuse(orderingRefusals.ORDER_DINER_NOT_NORMAL, named);
  if (!meal || !rule || diner.barred.includes(meal.id)) return refuse(orderingRefusals.MEAL_NOT_ORDERED, named);
  const delivered = wanted.pickup === 'DELIVERY';
  const address = delivered ? await addressOf(db, organizationId, wanted.addressId) : undefined;
  if (delivered && !address) return refuse(orderingRefusals.ADDRESS_NEEDED);
  const instants = orderInstants(setting, rule, wanted.diningDate, address?.cutoffTime ?? null);
  if (nowMs < instants.opensAt)
    return refuse(orderingRefusals.ORDER_NOT_OPEN, { ...named, opens: minute(instants.opensAt) });
  const closesAt = instants[closes];
  const late = nowMs >= closesAt;
  const over = nowMs >= instantOf(wanted.diningDate, meal.endTime);
  if (late && (!lateReason || over))
    return refuse(orderingRefusals.ORDER_CLOSED, { ...named, closed: minute(closesAt) });
  const menuId = rule.mode === 'HEAD_ONLY' ? undefined : await publishedMenu(db, organizationId, wanted);
  const offered =
    menuId === undefined
      ? new Map<number, Offered>()
      : await offeredOf(db, organizationId, menuId, [...(kept?.keys() ?? [])]);
  for (const [menuItemId, { priceFen }] of kept ?? []) {
    const dish = offered.get(menuItemId);
    if (dish) offered.set(menuItemId, { ...dish, priceFen });
  }
  const composed = compose(rule, offered, wanted, named);
  if (isRefusal(composed)) return composed;
  const byCount = (payTime ?? rule.payTime) === 'COUNT';
  const made = byCount ? withoutPrice(composed) : composed;
  const dishes = made.lines.flatMap((line) => offered.get(line.menuItemId ?? 0) ?? []);
  const found = await allergyOf(db, organizationId, wanted, dishes);
  // What an order has already is no reason to keep it where it is: only what is added to it is refused.
  const added = made.lines.filter((line) => line.qty > (kept?.get(line.menuItemId ?? 0)?.qty ?? 0));
  const refused =
    kept === undefined || added.length === made.lines.length
      ? found
      : await allergyOf(
          db,
          organizationId,
          wanted,
          added.flatMap((line) => offered.get(line.menuItemId ?? 0) ?? []),
        );
  if (refused && (refused.child || rule.allergy === 'REFUSE')) {
    const { child, ...hit } = refused;
    const person = `${diner.name}${child ? `（未满 ${childYears} 周岁）` : ''}`;
    return refuse(orderingRefusals.ORDER_ALLERGY, { ...hit, person });
  }
  const allergy = rule.allergy === 'NONE' && !found?.child ? undefined : found;
  const feeFen = byCount ? 0 : (address?.feeFen ?? 0);
  return {
    ...made,
    diner,
    rule,
    menuId: menuId ?? null,
    feeFen,
    amountFen: made.dishesFen + feeFen,
    counts: byCount ? wanted.portions : 0,
    late,
    allergyNote: allergy ? `对${allergy.allergens}过敏，${allergy.dishes}含有` : '',
  };
}
