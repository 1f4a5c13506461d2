/** What units do with an application by themselves, and what the platform sets beside: trial, order, dates, closing. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { setServiceEnd } from '../../tenancy/public.server.ts';
import { billMoves } from '../bills/bill-moves.ts';
import { dropBill } from '../bills/drop-bill.ts';
import { billingRefusals } from '../refusals.ts';
import { orderService, planLines } from './order-service.ts';
import { type Customer, planOrder, readSold } from './plan-order.ts';
import { closableDays, daysBetween, graceDays, serviceState } from './service-state.ts';

/** The session's own unit as who buys. */
function buyer(ctx: Ctx): Customer | Refusal {
  const { unitType, unitId } = ctx.session;
  return (unitType === 'ORGANIZATION' || unitType === 'CONTRACTOR') && unitId !== null
    ? { unitType, unitId }
    : refuse('NOT_PERMITTED', { what: '应用由使用单位自己开通' });
}

/** 试用: once for a unit and an application, and only where it has none. */
export async function startTrial(ctx: Ctx, { ids }: ActionInput): Promise<Refusal | null> {
  const who = buyer(ctx);
  if (isRefusal(who)) return who;
  const tx = sqlOf(ctx.db);
  const sold = await readSold(tx, who, ids[0]!);
  if (!sold) return refuse('NOT_FOUND');
  const today = dateAt(ctx.clock.now());
  const { rows } = await tx.query<{ days: number }>(
    `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, trial, trial_used, updated_at)
     select $1, $2, a.id, $4::date, $4::date + a.trial_days - 1, true, true, $5 from application a
     where a.id = $3 and a.trial_days > 0 and a.status = 'NORMAL' and not a.base
     on conflict do nothing returning (end_on - started_on + 1) as days`,
    [who.unitType, who.unitId, sold.id, today, isoAt(ctx.clock.now())],
  );
  if (!rows[0]) return refuse(billingRefusals.TRIAL_USED, { name: sold.name });
  ctx.services.pageGuard?.forget(who.unitType, who.unitId);
  await ctx.audit({ action: '试用', targetId: sold.id, targetName: `${sold.name} ${rows[0].days} 天` });
  return null;
}

/** 开通 or 续费; with `payNow` out of the unit's money in the same step. */
export async function buyService(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const who = buyer(ctx);
  if (isRefusal(who)) return who;
  const ordered = await orderService(ctx.services, sqlOf(ctx.db), who, ids[0]!, Number(values.years), {
    id: ctx.session.accountId,
    name: ctx.session.name,
  });
  if (isRefusal(ordered)) return ordered;
  const { bill, plan } = ordered;
  await ctx.audit({
    action: plan.kind === 'RENEW' ? '续费' : plan.kind === 'UPGRADE' ? '升级' : '开通',
    targetId: plan.sold.id,
    targetName: plan.sold.name,
    changes: [{ key: 'amountFen', label: '应付', before: null, after: formatFenGrouped(plan.amountFen) }],
  });
  if (!bill || values.payNow !== true) return null;
  const paid = await billMoves.pay(ctx, { ids: [bill.id], rows: [], values: {} });
  return isRefusal(paid) ? paid : null;
}

/** What it would cost and until when it would last. */
export async function buyOutcome(ctx: Ctx, { ids, values }: ActionInput): Promise<Outcome | Refusal> {
  const who = buyer(ctx);
  if (isRefusal(who)) return who;
  const now = ctx.clock.now();
  const plan = await planOrder(sqlOf(ctx.db), who, ids[0]!, Number(values.years ?? 1), {
    nowMs: now,
    today: dateAt(now),
  });
  return isRefusal(plan) ? plan : { lines: planLines(plan), amountFen: plan.amountFen };
}

/** 取消订单: while its bill is not paid. */
export async function cancelOrder(ctx: Ctx, { ids }: ActionInput): Promise<Refusal | null> {
  const who = buyer(ctx);
  if (isRefusal(who)) return who;
  const order = await ctx.db
    .selectFrom('subscription_order')
    .select('bill_id')
    .where('application_id', '=', ids[0]!)
    .where('status', '=', 'WAITING')
    .executeTakeFirst();
  return order?.bill_id
    ? dropBill(ctx, order.bill_id, '付款单位取消订单')
    : refuse('NOT_NOW', { why: '没有待付款的订单' });
}

/** A row of the platform's list of who has an application. */
async function chosen(ctx: Ctx, { rows }: ActionInput) {
  const row = rows[0]!;
  const customer = { unitType: row.unitType as Customer['unitType'], unitId: Number(row.unitId) };
  return { customer, sold: (await readSold(sqlOf(ctx.db), customer, Number(row.applicationId)))! };
}

/** 调整到期日, by two of the platform: a present, a contract made on paper, a mistake set right. */
export async function setEndOn(ctx: Ctx, input: ActionInput): Promise<Refusal | null> {
  const { customer, sold } = await chosen(ctx, input);
  const endOn = String(input.values.endOn);
  const at = isoAt(ctx.clock.now());
  const tx = sqlOf(ctx.db);
  if (sold.base) await setServiceEnd(tx, customer, endOn, at);
  await tx.query(
    `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, updated_at)
     values ($1, $2, $3, least($4::date, $5::date), $5, $6)
     on conflict (unit_type, unit_id, application_id) do update set end_on = excluded.end_on, trial = false, closed_on = null,
       version = subscription.version + 1, updated_at = excluded.updated_at`,
    [customer.unitType, customer.unitId, sold.id, dateAt(ctx.clock.now()), endOn, at],
  );
  ctx.services.pageGuard?.forget(customer.unitType, customer.unitId);
  await ctx.audit({
    action: '调整到期日',
    targetId: sold.id,
    targetName: `${sold.unitName} ${sold.name}`,
    changes: [
      { key: 'endOn', label: '到期日', before: sold.ownEndOn, after: endOn },
      { key: 'reason', label: '原因', before: null, after: String(input.values.reason) },
    ],
  });
  return null;
}

/** 关闭: after it could only be read for half a year. */
export async function closeService(ctx: Ctx, input: ActionInput): Promise<Refusal | null> {
  const { customer, sold } = await chosen(ctx, input);
  const today = dateAt(ctx.clock.now());
  const state = serviceState({ ...sold, onSale: sold.sale === 'NORMAL' }, today);
  const openOn = sold.endOn && addDays(sold.endOn, graceDays + closableDays);
  if (state !== 'READ_ONLY' || !openOn || daysBetween(openOn, today) < 0)
    return refuse(billingRefusals.CLOSE_EARLY, { name: sold.name, days: closableDays, on: openOn ?? '' });
  await sqlOf(ctx.db).query(
    `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, closed_on, updated_at)
     values ($1, $2, $3, $4, $4, $5, $6)
     on conflict (unit_type, unit_id, application_id) do update set closed_on = excluded.closed_on, version = subscription.version + 1,
       updated_at = excluded.updated_at`,
    [customer.unitType, customer.unitId, sold.id, sold.endOn, today, isoAt(ctx.clock.now())],
  );
  ctx.services.pageGuard?.forget(customer.unitType, customer.unitId);
  await ctx.audit({ action: '关闭应用', targetId: sold.id, targetName: `${sold.unitName} ${sold.name}` });
  return null;
}
