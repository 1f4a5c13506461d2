/** What agent and platform do with an order, and what its bill does to it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { dropBill } from '../bills/drop-bill.ts';
import { billingRefusals } from '../refusals.ts';
import type { BillFollower } from '../services.ts';
import type { PurchaseOrderRow, PurchaseShipmentRow } from '../tables.ts';
import { lockIn } from './draft-order.ts';
import { arrive } from './ship-order.ts';
import { purchaseFlow, shipmentFlow } from './states.ts';

const buyerAlone = (ctx: Ctx, { order_no }: Pick<PurchaseOrderRow, 'order_no'>): Refusal | undefined =>
  ctx.session.unitType === 'AGENT' ? undefined : refuse('NOT_NOW', { why: `${order_no} 由下单的代理商办理` });

export const platformAlone = (ctx: Ctx): Refusal | undefined =>
  ctx.session.unitType === 'PLATFORM' || ctx.session.unitType === null
    ? undefined
    : refuse('NOT_NOW', { why: '由平台办理' });

export const orderMoves = moves(purchaseFlow, {
  table: 'purchase_order',
  name: (order) => order.order_no,
  stamped: true,
  check: { submit: buyerAlone, cancel: buyerAlone, close: platformAlone },
  after: {
    submit: async (ctx, order) => (await lockIn(ctx, order)) ?? null,
    cancel: async (ctx, order) =>
      order.bill_id === null ? null : ((await dropBill(ctx, order.bill_id, '代理商取消订单')) ?? null),
  },
});

export const shipmentMoves = moves(shipmentFlow, {
  table: 'purchase_shipment',
  name: (shipment: PurchaseShipmentRow) => shipment.ship_no,
  stamped: true,
  check: {
    receive: (ctx, shipment) =>
      ctx.session.unitType === 'AGENT'
        ? undefined
        : refuse('NOT_NOW', { why: `${shipment.ship_no} 由收货的代理商确认` }),
  },
  write: { receive: (ctx) => ({ received_by: ctx.session.name, received_at: isoAt(ctx.clock.now()) }) },
  after: {
    receive: async (ctx, shipment) => {
      await arrive(ctx, sqlOf(ctx.db), shipment);
      return null;
    },
  },
});

/** Paid: to be sent. Void: cancelled, unless something has been sent. */
export const purchaseFollower: BillFollower = {
  async settled(host, tx, bill) {
    await tx.query(
      `update purchase_order set status = 'PAID', paid_at = $3, version = version + 1, updated_at = $3
       where agent_id = $1 and id = $2 and status = 'SUBMITTED'`,
      [bill.unit_id, bill.document_id, isoAt(host.clock.now())],
    );
    return undefined;
  },
  async voided(host, tx, bill) {
    const { rows } = await tx.query<{ status: string; order_no: string }>(
      'select status, order_no from purchase_order where agent_id = $1 and id = $2 for update',
      [bill.unit_id, bill.document_id],
    );
    const order = rows[0]!;
    if (!['SUBMITTED', 'PAID', 'CANCELLED'].includes(order.status))
      return refuse(billingRefusals.PURCHASE_SHIPPED, { no: order.order_no });
    await tx.query(
      `update purchase_order set status = 'CANCELLED', version = version + 1, updated_at = $3 where agent_id = $1 and id = $2`,
      [bill.unit_id, bill.document_id, isoAt(host.clock.now())],
    );
    return undefined;
  },
};
