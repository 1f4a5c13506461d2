/**
 * 停用 of an area or address with orders on their way there: how many and how much is told first; then they go elsewhere, are
 * taken back, or go there still. Each order in its own transaction, by the rules and rights of the list of orders; the place is
 * closed when none is left that should not be, so that the same again goes on where it stopped.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { setColumn } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { doOrders } from '../orders/do-orders.ts';
import { moveOrder } from '../orders/move-order.ts';
import { handOf, mayLate, mayOrders, tally, toldAs } from '../orders/order-desk.ts';
import { type Order, ordersWhere } from '../orders/order-store.ts';
import { liveOrders, ordersPath, type PickupWay } from '../orders/order-words.ts';
import { orderingRefusals } from '../refusals.ts';
import type { placeOrdersForm } from './place-form.ts';

/** Tables of places, and how their orders are found. */
const holders = { order_address: 'a.id', order_area: 'a.area_id' } as const;
export type PlaceTable = keyof typeof holders;

type Said = Partial<Record<keyof typeof placeOrdersForm, unknown>>;

const shownMeals = 4;
const money = (fen: number) => `${formatFenGrouped(fen)} 元`;
const sumOf = (orders: readonly Order[], of: (order: Order) => number) =>
  orders.reduce((sum, order) => sum + of(order), 0);

/** 改取餐 is for what the kitchen has not begun. */
const isMovable = ({ status }: Order) => status === 'PAID' || status === 'ACCEPTED';

const addressesOf = (table: PlaceTable, at: number) =>
  `select a.id from order_address a where a.organization_id = $1 and ${holders[table]} = any($${at}::bigint[])`;

const ordersTo = (ctx: Ctx, table: PlaceTable, ids: readonly number[]): Promise<Order[]> =>
  ordersWhere(
    sqlOf(ctx.db),
    ownOrganization(ctx),
    `status = any($2::text[]) and address_id in (${addressesOf(table, 3)}) order by dining_date, meal_period_id, id`,
    [liveOrders, ids],
  );

/** AREA_IN_USE while live orders go there. */
export async function refuseInUse(ctx: Ctx, table: PlaceTable, ids: readonly number[]): Promise<Refusal | undefined> {
  const { length: count } = await ordersTo(ctx, table, ids);
  return count > 0 ? refuse(orderingRefusals.AREA_IN_USE, { count }) : undefined;
}

/** 12-10 午餐 3 单: the first meals they are for. */
async function mealsTold(ctx: Ctx, orders: readonly Order[]): Promise<string> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string }>(
    'select id, name from meal_period where organization_id = $1',
    [ownOrganization(ctx)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const meals = Map.groupBy(orders, (order) => `${order.diningDate.slice(5)} ${names.get(order.mealPeriodId) ?? ''}`);
  const told = [...meals].slice(0, shownMeals).map(([meal, of]) => `${meal} ${of.length} 单`);
  return `${told.join('，')}${meals.size > shownMeals ? ` 等 ${meals.size} 餐` : ''}`;
}

/** What carrying one order to the address costs; nothing where it is fetched. */
async function feeAt(ctx: Ctx, { pickup, addressId }: Said): Promise<number | undefined> {
  if (pickup !== 'DELIVERY') return 0;
  const { rows } = await sqlOf(ctx.db).query<{ fen: number }>(
    `select g.delivery_fee_fen as fen from order_address a
     join order_area g on g.organization_id = a.organization_id and g.id = a.area_id
     where a.organization_id = $1 and a.id = $2`,
    [ownOrganization(ctx), addressId ?? null],
  );
  return rows[0]?.fen;
}

async function moveLines(ctx: Ctx, orders: readonly Order[], said: Said): Promise<[string, string][]> {
  const movable = orders.filter(isMovable);
  const begun = orders.length - movable.length;
  const feeFen = await feeAt(ctx, said);
  const fees: [string, string] = [
    '送餐费',
    `${money(sumOf(movable, (order) => order.feeFen))} → ${money((feeFen ?? 0) * movable.length)}，差额改在冻结里；菜品与价格不变`,
  ];
  return [
    ...(feeFen === undefined ? [] : [fees]),
    ...(begun > 0 ? [['不能改的', `${begun} 单已在备餐或配送中，须先送完`] as [string, string]] : []),
  ];
}

/** What is on its way there and what would become of it. Writes nothing. */
export async function placeOutcome(ctx: Ctx, table: PlaceTable, { ids, values }: ActionInput): Promise<Outcome> {
  const said = values as Said;
  const orders = await ordersTo(ctx, table, ids);
  if (orders.length === 0) return { lines: [['未完成的订单', '没有']] };
  const lines: [string, string][] = [
    [
      '未完成的订单',
      `${orders.length} 单 ${sumOf(orders, (order) => order.portions)} 份，共 ${money(sumOf(orders, (order) => order.amountFen))}`,
    ],
    ['哪几餐', await mealsTold(ctx, orders)],
  ];
  const asks = ['orders', 'pickup', 'addressId', 'reason', ...(mayLate(ctx) ? ['lateReason'] : [])];
  if (said.orders === 'MOVE')
    return {
      lines: [...lines, ...(await moveLines(ctx, orders, said))],
      amount: `并改取餐 ${orders.filter(isMovable).length} 单`,
      asks,
    };
  if (said.orders === 'CANCEL') {
    const backFen = sumOf(orders, (order) => (order.holdId === null ? 0 : order.amountFen));
    return {
      lines: [...lines, ['退回冻结', `${money(backFen)}，各回本人的可用余额`]],
      amount: `并取消 ${orders.length} 单`,
      asks,
    };
  }
  return said.orders === 'LEAVE'
    ? { lines: [...lines, ['这些订单', '照旧备餐、送到这里，只是以后不能再选']], asks }
    : { lines, asks };
}

/** Why it may not be done to these orders by this account; undefined when it may. */
async function refuseWay(
  ctx: Ctx,
  table: PlaceTable,
  ids: readonly number[],
  said: Said,
): Promise<Refusal | undefined> {
  const moves = said.orders === 'MOVE';
  if (!mayOrders(ctx, moves ? 'moveTo' : 'cancel'))
    return refuse('NOT_PERMITTED', { what: moves ? '改取餐' : '取消订餐' });
  if (!moves || said.pickup !== 'DELIVERY') return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(`${addressesOf(table, 2)} and a.id = $3`, [
    ownOrganization(ctx),
    ids,
    said.addressId ?? null,
  ]);
  return rows.length > 0 ? refuseField('addressId', '这个地址也要停用，请改送别处') : undefined;
}

/** Moves or takes back each of the orders; answers what stayed, or nothing where all is done. */
async function endOrders(ctx: Ctx, orders: readonly Order[], said: Said) {
  const organizationId = ownOrganization(ctx);
  // The log of it belongs to the orders.
  const desk = { ...ctx, path: ordersPath };
  const reason = String(said.reason ?? '').trim();
  const act =
    said.orders === 'MOVE'
      ? async (id: number) => {
          const answer = await moveOrder(desk, organizationId, id, {
            pickup: said.pickup as PickupWay,
            addressId: (said.addressId as number | null | undefined) ?? null,
            lateReason: String(said.lateReason ?? '').trim(),
          });
          return isRefusal(answer) ? answer : undefined;
        }
      : (id: number) =>
          cancelOrder(ctx.services, organizationId, id, {
            by: handOf(ctx),
            reason,
            late: mayLate(ctx),
            told: toldAs(desk, '取消订单', reason),
          });
  return doOrders(orders, act);
}

/** 停用 as a command of the page; one of `outsideTransaction`. */
export const disablePlace =
  (table: PlaceTable) =>
  async (ctx: Ctx, input: ActionInput): Promise<Done | Refusal> => {
    const said = input.values as Said;
    const orders = await ordersTo(ctx, table, input.ids);
    const ends = orders.length > 0 && (said.orders === 'MOVE' || said.orders === 'CANCEL');
    if (ends) {
      const no = await refuseWay(ctx, table, input.ids, said);
      if (no) return no;
      const { refused } = await endOrders(ctx, orders, said);
      const stood = new Set(refused.map(({ id }) => id));
      if (stood.size > 0) {
        const gone = orders.filter(({ id }) => !stood.has(id));
        const answer = tally('还没有停用', gone, refused);
        return isRefusal(answer) ? answer : { ...answer, told: { text: `还没有停用，${stood.size} 单未办` } };
      }
    }
    const off = await runCommand(ctx, async (inner) => {
      const no = said.orders === 'LEAVE' ? undefined : await refuseInUse(inner, table, input.ids);
      return no ?? setColumn(table, 'status', 'DISABLED', '停用')(inner, input);
    });
    if (isRefusal(off)) return off;
    if (!ends) return null;
    const done = said.orders === 'MOVE' ? '改取餐' : '取消';
    return { told: { text: `已停用，${done} ${orders.length} 单` } };
  };
