/** 充值 and 充值明细 over the recharge orders. */
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind, type RowValues } from '../../../../kit/server/page/binding.ts';
import { oneRecord } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { personOr } from '../../../people/public.server.ts';
import type { Channel } from '../../../wallet/public.server.ts';
import { takerOf } from '../../merchants/direct-merchants.ts';
import { askOrder } from '../../pay/ask-order.ts';
import { takeCallback } from '../../pay/callback.ts';
import { openPayment, queryPayment } from '../../pay/online-order.ts';
import { fundingRefusals } from '../../refusals.ts';
import { counterActions, counterOutcomes } from '../actions.ts';
import { rechargeOrder } from '../kinds.ts';
import { recharge as book } from '../recharge.ts';
import { recharge, rechargeDetail, rechargeFields } from './recharge.page.ts';

const list = over(
  { fields: rechargeFields },
  'recharge_order as o',
  {
    inner: ['personId as p'],
    where: { keyword: personOr('o.order_no') },
  },
  // Online orders stand here once their money is there; before, under 主账户订单.
  (from) => from.where('o.posting_id', 'is not', null),
);

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** The order of that number, where the session sees it. */
const orderSeen = (ctx: Ctx, id: unknown) =>
  ctx.db
    .selectFrom('recharge_order')
    .select(['id', 'order_no', 'channel', 'merchant_no'])
    .where('id', '=', isWhole(id) ? id : 0)
    .executeTakeFirst();

/** Channels whose money is seen by another party need that party's number. */
const needsNumber = new Set(['TRANSFER', 'BANK', 'WECHAT', 'ALIPAY']);

/** What a channel was asked to pay or to give back is undone through the channel, not here. */
async function mayReverse(ctx: Ctx, { id }: RowValues): Promise<Refusal | undefined> {
  const { credited_via, order_no } = await ctx.db
    .selectFrom('recharge_order')
    .select(['credited_via', 'order_no'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (credited_via !== null) return refuse(fundingRefusals.REVERSE_ONLINE, { no: order_no });
  const refunding = await ctx.db
    .selectFrom('refund_order')
    .select('refund_no')
    .where('recharge_order_id', '=', id)
    .where('way', '=', 'ORIGINAL')
    .where('status', 'not in', ['REJECTED', 'CANCELLED'])
    .executeTakeFirst();
  return refunding && refuse(fundingRefusals.REVERSE_REFUNDING, { no: order_no, refund: refunding.refund_no });
}

export default [
  bind(recharge, {
    list,
    outsideTransaction: ['create', 'reverse', 'pay_code', 'pay_state', 'sandbox_pay'],
    // For 第三方退款: orders paid through a channel that still have something to give back.
    options: async (ctx, { keyword, ids, size }) => {
      let query = ctx.db
        .selectFrom('recharge_order as o')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .select(['o.id', 'o.order_no', 'o.amount_fen', 'o.channel', 'p.name'])
        .where('o.channel', 'in', ['WECHAT', 'ALIPAY'])
        .where('o.status', 'in', ['CREDITED', 'PART_REFUNDED'])
        .orderBy('o.created_at', 'desc');
      if (ids) query = query.where('o.id', 'in', ids.length > 0 ? ids : [0]);
      else {
        query = query.limit(size);
        if (keyword) query = query.where(personOr('o.order_no')(keyword));
      }
      return (await query.execute()).map((row) => ({
        id: row.id,
        name: `${row.name} ${row.order_no}`,
        hint: `${row.channel === 'WECHAT' ? '微信' : '支付宝'} ${formatFenGrouped(row.amount_fen)} 元`,
      }));
    },
    bodies: {
      pay_code: {
        personId: rechargeFields.personId,
        amountFen: rechargeFields.amountFen,
        channel: rechargeFields.channel,
      },
      pay_state: oneRecord,
      sandbox_pay: oneRecord,
    },
    verbs: {
      pay_code: async (ctx, body) => {
        const { personId, amountFen, channel } = body;
        if (!isWhole(personId)) return refuseField('personId', '请选择充值人员');
        if (!isWhole(amountFen) || amountFen > 500_000)
          return refuseField('amountFen', '请填写 0.01 至 5,000.00 元的金额');
        if (channel !== 'WECHAT' && channel !== 'ALIPAY') return refuseField('channel', '请选择微信或支付宝');
        return openPayment(ctx, { personId, amountFen, channel });
      },
      pay_state: async (ctx, body) => {
        const order = await orderSeen(ctx, body.id);
        return order ? queryPayment(ctx.services, ownOrganization(ctx), order.id) : refuse('NOT_FOUND');
      },
      // Demonstration only: the payer scans and pays, and the channel calls back.
      sandbox_pay: async (ctx, body) => {
        const order = await orderSeen(ctx, body.id);
        const sandbox = order && ctx.services.pay.sandbox(order.channel);
        const taker = sandbox && (await takerOf(ctx.services.pay, order!.channel, order!.merchant_no));
        const callback = taker && sandbox.pay(order!.order_no, taker.merchantNo);
        if (!taker || !callback) return refuse('NOT_FOUND');
        await takeCallback(ctx.services, taker, callback);
        return null;
      },
    },
    create: async (ctx, values) => {
      const channel = values.channel as Channel;
      if (needsNumber.has(channel) && !values.channelNo) return refuseField('channelNo', '该渠道须填写渠道流水号');
      // Gifts cost the unit money and need no second person: never more than was paid.
      if ((values.giftFen ?? 0) > values.amountFen!)
        return refuseField(
          'giftFen',
          `赠送 ${formatFenGrouped(values.giftFen!)} 元不能超过充值金额 ${formatFenGrouped(values.amountFen!)} 元`,
        );
      return book(ctx, {
        personId: values.personId!,
        amountFen: values.amountFen!,
        giftFen: values.giftFen ?? 0,
        channel,
        channelNo: values.channelNo ?? '',
        remark: values.remark ?? '',
      });
    },
    outcomes: counterOutcomes(rechargeOrder, { mayReverse }),
    actions: counterActions(rechargeOrder, { mayReverse }),
  }),
  bind(rechargeDetail, {
    list,
    // Waits for the channel.
    outsideTransaction: ['ask'],
    actions: { ask: (ctx, { ids }) => askOrder(ctx, ids[0]!) },
  }),
];
