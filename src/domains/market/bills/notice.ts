/** The notice of a bill that falls due, as the shell reads it (product spec §4, §7, §9). */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import type { SubscriptionNotice } from '../../shell/public.server.ts';
import { unpaid } from './bill-states.ts';
import '../tables.ts';

const aheadMs = 10 * 86_400_000;

/** Whoever receives, stores or cooks for the caterer is asked for no money: the notice is for who may look at its bills. */
function looksAtBills({ session, services }: Ctx): boolean {
  const path = '/admin/contractor/supermarket/subscribe_order';
  const entry = services.registry.at(path);
  return entry !== undefined && may(session, entry.page, path, 'query');
}

/** The unpaid bill of the session's contractor that is due first, ten days ahead at most; null for everybody else. */
export async function billDue(ctx: Ctx): Promise<SubscriptionNotice | null> {
  if (ctx.session.unitType !== 'CONTRACTOR' || !looksAtBills(ctx)) return null;
  const bill = await ctx.db
    .selectFrom('subscribe_order as b')
    .innerJoin('contractor as c', 'c.id', 'b.contractor_id')
    .selectAll('b')
    .select('c.name as contractor')
    .where('b.status', 'in', [...unpaid])
    .where('b.amount_fen', '>', 0)
    .where('b.pay_before', '<=', isoAt(ctx.clock.now() + aheadMs))
    .orderBy('b.pay_before')
    .limit(1)
    .executeTakeFirst();
  if (!bill) return null;
  return {
    contractor: { name: bill.contractor },
    name: bill.name,
    subscribeType: bill.subscribe_type,
    serviceFeeRatio: bill.service_fee_ratio / 10_000,
    orderCalcStartTime: `${bill.calc_from}T00:00:00+08:00`,
    orderCalcEndTime: `${bill.calc_to}T23:59:59+08:00`,
    amount: bill.amount_fen / 100,
    nextTradeTime: bill.pay_before,
    orderid: bill.order_no,
  };
}
