/** What becomes of an order that is paid for: picked, sent, signed for, taken back, refunded in part. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { giveBackSoon, itemIds, type SoldGoods, writeItems } from '../../consumption/public.server.ts';
import { owe, oweReturn } from '../../stock/public.server.ts';
import type { Identify } from '../../wallet/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { type Booked, endPayment, finishPaid, keepPaid } from './channel-money.ts';
import {
  alignOrder,
  boundsOf,
  type Hand,
  inOne,
  itemFen,
  markOrder,
  type Order,
  type OrderParts,
  ofOrder,
  readOrder,
  stateRefusal,
  wantedQty,
} from './order-store.ts';

type Key = { organizationId: number; id: number };

const found = async (db: Sql, { organizationId, id }: Key): Promise<Order | Refusal> =>
  (await readOrder(db, organizationId, id)) ?? refuse('NOT_FOUND');

/** Goods that a recall holds back go to nobody. */
function refuseRecalled(order: Order): Refusal | undefined {
  const held = order.items.find((item) => item.recall_no !== null && wantedQty(item) > 0);
  return held && refuse(saleRefusals.ORDER_RECALLED, { no: order.order_no, goods: held.name, recall: held.recall_no! });
}

/** Marks outside any money, in the command's transaction. */
export async function moveOrder(
  tx: Sql,
  parts: Pick<OrderParts, 'clock'>,
  key: Key,
  event: 'accept' | 'deliver' | 'decline',
): Promise<Refusal | undefined> {
  const order = await found(tx, key);
  if (isRefusal(order)) return order;
  const [from, to, label] = (
    {
      accept: ['PAID', 'PICKING', '接单'],
      deliver: ['PICKING', 'DELIVERING', '配送'],
      decline: ['REFUNDING', 'FINISHED', '驳回'],
    } as const
  )[event];
  if (order.status !== from) return stateRefusal(order, label);
  const held = event === 'deliver' ? refuseRecalled(order) : undefined;
  if (held) return held;
  const columns =
    event === 'deliver' ? { delivering_at: isoAt(parts.clock.now()) } : event === 'decline' ? { reason: '' } : {};
  return markOrder(tx, parts, order, to, columns);
}

/** What a line was picked with, base units; lines left out are picked as ordered. */
export interface Picked {
  lineNo: number;
  qty: number;
  reason: string;
  /** What it is less was turned away at the door, and is kept as that. */
  refused?: boolean;
}

/** Weights and what is short: the money for it is set free at once, and so is its stock. */
export async function pickOrder(
  parts: OrderParts,
  key: Key,
  picked: readonly Picked[],
  by: Hand,
): Promise<Refusal | undefined> {
  const order = await found(parts.pool, key);
  if (isRefusal(order)) return order;
  // What is refused at the door is taken off as well.
  if (order.status !== 'PICKING' && order.status !== 'DELIVERING') return stateRefusal(order, '备货');
  const items = order.items.map((item) => {
    const said = picked.find(({ lineNo }) => lineNo === item.line_no);
    const qty = said?.qty ?? wantedQty(item);
    return {
      ...item,
      picked_qty: qty,
      amount_fen: itemFen(item, qty),
      short_reason: said?.reason ?? item.short_reason,
      refused_qty: item.refused_qty + (said?.refused ? wantedQty(item) - qty : 0),
      // Picked anew, by whoever has seen the lot.
      recall_no: said ? null : item.recall_no,
    };
  });
  const wrong = items.find(
    (item) => item.picked_qty > (item.by_weight ? item.qty + Math.ceil(item.qty / 10) : item.qty),
  );
  if (wrong) return refuse(saleRefusals.PICK_OVER, { line: wrong.line_no, goods: wrong.name });
  const silent = items.find((item) => item.picked_qty < item.qty && !item.by_weight && item.short_reason === '');
  if (silent) return refuse(saleRefusals.PICK_REASON, { line: silent.line_no, goods: silent.name });
  const goodsFen = items.reduce((sum, item) => sum + item.amount_fen, 0);
  if (goodsFen === 0) return refuse(saleRefusals.PICK_NOTHING, { no: order.order_no });
  const amountFen = goodsFen + order.delivery_fee_fen;
  const shortFen = items.reduce((sum, item) => sum + Math.max(0, itemFen(item, item.qty) - item.amount_fen), 0);
  const write = async (tx: Sql, holdId = order.hold_id) => {
    const no = await markOrder(tx, parts, order, order.status, {
      amount_fen: amountFen,
      short_fen: shortFen,
      hold_fen: amountFen,
      hold_id: holdId,
    });
    if (no) return no;
    await tx.query(
      `update shop_order_item i set picked_qty = n.qty, amount_fen = n.fen, short_reason = n.why, recall_no = n.recall, refused_qty = n.refused
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[]) as n (id, qty, fen, why, recall, refused)
       where i.organization_id = $1 and i.id = n.id`,
      [
        order.organization_id,
        items.map(({ id }) => id),
        items.map(({ picked_qty }) => picked_qty),
        items.map(({ amount_fen }) => amount_fen),
        items.map(({ short_reason }) => short_reason),
        items.map(({ recall_no }) => recall_no),
        items.map(({ refused_qty }) => refused_qty),
      ],
    );
    return undefined;
  };
  if (order.pay_way === 'THIRD') {
    const no = await keepPaid(parts, order, by, amountFen, (tx) => write(tx));
    if (no) return no;
  } else if (amountFen === order.hold_fen) {
    const no = await inOne(parts, order, by, write);
    if (no) return no;
  } else {
    const outcome = await parts.wallet.submit({
      ...ofOrder(parts, order, by, `hold:${order.version + 1}`, (tx, posted) => write(tx, posted.holdId ?? null)),
      kind: 'HOLD',
      purpose: 'ORDER',
      amountFen,
      spendOn: order.delivery_date,
      replacesHoldId: order.hold_id!,
      ...(await boundsOf(parts, order.organization_id)),
    });
    if (isRefusal(outcome)) return outcome;
  }
  await alignOrder(parts, order.organization_id, order.id);
  return undefined;
}

export interface SignedFor {
  by: Hand;
  receiver: string;
  identify: Identify;
  deviceId?: number;
  deploySiteId?: number;
}

async function placeOf(parts: OrderParts, order: Order, out: SignedFor) {
  const { rows } = await parts.pool.query<{ departmentId: number | null; typeId: number }>(
    `select department_id as "departmentId", type_id as "typeId" from person where organization_id = $1 and id = $2`,
    [order.organization_id, order.person_id],
  );
  return {
    restaurantId: order.restaurant_id,
    deploySiteId: out.deploySiteId ?? 0,
    deviceId: out.deviceId ?? 0,
    mealPeriodId: 0,
    departmentId: rows[0]?.departmentId ?? 0,
    personTypeId: rows[0]?.typeId ?? 0,
    mode: 'SHOP' as const,
    identify: out.identify,
    orderId: order.id,
  };
}

/** Signed for: the money is taken, the lines are kept with the trade, and stock is owed what was picked. */
export async function finishOrder(parts: OrderParts, key: Key, out: SignedFor): Promise<Refusal | undefined> {
  const order = await found(parts.pool, key);
  if (isRefusal(order)) return order;
  if (order.status !== 'DELIVERING') return stateRefusal(order, '完成');
  const held = refuseRecalled(order);
  if (held) return held;
  const taken = order.items.filter((item) => wantedQty(item) > 0);
  const goods = taken.map(
    (item): SoldGoods => ({
      goodsId: item.goods_id,
      name: item.name,
      qty: wantedQty(item),
      unitPriceFen: item.unit_price_fen,
      unitSize: item.unit_size,
      unitName: item.unit_name,
      amountFen: item.amount_fen,
      note: '',
    }),
  );
  const ids = await itemIds(parts, { goods });
  const dueIds = await parts.ids.take(goods.length);
  const place = await placeOf(parts, order, out);
  const now = parts.clock.now();
  const at = isoAt(now);
  const written = async (tx: Sql, { postingId: tradeId, businessDate }: Booked) => {
    const no = await markOrder(tx, parts, order, 'FINISHED', {
      trade_id: tradeId,
      finished_at: at,
      receiver: out.receiver,
    });
    if (no) return no;
    const { organization_id: organizationId, person_id: personId } = order;
    const { restaurantId, deviceId } = place;
    const where = { organizationId, personId, businessDate, mealPeriodId: 0, restaurantId, deviceId };
    await writeItems(tx, ids, { goods }, { ...where, occurredAt: now }, { tradeId });
    await owe(
      tx,
      dueIds,
      {
        contractorId: order.contractor_id,
        organizationId,
        storehouseId: order.storehouse_id!,
        tradeId,
        soldAt: at,
        now: at,
      },
      taken.map((item, i) => ({ lineNo: i + 1, goodsId: item.goods_id, qty: wantedQty(item), orderLineId: item.id })),
    );
    return undefined;
  };
  if (order.pay_way === 'THIRD') return finishPaid(parts, order, out.by, written);
  const outcome = await parts.wallet.submit({
    ...ofOrder(parts, order, out.by, 'post', written),
    kind: 'HOLD_POST',
    holdId: order.hold_id!,
    amountFen: order.amount_fen,
    place,
    trace: { order: order.order_no },
  });
  return isRefusal(outcome) ? outcome : undefined;
}

/**
 * Taken back before it is sent: after the cut-off by the shop alone. On its way only what a recall holds back, or what was turned away
 * whole at the door (`returned`).
 */
export async function cancelOrder(
  parts: OrderParts,
  key: Key,
  by: Hand,
  reason: string,
  { returned = false }: { returned?: boolean } = {},
): Promise<Refusal | undefined> {
  const order = await found(parts.pool, key);
  if (isRefusal(order)) return order;
  const comesBack = order.status === 'DELIVERING' && (returned || refuseRecalled(order) !== undefined);
  if (order.status !== 'UNPAID' && order.status !== 'PAID' && order.status !== 'PICKING' && !comesBack)
    return stateRefusal(order, '取消');
  const cancelled = async (tx: Sql) => {
    const no = await markOrder(tx, parts, order, 'CANCELLED', { reason, pick_code: null });
    if (!no && returned)
      await tx.query(
        `update shop_order_item set refused_qty = refused_qty + coalesce(picked_qty, qty) where organization_id = $1 and order_id = $2`,
        [order.organization_id, order.id],
      );
    return no;
  };
  if (order.pay_way === 'THIRD') {
    const ended = order.status === 'UNPAID' ? await endPayment(parts, order) : undefined;
    if (ended === 'PAID') return cancelOrder(parts, key, by, reason, { returned });
    const no = isRefusal(ended)
      ? ended
      : ended === 'CLOSED'
        ? await inOne(parts, order, by, cancelled)
        : await keepPaid(parts, order, by, 0, cancelled);
    if (no) return no;
    await alignOrder(parts, order.organization_id, order.id);
    return undefined;
  }
  const outcome = await parts.wallet.submit({
    ...ofOrder(parts, order, by, `void:${order.hold_id}`, cancelled),
    kind: 'HOLD_VOID',
    holdId: order.hold_id!,
  });
  if (isRefusal(outcome)) return outcome;
  await alignOrder(parts, order.organization_id, order.id);
  return undefined;
}

export interface Claim {
  back: readonly { lineNo: number; qty: number }[];
  goodsBack: boolean;
  reason: string;
  photo: string | null;
  /** Hours after it was finished. */
  hours: number;
}

/** After-sale: what is claimed of which line; its money is counted here. */
export async function claimBack(
  tx: Sql,
  parts: Pick<OrderParts, 'clock'>,
  key: Key,
  claim: Claim,
): Promise<Refusal | undefined> {
  const order = await found(tx, key);
  if (isRefusal(order)) return order;
  if (order.status !== 'FINISHED') return stateRefusal(order, '申请售后');
  if (order.refunded_fen > 0) return refuse('NOT_NOW', { why: `${order.order_no} 已经退过款` });
  if (parts.clock.now() > Date.parse(order.finished_at!) + claim.hours * 3_600_000)
    return refuse(saleRefusals.CLAIM_LATE, { no: order.order_no, hours: claim.hours });
  for (const { lineNo, qty } of claim.back) {
    const item = order.items.find(({ line_no }) => line_no === lineNo);
    if (!item || qty <= 0 || qty > wantedQty(item))
      return refuse(saleRefusals.CLAIM_OVER, { line: lineNo, goods: item?.name ?? '没有这一行' });
  }
  const { reason, photo, goodsBack } = claim;
  const no = await markOrder(tx, parts, order, 'REFUNDING', { reason, photo, goods_back: goodsBack });
  if (no) return no;
  for (const item of order.items) {
    const qty = claim.back.find(({ lineNo }) => lineNo === item.line_no)?.qty ?? 0;
    const whole = wantedQty(item);
    // All of a line is all of its money, however it was rounded.
    const fen = qty === whole ? item.amount_fen : Math.min(item.amount_fen, itemFen(item, qty));
    await tx.query('update shop_order_item set back_qty = $3, back_fen = $4 where organization_id = $1 and id = $2', [
      order.organization_id,
      item.id,
      qty,
      fen,
    ]);
  }
  return undefined;
}

/** Gives the claimed part back to the purses, or the payer, it came from. */
export async function refundOrder(parts: OrderParts, key: Key, by: Hand): Promise<Refusal | undefined> {
  const order = await found(parts.pool, key);
  if (isRefusal(order)) return order;
  if (order.status !== 'REFUNDING') return stateRefusal(order, '退款');
  const amountFen = order.items.reduce((sum, item) => sum + item.back_fen, 0);
  if (amountFen === 0) return refuse(saleRefusals.CLAIM_OVER, { line: 1, goods: `退款 ${formatFenGrouped(0)} 元` });
  const taken = order.items.filter((item) => wantedQty(item) > 0);
  const back = order.goods_back ? taken.filter(({ back_qty }) => back_qty > 0) : [];
  const dueIds = await parts.ids.take(back.length);
  const outcome = await parts.wallet.submit({
    ...ofOrder(parts, order, by, 'refund', async (tx) => {
      const no = await markOrder(tx, parts, order, 'REFUNDED', { refunded_fen: amountFen });
      if (no) return no;
      for (const [i, item] of back.entries()) {
        const { rows } = await tx.query<{ id: number }>(
          'select id from stock_due where contractor_id = $1 and trade_id = $2 and order_line_id = $3',
          [order.contractor_id, order.trade_id, item.id],
        );
        const now = isoAt(parts.clock.now());
        if (rows[0])
          await oweReturn(tx, {
            contractorId: order.contractor_id,
            dueId: rows[0].id,
            id: dueIds[i]!,
            now,
            qty: item.back_qty,
          });
      }
      return undefined;
    }),
    kind: 'REVERSE',
    originalPostingId: order.trade_id!,
    amountFen,
  });
  if (isRefusal(outcome)) return outcome;
  if (order.pay_way === 'THIRD') giveBackSoon(parts, order.organization_id, order.trade_id!);
  return undefined;
}
