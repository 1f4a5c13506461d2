/** A channel's callback: kept as it came, checked, matched, booked at most once, and answered as the channel wants. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { hearMealRefund, mealRefund } from '../code/give-back.ts';
import { settle } from '../code/settle-code.ts';
import { type CodeDeps, tradeByNo } from '../code/third-trade.ts';
import { takerOf } from '../merchants/direct-merchants.ts';
import { hearRefund } from '../refund/send.ts';
import { type CreditResult, creditPayment, orderByNo } from './credit.ts';
import type { CallbackPayment, CallbackReading, CallbackReply, PayProvider, RawCallback } from './provider.ts';

type Deps = CodeDeps & Pick<Services, 'wallet'>;

interface Fate {
  status: 'BAD_SIGN' | 'AMOUNT_MISMATCH' | 'NO_ORDER' | 'DUPLICATE' | 'HANDLED' | 'FAILED';
  error: string | null;
  organizationId?: number;
  orderId?: number;
}

/** Only what a signature is made of; other headers may carry anything. */
const keptHeaders = /^(wechatpay-|sandbox-|content-type)/;

function fateOf(credited: CreditResult): Fate {
  switch (credited.result) {
    case 'NO_ORDER':
      return { status: 'NO_ORDER', error: '没有这个订单' };
    case 'AMOUNT_MISMATCH':
      return {
        status: 'AMOUNT_MISMATCH',
        error: credited.detail,
        organizationId: credited.order.organizationId,
        orderId: credited.order.id,
      };
    case 'FAILED':
      return {
        status: 'FAILED',
        error: refusalMessage(credited.refusal),
        organizationId: credited.order.organizationId,
        orderId: credited.order.id,
      };
    default:
      return {
        status: credited.result === 'CREDITED' ? 'HANDLED' : 'DUPLICATE',
        error: null,
        organizationId: credited.order.organizationId,
        orderId: credited.order.id,
      };
  }
}

/**
 * Is what was paid to `paidTo` this provider's to tell of? Each number is believed about its own payments alone: who holds the
 * keys of one must not book another's.
 */
const tellsOf = async ({ pay }: Deps, { channel, merchantNo }: PayProvider, paidTo: string): Promise<boolean> =>
  (await takerOf(pay, channel, paidTo))?.merchantNo === merchantNo;

async function hearRefundNo(
  deps: Deps,
  provider: PayProvider,
  reading: Extract<CallbackReading, { kind: 'REFUND' }>,
): Promise<Fate> {
  const { rows } = await deps.pool.query<{
    organizationId: number;
    id: number;
    orderId: number | null;
    channel: string;
    paidTo: string;
  }>(
    `select r.organization_id as "organizationId", r.id, r.refund_order_id as "orderId", coalesce(t.channel, o.channel) as channel,
       coalesce(t.merchant_no, o.merchant_no, '') as "paidTo"
     from third_refund r
     left join third_trade t on t.organization_id = r.organization_id and t.id = r.third_trade_id
     left join refund_order f on f.organization_id = r.organization_id and f.id = r.refund_order_id
     left join recharge_order o on o.organization_id = f.organization_id and o.id = f.recharge_order_id
     where r.refund_no = $1`,
    [reading.outRefundNo],
  );
  const found = rows[0];
  if (!found || found.channel !== provider.channel || !(await tellsOf(deps, provider, found.paidTo)))
    return { status: 'NO_ORDER', error: '没有这个退款单' };
  if (found.orderId === null) {
    const meal = await mealRefund(deps, found.organizationId, found.id);
    if (meal) await hearMealRefund(deps, meal, reading.refund);
    return { status: 'HANDLED', error: null, organizationId: found.organizationId };
  }
  const no = await hearRefund(deps, found.organizationId, found.orderId, reading.refund);
  return no
    ? { status: 'FAILED', error: refusalMessage(no), organizationId: found.organizationId }
    : { status: 'HANDLED', error: null, organizationId: found.organizationId };
}

/** Of an order paid by a code that was shown; undefined where the number is none of those. */
async function hearShown(deps: Deps, provider: PayProvider, payment: CallbackPayment): Promise<Fate | undefined> {
  const trade = await tradeByNo(deps, payment.outTradeNo);
  if (trade?.channel !== provider.channel || !(await tellsOf(deps, provider, trade.merchantNo))) return undefined;
  const { organizationId } = trade;
  if (trade.status === 'SUCCESS') return { status: 'DUPLICATE', error: null, organizationId };
  const outcome =
    trade.status === 'PAYING' ? await settle(deps, trade, { state: 'PAID', ...payment }) : refuse('STALE');
  if ('posted' in outcome) return { status: 'HANDLED', error: null, organizationId };
  const now = await tradeByNo(deps, payment.outTradeNo);
  return { status: 'FAILED', error: now?.error || '付款已关闭', organizationId };
}

async function handle(deps: Deps, provider: PayProvider, reading: CallbackReading): Promise<Fate> {
  if (reading.sign === 'BAD') return { status: 'BAD_SIGN', error: reading.detail };
  if (reading.kind === 'OTHER') return { status: 'HANDLED', error: reading.detail };
  if (reading.kind === 'REFUND') return hearRefundNo(deps, provider, reading);
  const { payment } = reading;
  if (payment.merchantNo !== provider.merchantNo)
    return { status: 'NO_ORDER', error: `商户号 ${payment.merchantNo} 不符` };
  const order = await orderByNo(deps, payment.outTradeNo);
  if (order && !(await tellsOf(deps, provider, order.merchantNo)))
    return { status: 'NO_ORDER', error: `订单不是付给商户号 ${payment.merchantNo} 的` };
  const credited = await creditPayment(deps, { ...payment, channel: provider.channel, via: 'CALLBACK' });
  const shown = credited.result === 'NO_ORDER' ? await hearShown(deps, provider, payment) : undefined;
  if (shown) return shown;
  // Bills of the platform's are paid to the platform.
  if (credited.result === 'NO_ORDER' && (await tellsOf(deps, provider, '')))
    for (const take of deps.pay.takers ?? []) {
      const taken = await take({ ...payment, channel: provider.channel });
      if (taken) return { status: taken === 'TAKEN' ? 'HANDLED' : 'DUPLICATE', error: null };
    }
  return fateOf(credited);
}

/** The reading, or BAD: whatever stands in the body must not become a fault of ours. */
function read(provider: PayProvider, raw: RawCallback): CallbackReading {
  try {
    return provider.readCallback(raw);
  } catch (error) {
    return { sign: 'BAD', detail: error instanceof Error ? error.message.slice(0, 200) : '无法读取' };
  }
}

/** What is kept of a callback's text: all of one that is believed, of a forged one only that it was this one. */
const keptBody = (sign: CallbackReading['sign'], body: string): string =>
  sign === 'OK'
    ? body.replaceAll('\u0000', '').slice(0, 65_536)
    : `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** What becomes of it; a fault while booking leaves it FAILED. */
async function fateOfReading(deps: Deps, provider: PayProvider, reading: CallbackReading): Promise<Fate> {
  try {
    return await handle(deps, provider, reading);
  } catch (error) {
    return { status: 'FAILED', error: error instanceof Error ? error.message.slice(0, 500) : '处理失败' };
  }
}

/** Verifies a callback's text and books what it says, at most once; keeps nothing of it. */
export const fateOfCallback = (deps: Deps, provider: PayProvider, raw: RawCallback): Promise<Fate> =>
  fateOfReading(deps, provider, read(provider, raw));

/**
 * Takes a callback in. A fault while booking leaves it FAILED and asks the channel to send it again. One that is not
 * believed is noted while `noteForged` lets it, and otherwise leaves nothing and gets no answer (undefined).
 */
export async function takeCallback(
  deps: Deps,
  provider: PayProvider,
  raw: RawCallback,
  noteForged: () => boolean = () => true,
): Promise<CallbackReply | undefined> {
  const reading = read(provider, raw);
  const payment = reading.sign === 'OK' && reading.kind === 'PAYMENT' ? reading.payment : undefined;
  const id = await deps.ids.next();
  const believed = reading.sign === 'OK';
  if (!believed && !noteForged()) return undefined;
  const headers = believed ? Object.entries(raw.headers).filter(([key]) => keptHeaders.test(key)) : [];
  await deps.pool.query(
    `insert /* wall: whose it is shows when the order is found */ into third_pay_callback (id, channel, merchant_no, channel_no, out_trade_no, amount_fen, raw, headers, sign_ok,
       received_at, status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'RECEIVED')`,
    [
      id,
      provider.channel,
      payment?.merchantNo ?? '',
      payment?.channelNo ?? '',
      payment?.outTradeNo ?? '',
      payment?.amountFen ?? null,
      keptBody(reading.sign, raw.body),
      JSON.stringify(Object.fromEntries(headers)),
      believed,
      isoAt(deps.clock.now()),
    ],
  );
  const fate = await fateOfReading(deps, provider, reading);
  await deps.pool.query(
    `update third_pay_callback set status = $2, error = $3, organization_id = $4, matched_order_id = $5, handled_at = $6
      where id = $1`,
    [id, fate.status, fate.error, fate.organizationId ?? null, fate.orderId ?? null, isoAt(deps.clock.now())],
  );
  // A forged one is not to be repeated to us either, but the channel must not believe it was taken.
  return provider.reply(fate.status === 'HANDLED' || fate.status === 'DUPLICATE');
}
