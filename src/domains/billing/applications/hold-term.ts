/** An order that is paid, and one that is taken back: what becomes of the unit's terms. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { setServiceEnd } from '../../tenancy/public.server.ts';
import type { BillFollower } from '../services.ts';
import type { SubscriptionOrderRow } from '../tables.ts';
import { readSold, termStart } from './plan-order.ts';
import { daysBetween } from './service-state.ts';
import { addMonths } from './terms.ts';

interface Replaced {
  applicationId: number;
  endOn: string;
}

/** The unit's last day of an application; of the base it is the unit's own. */
async function writeEnd(
  host: Services,
  tx: Sql,
  { unit_type, unit_id, application_id }: SubscriptionOrderRow,
  base: boolean,
  endOn: string,
  today: string,
): Promise<void> {
  const at = isoAt(host.clock.now());
  if (base) await setServiceEnd(tx, { unitType: unit_type, unitId: unit_id }, endOn, at);
  await tx.query(
    `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (unit_type, unit_id, application_id) do update set end_on = excluded.end_on, trial = false, closed_on = null,
       version = subscription.version + 1, updated_at = excluded.updated_at`,
    [unit_type, unit_id, application_id, today, endOn, at],
  );
}

const setEnd = (tx: Sql, order: SubscriptionOrderRow, { applicationId, endOn }: Replaced, at: string) =>
  tx.query(
    `update subscription set end_on = $4, version = version + 1, updated_at = $5
     where unit_type = $1 and unit_id = $2 and application_id = $3`,
    [order.unit_type, order.unit_id, applicationId, endOn, at],
  );

/** The order's term holds from now, or follows the one there is; what it takes the place of ends. */
export async function holdTerm(host: Services, tx: Sql, order: SubscriptionOrderRow): Promise<void> {
  const now = host.clock.now();
  const today = dateAt(now);
  const customer = { unitType: order.unit_type, unitId: order.unit_id };
  const sold = (await readSold(tx, customer, order.application_id))!;
  const start = termStart(sold.ownEndOn, sold.closedOn, today);
  const to = addMonths(start, order.years * 12 + order.gift_months);
  await writeEnd(host, tx, order, sold.base, to, today);
  for (const one of order.replaced as Replaced[])
    await setEnd(tx, order, { ...one, endOn: addDays(today, -1) }, isoAt(now));
  await tx.query(
    `update /* wall: the order in hand */ subscription_order set status = 'DONE', from_on = $2, to_on = $3, expires_on = $5, updated_at = $4
     where id = $1`,
    [order.id, addDays(start, 1), to, isoAt(now), sold.ownEndOn],
  );
  host.pageGuard?.forget(customer.unitType, customer.unitId);
}

/**
 * The term is given back: the end is what it was before, or as many days earlier as the term had where others have followed it; what
 * it replaced runs again.
 */
async function endTerm(host: Services, tx: Sql, order: SubscriptionOrderRow): Promise<void> {
  const customer = { unitType: order.unit_type, unitId: order.unit_id };
  const sold = (await readSold(tx, customer, order.application_id))!;
  const days = daysBetween(order.from_on!, order.to_on!) + 1;
  const last = sold.ownEndOn === order.to_on;
  const endOn = (last && order.expires_on) || addDays(sold.ownEndOn!, -days);
  await writeEnd(host, tx, order, sold.base, endOn, dateAt(host.clock.now()));
  for (const one of order.replaced as Replaced[]) await setEnd(tx, order, one, isoAt(host.clock.now()));
  host.pageGuard?.forget(customer.unitType, customer.unitId);
}

async function orderOf(tx: Sql, id: number): Promise<SubscriptionOrderRow> {
  const { rows } = await tx.query<SubscriptionOrderRow>(
    `select /* wall: the order of a bill in hand */ * from subscription_order where id = $1 for update`,
    [id],
  );
  return rows[0]!;
}

/** Bills of applications and annual fees. */
export const orderFollower: BillFollower = {
  async settled(host, tx, bill) {
    await holdTerm(host, tx, await orderOf(tx, bill.document_id));
    return undefined;
  },
  async voided(host, tx, bill) {
    const order = await orderOf(tx, bill.document_id);
    if (order.status === 'DONE') await endTerm(host, tx, order);
    await tx.query(
      `update /* wall: the order of the bill */ subscription_order set status = 'VOID', updated_at = $2 where id = $1`,
      [order.id, isoAt(host.clock.now())],
    );
    if (order.activity_id !== null)
      await tx.query('update application_activity set used = used - 1 where id = $1 and used > 0', [order.activity_id]);
    return undefined;
  },
};
