/** 订单菜品. */
import { sql } from 'kysely';
import { type Ctx, type Db, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { standingLine } from '../../../menu/public.server.ts';
import { refundLines } from '../../refunds/refund-lines.ts';
import { orderingRefusals } from '../../refusals.ts';
import { handOf, isOwn, toldAs } from '../order-desk.ts';
import { ordersWhere } from '../order-store.ts';
import spec from './order-food-detail-line.page.ts';

/** Portions of one dish of an order that was handed out. */
async function refundLine(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const row = rows[0]!;
  const organizationId = ownOrganization(ctx);
  const [order] = await ordersWhere(sqlOf(ctx.db), organizationId, 'id = $2', [row.orderId]);
  if (!order) return refuse('NOT_FOUND');
  if (await isOwn(ctx, order.personId)) return refuse(orderingRefusals.OWN_ORDER);
  const reason = String(values.reason);
  const doing = { by: handOf(ctx), reason, told: toldAs(ctx, '退菜', reason) };
  const back = new Map([[row.id, Number(values.qty)]]);
  return (await refundLines(ctx.services, organizationId, order.id, back, doing)) ?? null;
}

export default bind(spec, {
  list: over(spec, 'meal_order_item as x', {
    from: (db: Db) => db.selectFrom('meal_order_item as x').innerJoin('meal_order as o', standingLine),
    columns: {
      refundable: sql<boolean>`(o.status = 'EATEN' and o.pay_time <> 'COUNT' and x.qty > x.refunded_qty and x.amount_fen > 0)`,
    },
  }),
  outsideTransaction: ['refund'],
  actions: { refund: refundLine },
});
