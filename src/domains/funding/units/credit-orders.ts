/** 补单: asks the channel about each order and books what it was paid, once; what it was not paid stays as it is. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { queryPayment } from '../pay/online-order.ts';
import type { PaymentState } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';

export interface UncreditedOrder {
  organizationId: number;
  id: number;
  orderNo: string;
}

const words: Record<Exclude<PaymentState['state'], 'PAID'>, string> = {
  WAITING: '未支付',
  CLOSED: '已关闭',
  NOT_FOUND: '渠道没有这笔订单',
  UNKNOWN: '渠道没有应答',
};

async function creditOne(ctx: Ctx, order: UncreditedOrder): Promise<Refusal | undefined> {
  const asked = await queryPayment(ctx.services, order.organizationId, order.id, 'QUERY');
  if (isRefusal(asked)) return asked;
  if (asked.said !== 'PAID') return refuse(fundingRefusals.NOT_PAID, { no: order.orderNo, said: words[asked.said] });
  await ctx.audit({ action: '补单入账', targetId: order.id, targetName: order.orderNo });
  return undefined;
}

/** One by one; of several a sheet says what became of each, of one the refusal itself. */
export async function creditOrders(ctx: Ctx, orders: readonly UncreditedOrder[]): Promise<Show | Refusal | null> {
  const failed: [string, string][] = [];
  for (const order of orders) {
    const no = await creditOne(ctx, order);
    if (no && orders.length === 1) return no;
    if (no) failed.push([order.orderNo, refusalMessage(no)]);
  }
  if (failed.length === 0) return null;
  return {
    receipt: {
      title: '补单结果',
      lines: [['已入账', `${orders.length - failed.length} 笔`], ['未入账', `${failed.length} 笔`], ...failed],
    },
  };
}
