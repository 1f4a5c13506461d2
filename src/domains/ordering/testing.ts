/** The demo school with a lunch to be ordered by dish, for this domain's tests. */
import { addDays } from '../../kit/server/clock.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../kit/server/refusal.ts';
import { type ConsumptionBench, consumptionBench } from '../consumption/testing.ts';
import { instantOf } from '../headcount/public.server.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import type { WantedOrder } from './orders/judge-order.ts';
import type { Order } from './orders/order-store.ts';
import { type Ordering, placeOrder } from './orders/place-order.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { takeOrder } from './orders/take-order.ts';

export interface Dish {
  id: number;
  name: string;
  priceFen: number;
}

export interface OrderingBench extends ConsumptionBench {
  ruleId: number;
  /** What the rule was made of. */
  rule: Record<string, unknown>;
  restaurantId: number;
  /** A day ahead with a published lunch, and its dishes. */
  day: string;
  dishes: Dish[];
  /** The dishes of another day's lunch; none where it has no menu. */
  dishesOf(day: string): Promise<Dish[]>;
  wanted(personId: number, more?: Partial<WantedOrder>): WantedOrder;
  order(wanted: WantedOrder, more?: Partial<Ordering>): Promise<Order | Refusal>;
  /** An order that must be taken. */
  placed(personId: number, more?: Partial<WantedOrder>): Promise<Order>;
  cancel(order: Order): Promise<Refusal | undefined>;
  refund(order: Order): Promise<Refusal | undefined>;
  take(order: Order, more?: Partial<Parameters<typeof takeOrder>[3]>): Promise<Order | Refusal>;
  /** The order as it stands. */
  read(
    order: Order,
  ): Promise<{ status: string; bookedFen: number; note: string; amountFen: number; holdId: number | null }>;
  held(personId: number): Promise<number>;
  /** Noon of the day, or minutes after its lunch. */
  atNoon(): void;
  afterLunch(minutes: number): void;
}

export const deskHand = { id: 1, name: '前台' };

/** Values of a rule for lunch by dish: closes at 18:00 the day before, half is charged for what is left standing. */
export const dishRule = (bench: Pick<ConsumptionBench, 'lunchId'>, restaurantId: number) => ({
  name: '午餐点菜',
  restaurantId,
  mealPeriodIds: [bench.lunchId],
  typeIds: [],
  dayKinds: ['WORKDAY', 'WEEKEND', 'HOLIDAY'],
  mode: 'BY_DISH',
  oncePerMeal: true,
  maxPortions: 10,
  openDays: 30,
  cutDays: 1,
  cutTime: '18:00',
  cancelDays: null,
  cancelTime: null,
  byWorkdays: false,
  pickups: ['DINE_IN', 'DELIVERY'],
  payTime: 'ON_EAT',
  missPercent: 50,
  allergy: 'NONE',
});

export async function orderingBench(more: Record<string, unknown> = {}): Promise<OrderingBench> {
  const bench = await consumptionBench();
  const { services, clock } = bench.app;
  const { pool } = services;
  const menus = await pool.query<{ day: string; restaurantId: number }>(
    `select menu_date as day, restaurant_id as "restaurantId" from food_menu
     where organization_id = $1 and meal_period_id = $2 and status = 'PUBLISHED' and menu_date >= $3
     order by menu_date limit 1`,
    [bench.organizationId, bench.lunchId, addDays(bench.today, 2)],
  );
  const { day, restaurantId } = menus.rows[0]!;
  // The demo's staff report their lunch.
  const { rows: reported } = (await bench.school<{ rows: { id: number }[] }>('report_meal_mode', 'query', {})).data;
  for (const { id } of reported) await bench.school('report_meal_mode', 'disable', { id });
  const made = await bench.school<{ id: number }>('ordering_mode', 'create', {
    ...dishRule(bench, restaurantId),
    ...more,
  });
  if (made.errorcode !== 0) throw new Error(`${made.errormsg} ${JSON.stringify(made.fields)}`);
  const meal = await pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [bench.organizationId, bench.lunchId],
  );
  const dishesOf = async (on: string) => {
    const { rows } = await pool.query<Dish>(
      `select id, dish_name as name, price_fen as "priceFen" from food_menu_item
       where organization_id = $1 and restaurant_id = $2 and menu_date = $3 and meal_period_id = $4 order by id`,
      [bench.organizationId, restaurantId, on, bench.lunchId],
    );
    return rows;
  };
  const dishes = await dishesOf(day);
  const self: OrderingBench = {
    ...bench,
    ruleId: made.data.id,
    rule: { ...dishRule(bench, restaurantId), ...more },
    restaurantId,
    day,
    dishes,
    dishesOf,
    wanted: (personId, wants = {}) => ({
      personId,
      restaurantId,
      mealPeriodId: bench.lunchId,
      diningDate: day,
      lines: [{ menuItemId: dishes[0]!.id, qty: 1 }],
      portions: 1,
      pickup: 'DINE_IN',
      addressId: null,
      remark: '',
      ...wants,
    }),
    order: (wanted, ordering = {}) =>
      placeOrder(services, wanted, {
        organizationId: bench.organizationId,
        by: deskHand,
        source: 'DINER',
        requestKey: null,
        lateReason: '',
        ...ordering,
      }),
    placed: async (personId, wants = {}) => {
      const order = await self.order(self.wanted(personId, wants));
      if (isRefusal(order)) throw new Error(refusalMessage(order));
      return order;
    },
    cancel: (order) =>
      cancelOrder(services, bench.organizationId, order.id, { by: deskHand, reason: '不去了', late: false }),
    refund: (order) => refundOrder(services, bench.organizationId, order.id, { by: deskHand, reason: '菜凉了' }),
    take: (order, taking = {}) =>
      takeOrder(services, bench.organizationId, order.id, {
        by: deskHand,
        occurredAt: clock.now(),
        identify: 'MANUAL',
        restaurantId: null,
        ...taking,
      }),
    read: async ({ id }) => {
      const { rows } = await pool.query<{
        status: string;
        bookedFen: number;
        note: string;
        amountFen: number;
        holdId: number | null;
      }>(
        `select status, booked_fen as "bookedFen", note, amount_fen as "amountFen", hold_id as "holdId" from meal_order
         where organization_id = $1 and id = $2`,
        [bench.organizationId, id],
      );
      return rows[0]!;
    },
    held: async (personId) => {
      const { rows } = await pool.query<{ fen: number }>(
        'select coalesce(sum(held_fen), 0)::bigint as fen from wallet where organization_id = $1 and person_id = $2',
        [bench.organizationId, personId],
      );
      return rows[0]!.fen;
    },
    atNoon: () => clock.set(Date.parse(`${day}T12:00:00+08:00`)),
    afterLunch: (minutes) => clock.set(instantOf(day, meal.rows[0]!.ends) + minutes * 60_000),
  };
  return self;
}

/** One portion of one dish to be eaten there, ordered by the diner. */
export const orderOf = (
  parts: Parameters<typeof placeOrder>[0],
  {
    organizationId,
    personId,
    ...asked
  }: {
    organizationId: number;
    personId: number;
    restaurantId: number;
    mealPeriodId: number;
    diningDate: string;
    menuItemId: number;
  },
): Promise<Order | Refusal> => {
  const { menuItemId, ...where } = asked;
  return placeOrder(
    parts,
    {
      personId,
      ...where,
      lines: [{ menuItemId, qty: 1 }],
      portions: 1,
      pickup: 'DINE_IN',
      addressId: null,
      remark: '',
    },
    { organizationId, by: { id: personId, name: '就餐人' }, source: 'DINER', requestKey: null, lateReason: '' },
  );
};

// What else becomes of an order, for the domain that has coupons.
export { changeOrder, dropLines } from './orders/change-order.ts';
export { type Order, readOrder } from './orders/order-store.ts';
export { refundLines } from './refunds/refund-lines.ts';
export { undoTaking } from './orders/take-order.ts';
