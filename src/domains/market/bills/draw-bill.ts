/** Subscriptions of shops and the bills drawn for them (supply.md §8). */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import '../tables.ts';

type Host = Pick<Services, 'db' | 'ids' | 'clock'>;

export interface Subscription {
  contractorId: number;
  name: string;
  subscribeType: 'MONTHLY' | 'YEARLY';
  /** Basis points. */
  serviceFeeRatio: number;
  startDate: string;
  /** Days a bill may wait after its window has ended. */
  graceDays: number;
}

/** Opens a subscription and answers its id. */
export async function subscribe(host: Host, subscription: Subscription): Promise<number> {
  const id = await host.ids.next();
  const at = isoAt(host.clock.now());
  await host.db
    .insertInto('market_subscription')
    .values({
      id,
      contractor_id: subscription.contractorId,
      name: subscription.name,
      subscribe_type: subscription.subscribeType,
      service_fee_ratio: subscription.serviceFeeRatio,
      start_date: subscription.startDate,
      end_date: null,
      grace_days: subscription.graceDays,
      status: 'ACTIVE',
      freezes_at: null,
      freeze_reason: '',
      created_at: at,
      created_by: null,
      updated_at: at,
      version: 1,
    })
    .execute();
  return id;
}

/** Amount of a bill: the window's finished orders × ratio, rounded half up. */
export const billFen = (orderAmountFen: number, ratio: number): number => mulDivHalfUp(orderAmountFen, ratio, 10_000);

/**
 * Draws the bill of a window; a window drawn already keeps its bill. Payable to the end of the last day of grace.
 * @param orderAmountFen finished orders less what was returned in the window
 */
export async function drawBill(
  host: Host,
  subscriptionId: number,
  window: { from: string; to: string; orderAmountFen: number },
): Promise<void> {
  const of = await host.db
    .selectFrom('market_subscription')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  const id = await host.ids.next();
  await host.db
    .insertInto('subscribe_order')
    .values({
      id,
      contractor_id: of.contractor_id,
      order_no: `SB${id}`,
      subscription_id: of.id,
      name: of.name,
      subscribe_type: of.subscribe_type,
      service_fee_ratio: of.service_fee_ratio,
      calc_from: window.from,
      calc_to: window.to,
      order_amount_fen: window.orderAmountFen,
      amount_fen: billFen(window.orderAmountFen, of.service_fee_ratio),
      pay_before: `${addDays(window.to, of.grace_days)}T23:59:59+08:00`,
      paid_at: null,
      pay_way: null,
      status: 'UNPAID',
      created_at: isoAt(host.clock.now()),
    })
    .onConflict((conflict) => conflict.constraint('subscribe_order_window').doNothing())
    .execute();
}
