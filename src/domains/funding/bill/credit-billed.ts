/** Books what a bill shows as paid and the books have not: the channel is asked first, and whoever presses twice books once. */
import type { Services } from '../../../kit/server/context.ts';
import { refusalMessage } from '../../../kit/server/refusal.ts';
import { bookPaid } from '../code/settle-code.ts';
import { tradeById } from '../code/third-trade.ts';
import { takerOf } from '../merchants/direct-merchants.ts';
import { creditPayment } from '../pay/credit.ts';
import type { PayChannel } from '../pay/provider.ts';

export interface BilledPayment {
  channel: PayChannel;
  /** A recharge, or a meal paid by code. */
  kind: 'RECHARGE' | 'MEAL';
  organizationId: number;
  id: number;
  /** Our number of it. */
  no: string;
  /** Paid to. */
  merchantNo: string;
  channelNo: string;
  amountFen: number;
  paidAt: number;
}

/** CREDITED now, DUPLICATE before; else why not. */
export type Credited = { done: 'CREDITED' | 'DUPLICATE' } | { kind: 'NOT_CREDITED' | 'AMOUNT'; why: string };

/**
 * What the channel itself says against a line of the bill, which is only a file; undefined when it agrees or does not
 * answer. The sandbox of a demonstration forgets its payments and is not asked.
 */
async function contradiction({ pay }: Pick<Services, 'pay'>, payment: BilledPayment) {
  const { channel, merchantNo, no, amountFen, channelNo } = payment;
  const provider = pay.sandbox(channel) ? undefined : await takerOf(pay, channel, merchantNo);
  const said = await provider?.query(no).catch(() => undefined);
  switch (said?.state) {
    case 'PAID':
      return said.amountFen === amountFen && said.channelNo === channelNo
        ? undefined
        : '向渠道查询的流水号或金额与账单不同';
    case 'WAITING':
    case 'CLOSED':
    case 'NOT_FOUND':
      return '向渠道查询，该订单未支付';
    default:
      return undefined;
  }
}

/** Books a meal the diner paid for while its terminal never heard of it. */
async function creditMeal(services: Services, payment: BilledPayment): Promise<Credited> {
  const trade = await tradeById(services, payment.organizationId, payment.id);
  if (trade?.status === 'SUCCESS') return { done: 'DUPLICATE' };
  const { channelNo, amountFen, paidAt } = payment;
  const booked = trade && (await bookPaid(services, trade, { state: 'PAID', channelNo, amountFen, paidAt }));
  if (!booked || !('posted' in booked)) return { kind: 'NOT_CREDITED', why: '消费未能入账，系统会继续尝试' };
  return { done: booked.posted.replayed ? 'DUPLICATE' : 'CREDITED' };
}

export async function creditBilled(services: Services, payment: BilledPayment): Promise<Credited> {
  const against = await contradiction(services, payment);
  if (against) return { kind: 'NOT_CREDITED', why: `${against}，未入账` };
  if (payment.kind === 'MEAL') return creditMeal(services, payment);
  const { channel, no: outTradeNo, channelNo, amountFen, paidAt } = payment;
  const credited = await creditPayment(services, { channel, outTradeNo, channelNo, amountFen, paidAt, via: 'BILL' });
  switch (credited.result) {
    case 'CREDITED':
    case 'DUPLICATE':
      return { done: credited.result };
    case 'FAILED':
      return { kind: 'NOT_CREDITED', why: refusalMessage(credited.refusal) };
    default:
      return { kind: 'AMOUNT', why: '订单已变动，请重新核对' };
  }
}
