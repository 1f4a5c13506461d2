/** A code the payer scans: opened at a channel, believed when the channel says so, whoever brings the news first. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { refuseMove } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { askChannel, channelNames, type PayChannel, type PaymentTaker } from '../../funding/public.server.ts';
import { billingRefusals } from '../refusals.ts';
import type { UnitBillPaymentRow } from '../tables.ts';
import { refusePayer } from './bill-moves.ts';
import { billFlow, owed } from './bill-states.ts';
import { insertPayment } from './insert-payment.ts';
import { settlePayment } from './settle-payment.ts';

const openForMs = 15 * 60_000;

/** 扫码支付: a payment opened at the channel, its code on the screen. */
export async function payByCode(ctx: Ctx, { ids, values }: ActionInput): Promise<Show | Refusal> {
  const channel = values.channel as PayChannel;
  const provider = ctx.services.pay.provider(channel);
  if (!provider) return refuse(billingRefusals.BILL_CHANNEL_OFF, { channel: channelNames[channel] });
  const bill = await ctx.db
    .selectFrom('unit_bill')
    .selectAll()
    .where('id', '=', ids[0]!)
    .forUpdate()
    .executeTakeFirst();
  if (!bill) return refuse('NOT_FOUND');
  const no = refusePayer(ctx, bill);
  if (no) return no;
  if (!owed.includes(bill.status as (typeof owed)[number]))
    return refuseMove(ctx, billFlow, 'pay', { ...bill, maker_id: null }, bill.bill_no) ?? refuse('NOT_FOUND');
  const orderNo = `${bill.bill_no}-${await ctx.ids.next()}`;
  const expiresAt = ctx.clock.now() + openForMs;
  await insertPayment(ctx, bill, 'ONLINE', {
    channel,
    merchant_no: provider.merchantNo,
    order_no: orderNo,
    expires_at: isoAt(expiresAt),
  });
  const opened = await provider.createPayment({
    outTradeNo: orderNo,
    amountFen: bill.amount_fen,
    description: bill.title,
    expiresAt,
  });
  if ('refused' in opened)
    return refuse(billingRefusals.BILL_CHANNEL_NO, { channel: channelNames[channel], why: opened.refused });
  await ctx.audit({ action: '生成付款码', targetId: bill.id, targetName: bill.bill_no });
  return {
    receipt: {
      title: `${channelNames[channel]}扫码支付`,
      lines: [
        ['账单', `${bill.bill_no} ${bill.title}`],
        ['金额', `${formatFenGrouped(bill.amount_fen)} 元`],
        ['有效至', isoAt(expiresAt).slice(11, 16)],
      ],
      footer: '付款后回到账单点「查询到账」；重复支付的部分转入本单位可提现余额',
      qr: opened.code,
    },
  };
}

/** The payment of a number we gave a channel, still WAITING; settled with what the channel says came in. */
async function credit(
  host: Services,
  news: { orderNo: string; channelNo: string; amountFen: number },
): Promise<'TAKEN' | 'KNOWN' | undefined> {
  return inTransaction(host.pool, async (tx) => {
    const { rows } = await tx.query<UnitBillPaymentRow>(
      `select /* wall: the payment of this number */ * from unit_bill_payment where order_no = $1 for update`,
      [news.orderNo],
    );
    const payment = rows[0];
    if (!payment) return undefined;
    // What a channel says came in late after it was closed is the payer's money all the same.
    if (payment.status !== 'WAITING' && payment.status !== 'CLOSED') return 'KNOWN';
    const paid = { ...payment, amount_fen: news.amountFen };
    await tx.query(
      `update /* wall: the payment just locked */ unit_bill_payment set channel_no = $2, amount_fen = $3, paid_on = ($4::timestamptz at time zone 'Asia/Shanghai')::date
       where id = $1`,
      [payment.id, news.channelNo, news.amountFen, isoAt(host.clock.now())],
    );
    const account = `channel:${payment.channel.toLowerCase()}:${payment.merchant_no}`;
    const no = await settlePayment(host, tx, paid, 0, { account });
    if (no) throw new Error(`bill payment ${news.orderNo}: ${no.code}`);
    return 'TAKEN';
  });
}

/** Hears a channel's callback. */
export const billTaker =
  (host: Services): PaymentTaker =>
  (news) =>
    credit(host, { orderNo: news.outTradeNo, channelNo: news.channelNo, amountFen: news.amountFen });

type Open = Pick<UnitBillPaymentRow, 'id' | 'order_no' | 'channel' | 'expires_at'>;

/** What the channel says of one: credited when paid, closed when it cannot be paid any more. */
async function ask(host: Services, payment: Open): Promise<'PAID' | 'CLOSED' | 'WAITING' | 'UNKNOWN'> {
  const orderNo = payment.order_no!;
  const said = await askChannel(host, { orderNo, channel: payment.channel as PayChannel });
  if (said.state === 'PAID') {
    await credit(host, { orderNo, channelNo: said.channelNo, amountFen: said.amountFen });
    return 'PAID';
  }
  if (said.state === 'UNKNOWN') return 'UNKNOWN';
  const over = Date.parse(payment.expires_at!) <= host.clock.now();
  if (said.state === 'WAITING' && !over) return 'WAITING';
  if (said.state === 'WAITING') {
    const closed = await host.pay
      .provider(payment.channel)
      ?.close(orderNo)
      .catch(() => 'UNKNOWN' as const);
    if (closed !== 'CLOSED') return closed === 'PAID' ? ask(host, payment) : 'UNKNOWN';
  }
  if (said.state === 'NOT_FOUND' && !over) return 'WAITING';
  await host.pool.query(
    `update /* wall: the payment asked about */ unit_bill_payment set status = 'CLOSED', updated_at = $2, version = version + 1
     where id = $1 and status = 'WAITING'`,
    [payment.id, isoAt(host.clock.now())],
  );
  return 'CLOSED';
}

/** 查询到账, of a bill: every code of it that is still open. */
export async function askBill(ctx: Ctx, { ids }: ActionInput): Promise<Refusal | null> {
  const open = await ctx.db
    .selectFrom('unit_bill_payment')
    .select(['id', 'order_no', 'channel', 'expires_at'])
    .where('bill_id', '=', ids[0]!)
    .where('way', '=', 'ONLINE')
    .where('status', '=', 'WAITING')
    .orderBy('id')
    .execute();
  const said: string[] = [];
  for (const payment of open) said.push(await ask(ctx.services, payment));
  if (said.includes('PAID')) return null;
  return refuse(
    said.includes('UNKNOWN') ? billingRefusals.BILL_CHANNEL_SILENT : 'NOT_NOW',
    said.includes('UNKNOWN') ? {} : { why: '渠道还没有收到这张账单的付款' },
  );
}

/** Codes whose payer did not come back to ask. */
export async function sweepBillCodes(host: Services): Promise<void> {
  const { rows } = await host.pool.query<Open>(
    `select /* wall: the house asks for all units */ id, order_no, channel, expires_at from unit_bill_payment
     where way = 'ONLINE' and status = 'WAITING' order by expires_at, id limit 200`,
  );
  for (const payment of rows) await ask(host, payment);
}
