/** Every night: windows that begin get their bill, bills whose window is over are counted and sent, notices run out. */
import { mulDivHalfUp, splitByRatio } from '../../../kit/define/fen.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { openBill } from '../../billing/public.server.ts';
import type { MarketSubscriptionRow, SubscribeOrderRow } from '../tables.ts';
import { countSales, lateRefunds, type Sold } from './count-sales.ts';
import { windowAt } from './windows.ts';

export const billDocument = 'SUBSCRIBE_ORDER';

/** The ratio of a window: the last one set until its first day. */
async function ratioOn(tx: Sql, of: MarketSubscriptionRow, day: string): Promise<number> {
  const { rows } = await tx.query<{ ratio: number }>(
    `select ratio from market_ratio where contractor_id = $1 and subscription_id = $2 and from_date <= $3::date
     order by from_date desc limit 1`,
    [of.contractor_id, of.id, day],
  );
  return rows[0]?.ratio ?? of.service_fee_ratio;
}

async function openWindow(host: Services, tx: Sql, of: MarketSubscriptionRow, n: number): Promise<SubscribeOrderRow> {
  const { from, to } = windowAt(of.start_date, of.subscribe_type, n);
  const end = of.end_date !== null && of.end_date < to ? of.end_date : to;
  const id = await host.ids.next();
  const { rows } = await tx.query<SubscribeOrderRow>(
    `insert into subscribe_order (contractor_id, id, order_no, subscription_id, name, subscribe_type, service_fee_ratio, calc_from, calc_to,
       order_amount_fen, amount_fen, pay_before, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, $10, 'CALCULATING', $11, $11)
     on conflict on constraint subscribe_order_window do update set updated_at = excluded.updated_at returning *`,
    [
      of.contractor_id,
      id,
      `SB${from.replaceAll('-', '')}${id}`,
      of.id,
      of.name,
      of.subscribe_type,
      await ratioOn(tx, of, from),
      from,
      end,
      `${addDays(end, of.grace_days)}T23:59:59+08:00`,
      isoAt(host.clock.now()),
    ],
  );
  return rows[0]!;
}

const orderFen = ({ soldFen, refundFen }: Sold) => soldFen - refundFen;

/** The parts of an amount by organization and month, in proportion to what was sold there. */
export function partsOf(sold: readonly Sold[], amountFen: number): number[] {
  const weights = sold.map((one) => Math.max(0, orderFen(one)));
  return weights.some((weight) => weight > 0) ? splitByRatio(amountFen, weights) : weights.map(() => 0);
}

/** What the bill comes to as things stand: base × ratio half up, less the fee on what came back later and what was left to credit. */
async function count(host: Services, tx: Sql, bill: SubscribeOrderRow): Promise<SubscribeOrderRow> {
  const { contractor_id, calc_from, calc_to } = bill;
  const sold = await countSales(tx, contractor_id, calc_from, calc_to);
  const late = await lateRefunds(tx, contractor_id, calc_from, calc_to);
  const base = sold.reduce((sum, one) => sum + orderFen(one), 0);
  const lateFen = late.reduce((sum, { fen }) => sum + fen, 0);
  const lateFee = late.reduce((sum, { fen, ratio }) => sum + mulDivHalfUp(fen, ratio, 10_000), 0);
  const { rows: before } = await tx.query<{ credit: number }>(
    `select credit_out_fen as credit from subscribe_order where contractor_id = $1 and subscription_id = $2 and calc_to < $3::date
     order by calc_to desc limit 1`,
    [contractor_id, bill.subscription_id, calc_from],
  );
  const credit = before[0]?.credit ?? 0;
  const left = mulDivHalfUp(Math.max(0, base), bill.service_fee_ratio, 10_000) - lateFee - credit;
  const amount = Math.max(0, left);
  await tx.query('delete from subscribe_order_part where contractor_id = $1 and bill_id = $2', [
    contractor_id,
    bill.id,
  ]);
  const fees = partsOf(sold, amount);
  const ids = await host.ids.take(sold.length);
  for (const [i, one] of sold.entries())
    await tx.query(
      `insert into subscribe_order_part (contractor_id, id, bill_id, organization_id, month, sold_fen, refund_fen, order_fen, fee_fen)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        contractor_id,
        ids[i],
        bill.id,
        one.organizationId,
        one.month,
        one.soldFen,
        one.refundFen,
        orderFen(one),
        fees[i],
      ],
    );
  const { rows } = await tx.query<SubscribeOrderRow>(
    `update subscribe_order set order_amount_fen = $3, amount_fen = $4, late_refund_fen = $5, late_fee_fen = $6, credit_in_fen = $7,
       credit_out_fen = $8, updated_at = $9 where contractor_id = $1 and id = $2 returning *`,
    [
      contractor_id,
      bill.id,
      Math.max(0, base),
      amount,
      lateFen,
      lateFee,
      credit,
      amount - left,
      isoAt(host.clock.now()),
    ],
  );
  return rows[0]!;
}

/** Its window is over: what it comes to is owed; what comes to nothing is settled. */
async function close(host: Services, tx: Sql, bill: SubscribeOrderRow): Promise<void> {
  const at = isoAt(host.clock.now());
  const free = bill.amount_fen === 0;
  await tx.query('update subscribe_order set status = $3, paid_at = $4 where contractor_id = $1 and id = $2', [
    bill.contractor_id,
    bill.id,
    free ? 'PAID' : 'UNPAID',
    free ? at : null,
  ]);
  if (!free)
    await openBill(host, tx, {
      kind: 'MARKET_SERVICE',
      unitType: 'CONTRACTOR',
      unitId: bill.contractor_id,
      title: `${bill.name} ${bill.calc_from} 至 ${bill.calc_to}`,
      amountFen: bill.amount_fen,
      dueOn: bill.pay_before.slice(0, 10),
      document: { type: billDocument, id: bill.id },
    });
}

/** One subscription, locked: its bills up to the window of today. */
async function runOne(host: Services, tx: Sql, id: number): Promise<void> {
  const { rows: found } = await tx.query<MarketSubscriptionRow>(
    `select /* wall: the subscription in hand */ * from market_subscription where id = $1 for update`,
    [id],
  );
  const of = found[0]!;
  const today = dateAt(host.clock.now());
  const { rows } = await tx.query<SubscribeOrderRow>(
    `select * from subscribe_order where contractor_id = $1 and subscription_id = $2 order by calc_from`,
    [of.contractor_id, of.id],
  );
  const last = of.end_date !== null && of.end_date < today ? of.end_date : today;
  const bills = new Map(rows.map((row) => [row.calc_from, row]));
  for (let n = 0; windowAt(of.start_date, of.subscribe_type, n).from <= last; n += 1) {
    const { from } = windowAt(of.start_date, of.subscribe_type, n);
    const bill = bills.get(from) ?? (await openWindow(host, tx, of, n));
    if (bill.status !== 'CALCULATING') continue;
    const counted = await count(host, tx, bill);
    if (counted.calc_to < today) await close(host, tx, counted);
  }
  if (of.end_date !== null && of.end_date < today)
    await tx.query(`update market_subscription set status = 'CLOSED' where contractor_id = $1 and id = $2`, [
      of.contractor_id,
      id,
    ]);
}

/** All of them, one transaction each: one's trouble is not the others'. */
export async function runBills(host: Services): Promise<void> {
  const { rows } = await host.pool.query<{ id: number }>(
    `select /* wall: the house, for all shops */ id from market_subscription where status <> 'CLOSED' order by id`,
  );
  for (const { id } of rows) await inTransaction(host.pool, (tx) => runOne(host, tx, id));
  await host.pool.query(
    `update /* wall: the house, bills whose notice has run out */ subscribe_order b set status = 'FROZEN', updated_at = $1
     from market_subscription m where m.contractor_id = b.contractor_id and m.id = b.subscription_id and b.status = 'OVERDUE'
       and m.freezes_at <= $1::timestamptz`,
    [isoAt(host.clock.now())],
  );
}
