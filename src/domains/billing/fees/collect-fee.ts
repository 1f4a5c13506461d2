/** What an agent does about a fee of its customer, and the platform with what the agent entered. */

import type { Outcome } from '../../../kit/define/page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { documentType, orderService, planLines } from '../applications/order-service.ts';
import { type Customer, planOrder } from '../applications/plan-order.ts';
import { billMoves } from '../bills/bill-moves.ts';
import { billOf } from '../bills/open-bill.ts';
import { enterTransfer, paymentMoves } from '../bills/pay-by-transfer.ts';
import { billingRefusals } from '../refusals.ts';

/** The order's bill as it is now. */
const billIn = (ctx: Ctx, orderId: number) => billOf(sqlOf(ctx.db), { type: documentType, id: orderId });

/** 登记收款: the customer has paid by a transfer that the agent shows the proof of. */
export async function registerFee(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const bill = await billIn(ctx, ids[0]!);
  if (!bill) return refuse('NOT_FOUND');
  const entered = await enterTransfer(ctx, bill.id, values);
  return isRefusal(entered) ? entered : null;
}

/** What the transfer has to be, and until when it renews. */
export async function registerOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const bill = await billIn(ctx, ids[0]!);
  const order = await ctx.db
    .selectFrom('subscription_order')
    .select(['years', 'expires_on'])
    .where('id', '=', ids[0]!)
    .executeTakeFirst();
  if (!bill || !order) return refuse('NOT_FOUND');
  return {
    lines: [
      ['账单', bill.bill_no],
      [
        '付清后',
        `续 ${order.years} 年，从今天与原到期日${order.expires_on ? ` ${order.expires_on} ` : ''}较晚的一天起`,
      ],
    ],
    amountFen: bill.amount_fen,
  };
}

/** A customer of the session's agent; one of somebody else is not there. */
async function customerOf(ctx: Ctx, values: ActionInput['values']): Promise<Customer | Refusal> {
  const unitType = values.unitType as Customer['unitType'];
  const key = unitType === 'ORGANIZATION' ? 'organizationId' : 'contractorId';
  const unitId = Number(values[key] ?? 0);
  if (unitId === 0) return refuseField(key, '请选择客户');
  const table = unitType === 'ORGANIZATION' ? 'organization' : ('contractor' as 'organization');
  const found = await ctx.db.selectFrom(table).select('agent_id').where('id', '=', unitId).executeTakeFirst();
  return found && found.agent_id === ctx.session.unitId ? { unitType, unitId } : refuseField(key, '不是本代理商的客户');
}

/** What every customer of its kind has: the yearly fee is for it. */
const baseFor = ({ db }: Ctx, { unitType }: Customer) =>
  db
    .selectFrom('application')
    .select('id')
    .where('unit_type', '=', unitType)
    .where('base', '=', true)
    .executeTakeFirstOrThrow();

/** What the customer has to pay for so many years, and until when they last. */
export async function renewOutcome(ctx: Ctx, { values }: ActionInput): Promise<Outcome | Refusal> {
  const customer = await customerOf(ctx, values);
  if (isRefusal(customer)) return customer;
  const nowMs = ctx.clock.now();
  const { id } = await baseFor(ctx, customer);
  const plan = await planOrder(sqlOf(ctx.db), customer, id, Number(values.years ?? 1), { nowMs, today: dateAt(nowMs) });
  if (isRefusal(plan)) return plan;
  return { lines: [['客户', plan.sold.unitName], ...planLines(plan)], amountFen: plan.amountFen };
}

/** 登记续费: an order of so many years where none waits, and what the customer paid for it. */
export async function renewCustomer(ctx: Ctx, { values }: ActionInput): Promise<Refusal | null> {
  const customer = await customerOf(ctx, values);
  if (isRefusal(customer)) return customer;
  const base = await baseFor(ctx, customer);
  const ordered = await orderService(ctx.services, sqlOf(ctx.db), customer, base.id, Number(values.years), {
    id: ctx.session.accountId,
    name: ctx.session.name,
  });
  if (isRefusal(ordered)) return ordered;
  await ctx.audit({
    action: '登记续费',
    targetId: ordered.order.id,
    targetName: `${ordered.plan.sold.unitName} ${values.years} 年`,
  });
  if (!ordered.bill) return null;
  const entered = await enterTransfer(ctx, ordered.bill.id, values);
  return isRefusal(entered) ? entered : null;
}

/** 催缴, written down. */
export async function callCustomer(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const promised = values.promisedOn ? String(values.promisedOn) : null;
  if (promised !== null && promised < dateAt(ctx.clock.now()))
    return refuseField('promisedOn', '承诺付款日不能早于今天');
  const order = await ctx.db
    .selectFrom('subscription_order')
    .select(['id', 'agent_id', 'order_no'])
    .where('id', '=', ids[0]!)
    .executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  await ctx.db
    .insertInto('annual_fee_call')
    .values({
      id: await ctx.ids.next(),
      order_id: order.id,
      agent_id: order.agent_id,
      way: String(values.way),
      words: String(values.words),
      promised_on: promised,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({ action: '催缴', targetId: order.id, targetName: order.order_no });
  return null;
}

/** 确认到账, by the platform: the transfer that waits for this fee. */
export async function confirmFee(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const bill = await billIn(ctx, ids[0]!);
  if (!bill) return refuse('NOT_FOUND');
  const payment = await ctx.db
    .selectFrom('unit_bill_payment')
    .select('id')
    .where('bill_id', '=', bill.id)
    .where('way', '=', 'TRANSFER')
    .where('status', '=', 'WAITING')
    .executeTakeFirst();
  if (!payment) return refuse(billingRefusals.FEE_NO_TRANSFER, { no: bill.bill_no });
  return paymentMoves.confirm(ctx, { ids: [payment.id], rows: [], values: {} });
}

/** 作废, by two of the platform: what was paid, the commission and the term go back. */
export async function voidFee(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const bill = await billIn(ctx, ids[0]!);
  return bill ? billMoves.void(ctx, { ids: [bill.id], rows: [], values }) : refuse('NOT_FOUND');
}

/** The bill behind the fee, for the outcome of what is done with it. */
export const billIdOf = async (ctx: Ctx, orderId: number): Promise<number> => (await billIn(ctx, orderId))?.id ?? 0;
