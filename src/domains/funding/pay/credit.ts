/**
 * Money a channel says was paid, into the account of its order: once per channel transaction, whoever brings the news
 * first. The transaction's number is the request key and, with its channel, unique among the orders.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { fundingRefusals } from '../refusals.ts';
import { tellCredited } from '../services.ts';
import type { PayChannel } from './provider.ts';

type Deps = Pick<Services, 'pool' | 'wallet' | 'clock' | 'rechargeCredited'>;

export interface PaidNews {
  channel: PayChannel;
  outTradeNo: string;
  channelNo: string;
  amountFen: number;
  paidAt: number;
  via: 'CALLBACK' | 'QUERY' | 'REPOST' | 'BILL';
}

export interface PayOrder {
  organizationId: number;
  id: number;
  orderNo: string;
  personId: number;
  amountFen: number;
  channel: string;
  /** Whom it is paid to; empty where nobody collects it online. */
  merchantNo: string;
  channelNo: string;
  status: string;
}

export type CreditResult =
  | { result: 'CREDITED' | 'DUPLICATE'; order: PayOrder }
  | { result: 'NO_ORDER' }
  | { result: 'AMOUNT_MISMATCH'; order: PayOrder; detail: string }
  | { result: 'FAILED'; order: PayOrder; refusal: Refusal };

const prefixes: Record<PayChannel, string> = { WECHAT: 'wx', ALIPAY: 'ali' };
/** A payment that comes after its order was closed is still the payer's money. */
const payable = ['CREATED', 'PAYING', 'PAID', 'CLOSED', 'FAILED'];

/** The order of a number we gave a channel. Numbers are unique over all organizations: they end in the order's id. */
export async function orderByNo(deps: Pick<Deps, 'pool'>, orderNo: string): Promise<PayOrder | undefined> {
  const { rows } = await deps.pool.query<PayOrder>(
    `select organization_id as "organizationId", id, order_no as "orderNo", person_id as "personId",
            amount_fen as "amountFen", channel, merchant_no as "merchantNo", channel_no as "channelNo", status
       from recharge_order where order_no = $1`,
    [orderNo],
  );
  return rows[0];
}

/**
 * The key the transaction is booked under. A refusal is kept under its key for good (an account closed meanwhile), so a
 * later try takes the next one; the order's own state sees to it that only one of them books.
 */
async function keyOf(deps: Deps, organizationId: number, news: PaidNews): Promise<string> {
  const base = `${prefixes[news.channel]}:${news.channelNo}`;
  const { rows } = await deps.pool.query<{ tries: number }>(
    `select count(*)::int as tries from money_request
      where organization_id = $1 and request_key = any(array(select $2 || case when n = 0 then '' else ':' || n end
        from generate_series(0, 50) as n)) and refusal_code is not null`,
    [organizationId, base],
  );
  const tries = rows[0]?.tries ?? 0;
  return tries === 0 ? base : `${base}:${tries}`;
}

/** Books the payment, or says why not. Never refuses a transaction it has booked: that is DUPLICATE. */
export async function creditPayment(deps: Deps, news: PaidNews): Promise<CreditResult> {
  const order = await orderByNo(deps, news.outTradeNo);
  if (!order || order.channel !== news.channel) return { result: 'NO_ORDER' };
  if (!payable.includes(order.status) && order.channelNo === news.channelNo) return { result: 'DUPLICATE', order };
  if (order.amountFen !== news.amountFen) {
    const detail = `订单 ${formatFenGrouped(order.amountFen)} 元，渠道实付 ${formatFenGrouped(news.amountFen)} 元`;
    await deps.pool.query('update recharge_order set pay_error = $3 where organization_id = $1 and id = $2', [
      order.organizationId,
      order.id,
      `金额不符：${detail}`,
    ]);
    return { result: 'AMOUNT_MISMATCH', order, detail };
  }
  const outcome = await deps.wallet.submit({
    kind: 'RECHARGE',
    organizationId: order.organizationId,
    requestKey: await keyOf(deps, order.organizationId, news),
    personId: order.personId,
    occurredAt: deps.clock.now(),
    channel: news.channel,
    amountFen: news.amountFen,
    sourceType: 'recharge_order',
    sourceId: order.id,
    companion: async (tx, posted) => {
      const used = await tx.query(
        'select 1 from recharge_order where organization_id = $1 and channel = $2 and channel_no = $3 and id <> $4',
        [order.organizationId, news.channel, news.channelNo, order.id],
      );
      if (used.rows.length > 0) return refuse(fundingRefusals.CHANNEL_NO_USED, { no: news.channelNo });
      const { rowCount } = await tx.query(
        `update recharge_order set status = 'CREDITED', channel_no = $3, posting_id = $4, balance_after_fen = $5,
           business_date = $6, paid_at = $7, credited_at = $8, credited_via = $9, pay_error = null
         where organization_id = $1 and id = $2 and status = any($10::text[])`,
        [
          order.organizationId,
          order.id,
          news.channelNo,
          posted.postingId,
          posted.balances.MAIN ?? 0,
          posted.businessDate,
          isoAt(news.paidAt),
          isoAt(deps.clock.now()),
          news.via,
          payable,
        ],
      );
      return rowCount === 1 ? undefined : refuse(fundingRefusals.ORDER_CREDITED, { no: order.orderNo });
    },
  });
  if (!isRefusal(outcome)) {
    await tellCredited(deps, order.organizationId, order.id);
    return { result: outcome.posted.replayed ? 'DUPLICATE' : 'CREDITED', order };
  }
  if (outcome.code === fundingRefusals.CHANNEL_NO_USED) return { result: 'DUPLICATE', order };
  return { result: 'FAILED', order, refusal: outcome };
}
