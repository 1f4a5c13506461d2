/** 查单: what the channel has of a recharge, beside what stands here. Changes nothing. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { askChannel } from './online-order.ts';
import { channelNames, type PayChannel, type PaymentState } from './provider.ts';

/** What the channel has of a payment, line by line. */
export function saidInWords(said: PaymentState): readonly (readonly [string, string])[] {
  switch (said.state) {
    case 'PAID':
      return [
        ['渠道状态', '已支付'],
        ['渠道金额', `${formatFenGrouped(said.amountFen)} 元`],
        ['渠道流水号', said.channelNo],
        ['支付时间', isoAt(said.paidAt).slice(0, 19).replace('T', ' ')],
      ];
    case 'WAITING':
      return [['渠道状态', '未支付']];
    case 'CLOSED':
      return [['渠道状态', '已关闭']];
    case 'NOT_FOUND':
      return [['渠道状态', '渠道没有这笔订单']];
    default:
      return [['渠道状态', `未能查到：${said.detail}`]];
  }
}

/** A sheet of both sides; whether they agree is said in its foot. */
export async function askOrder(ctx: Ctx, id: number): Promise<Show | Refusal> {
  const order = await ctx.db
    .selectFrom('recharge_order')
    .select(['order_no', 'channel', 'merchant_no', 'amount_fen', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  const channel = order.channel as PayChannel;
  const said = await askChannel(ctx.services, { orderNo: order.order_no, channel, merchantNo: order.merchant_no });
  const agree = said.state === 'PAID' && said.amountFen === order.amount_fen;
  return {
    receipt: {
      title: '查单结果',
      lines: [
        ['充值单号', order.order_no],
        ['渠道', channelNames[channel]],
        ['入账金额', `${formatFenGrouped(order.amount_fen)} 元`],
        ...saidInWords(said),
      ],
      footer: said.state === 'UNKNOWN' ? '渠道没有应答，请稍后再查' : agree ? '双方一致' : '双方不一致，请核对渠道账单',
    },
  };
}
