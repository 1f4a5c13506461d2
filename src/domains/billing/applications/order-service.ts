/** 开通、续费、升级: an order with its price frozen and its bill; what comes to nothing holds at once. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { openBill } from '../bills/open-bill.ts';
import { billingRefusals } from '../refusals.ts';
import type { SubscriptionOrderRow, UnitBillRow } from '../tables.ts';
import { holdTerm } from './hold-term.ts';
import { type Customer, type Plan, planOrder } from './plan-order.ts';

/** Days a bill of an order may wait; of the annual fee it is the end of the service. */
const payWithinDays = 15;

export interface Ordered {
  order: SubscriptionOrderRow;
  bill: UnitBillRow | undefined;
  plan: Plan;
}

/** One more use of the activity; false where it has given all it may: whoever asks at once is one after the other. */
async function takeUse(tx: Sql, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update application_activity set used = used + 1 where id = $1 and status = 'ONGOING' and (use_limit is null or used < use_limit)`,
    [id],
  );
  return rowCount === 1;
}

export const documentType = 'SUBSCRIPTION_ORDER';

async function refuseWaiting(tx: Sql, { unitType, unitId }: Customer, applicationId: number) {
  const { rows } = await tx.query<{ no: string }>(
    `select b.bill_no as no from subscription_order o join unit_bill b on b.id = o.bill_id
     where o.unit_type = $1 and o.unit_id = $2 and o.application_id = $3 and o.status = 'WAITING'`,
    [unitType, unitId, applicationId],
  );
  return rows[0] && refuse(billingRefusals.SERVICE_ORDER_WAITS, { no: rows[0].no });
}

/** In the caller's transaction. The plan is made anew where an activity ran out between looking and taking. */
export async function orderService(
  host: Services,
  tx: Sql,
  customer: Customer,
  applicationId: number,
  years: number,
  maker?: { id: number; name: string },
): Promise<Ordered | Refusal> {
  const now = host.clock.now();
  const today = dateAt(now);
  const { unitType, unitId } = customer;
  // One order of a unit at a time.
  await tx.query(`select /* wall: this unit's lock */ pg_advisory_xact_lock(742011841, $1::int)`, [
    unitId % 2_147_483_647,
  ]);
  const waits = await refuseWaiting(tx, customer, applicationId);
  if (waits) return waits;
  const without: number[] = [];
  let plan: Plan | Refusal;
  do {
    plan = await planOrder(tx, customer, applicationId, years, { nowMs: now, today, without });
    if (isRefusal(plan)) return plan;
    if (plan.activityId === null || (await takeUse(tx, plan.activityId))) break;
    without.push(plan.activityId);
  } while (plan.activityId !== null);
  const id = await host.ids.next();
  const { sold } = plan;
  const { rows } = await tx.query<SubscriptionOrderRow>(
    `insert into subscription_order (id, order_no, unit_type, unit_id, agent_id, application_id, kind, years, list_fen, activity_id,
       minus_fen, gift_months, credit_fen, amount_fen, replaced, expires_on, status, maker_id, maker_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'WAITING', $17, $18, $19, $19) returning *`,
    [
      id,
      `YY${today.replaceAll('-', '')}${id}`,
      unitType,
      unitId,
      sold.agentId,
      applicationId,
      plan.kind,
      years,
      plan.listFen,
      plan.activityId,
      plan.minusFen,
      plan.giftMonths,
      plan.creditFen,
      plan.amountFen,
      JSON.stringify(plan.replaced),
      sold.endOn,
      maker?.id ?? null,
      maker?.name ?? '',
      isoAt(now),
    ],
  );
  const order = rows[0]!;
  if (plan.amountFen === 0) {
    await holdTerm(host, tx, order);
    return { order, bill: undefined, plan };
  }
  const end = sold.base && sold.endOn !== null && sold.endOn > today ? sold.endOn : addDays(today, payWithinDays);
  const bill = await openBill(host, tx, {
    kind: sold.base ? 'ANNUAL_FEE' : 'APPLICATION',
    unitType,
    unitId,
    title: `${sold.name} ${years} 年${sold.base ? '年费' : ''}`,
    amountFen: plan.amountFen,
    dueOn: end,
    document: { type: documentType, id },
    ...(maker ? { maker } : {}),
  });
  await tx.query(`update /* wall: the order just written */ subscription_order set bill_id = $2 where id = $1`, [
    id,
    bill.id,
  ]);
  return { order, bill, plan };
}

const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

/** A plan in the words of a dialog. */
export function planLines({ sold, listFen, minusFen, giftMonths, creditFen, fromOn, toOn, offer }: Plan) {
  return [
    ['应用', sold.name],
    ['原价', yuan(listFen)],
    ...(offer
      ? [['优惠', `${offer.name}${giftMonths > 0 ? `，送 ${giftMonths} 个月` : `，减 ${yuan(minusFen)}`}`]]
      : []),
    ...(creditFen > 0 ? [['原应用剩余天数折抵', yuan(creditFen)]] : []),
    ['付款后期限', `${fromOn} 至 ${toOn}`],
  ] as [string, string][];
}
