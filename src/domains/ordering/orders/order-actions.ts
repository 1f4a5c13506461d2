/** What is done to orders from their list: the kitchen’s steps, all rows or none, and what moves money, each order by itself. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Binding, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { orderingRefusals } from '../refusals.ts';
import { cancelOrder } from './cancel-order.ts';
import { doOrders } from './do-orders.ts';
import { moveOrder } from './move-order.ts';
import { handOf, isOwn, mayLate, tally, toldAs } from './order-desk.ts';
import { ordersWhere, writeEvent } from './order-store.ts';
import type { PickupWay } from './order-words.ts';
import type orderFoodDetail from './pages/order-food-detail.page.ts';
import { takeOrder, undoTaking } from './take-order.ts';

/** Does it to every row and says how many were done. */
async function each(
  ctx: Ctx,
  { rows }: ActionInput,
  title: string,
  act: (id: number) => Promise<Refusal | undefined>,
): Promise<Done | Refusal> {
  const { done, refused } = await doOrders(
    rows.map(({ id, orderNo }) => ({ id, orderNo: String(orderNo) })),
    act,
  );
  if (refused.length === 0) return null;
  const orders = await ordersWhere(sqlOf(ctx.db), ownOrganization(ctx), 'id = any($2::bigint[])', [done]);
  return tally(title, orders, refused);
}

/** A step of the kitchen, of all rows or none. */
async function move(
  ctx: Ctx,
  { ids }: ActionInput,
  { from, to, word }: { from: readonly string[]; to: string; word: string },
): Promise<Done | Refusal> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const moved = await db.query<{ id: number }>(
    `update meal_order set status = $3, handed_at = case when $3 = 'DELIVERING' then $5 else handed_at end,
       version = version + 1
     where organization_id = $1 and id = any($2::bigint[]) and status = any($4::text[]) returning id`,
    [organizationId, ids, to, from, isoAt(ctx.clock.now())],
  );
  if (moved.rows.length < ids.length) return refuse('NOT_NOW', { why: `所选订单中有的已不能${word}` });
  for (const { id } of moved.rows)
    await writeEvent(ctx.services, db, { organizationId, id }, handOf(ctx), { event: 'MOVE', note: word });
  await ctx.audit({ action: word, targetName: `${ids.length} 单` });
  return null;
}

/** What moves money, each order in its own transaction. */
export const orderMoneyMoves = {
  take: (ctx: Ctx, input: ActionInput) =>
    each(ctx, input, '核销结果', async (id) => {
      const reason = String(input.values.reason ?? '').trim();
      const answer = await takeOrder(ctx.services, ownOrganization(ctx), id, {
        by: handOf(ctx),
        occurredAt: ctx.clock.now(),
        identify: 'MANUAL',
        restaurantId: null,
        told: toldAs(ctx, '核销', reason),
      });
      return isRefusal(answer) ? answer : undefined;
    }),
  moveTo: (ctx: Ctx, input: ActionInput) =>
    each(ctx, input, '改取餐结果', async (id) => {
      const { pickup, addressId, lateReason } = input.values;
      const answer = await moveOrder(ctx, ownOrganization(ctx), id, {
        pickup: pickup as PickupWay,
        addressId: (addressId as number | null | undefined) ?? null,
        lateReason: String(lateReason ?? '').trim(),
      });
      return isRefusal(answer) ? answer : undefined;
    }),
  cancel: (ctx: Ctx, input: ActionInput) =>
    each(ctx, input, '取消结果', (id) => {
      const reason = String(input.values.reason);
      return cancelOrder(ctx.services, ownOrganization(ctx), id, {
        by: handOf(ctx),
        reason,
        late: mayLate(ctx),
        told: toldAs(ctx, '取消订单', reason),
      });
    }),
  undo: async (ctx: Ctx, { rows, values }: ActionInput) => {
    const reason = String(values.reason);
    const doing = { by: handOf(ctx), reason, told: toldAs(ctx, '撤销核销', reason) };
    return (await undoTaking(ctx.services, ownOrganization(ctx), rows[0]!.id, doing)) ?? null;
  },
  refund: async (ctx: Ctx, { rows, values }: ActionInput) => {
    const row = rows[0]!;
    if (await isOwn(ctx, row.personId as number)) return refuse(orderingRefusals.OWN_ORDER);
    const reason = String(values.reason);
    const doing = { by: handOf(ctx), reason, told: toldAs(ctx, '订餐退款', reason) };
    return (await refundOrder(ctx.services, ownOrganization(ctx), row.id, doing)) ?? null;
  },
} satisfies Binding<typeof orderFoodDetail.fields>['actions'];

/** 备餐, 备好, 交接配送. */
export const kitchenMoves = {
  cook: (ctx, input) => move(ctx, input, { from: ['PAID', 'ACCEPTED'], to: 'COOKING', word: '备餐' }),
  ready: (ctx, input) => move(ctx, input, { from: ['COOKING'], to: 'READY', word: '备好' }),
  deliver: (ctx, input) =>
    move(ctx, input, { from: ['ACCEPTED', 'COOKING', 'READY'], to: 'DELIVERING', word: '交接配送' }),
} satisfies Binding<typeof orderFoodDetail.fields>['actions'];
