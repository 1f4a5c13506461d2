/** 退款 and 退款明细 over the refund orders. */

import { int, money } from '../../../../kit/define/field.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { readId } from '../../../../kit/server/page/read-id.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { personOr } from '../../../people/public.server.ts';
import { counterPerson } from '../../counter/person.ts';
import { refundAloneFen } from '../../settings.ts';
import { partsOf } from '../apply.ts';
import * as commands from '../commands.ts';
import { applyOutcome, refundOutcome } from '../outcome.ts';
import { refund, refundDetail, refundFields } from './refund.page.ts';

const list = over(
  { fields: refundFields },
  'refund_order as f',
  {
    inner: ['personId as p'],
    version: true,
    columns: {
      batchNo: 'b.batch_no',
      restWay: null,
      rechargeOrderNo: 'o.order_no',
    },
    maker: 'f.maker_id',
    where: { keyword: personOr('f.refund_no') },
  },
  (from) =>
    from
      .leftJoin('recharge_order as o', (on) =>
        on.onRef('o.organization_id', '=', 'f.organization_id').onRef('o.id', '=', 'f.recharge_order_id'),
      )
      .leftJoin('funding_batch as b', (on) =>
        on.onRef('b.organization_id', '=', 'f.organization_id').onRef('b.id', '=', 'f.batch_id'),
      ),
);

/** Refunds of the days in the ledger, for a search of the paid ones of business days; undefined for any other. */
async function bookedFen(ctx: Ctx, { businessDate, status, ...more }: Search): Promise<number | undefined> {
  if (!Array.isArray(businessDate) || String(status) !== 'SUCCESS' || Object.values(more).some(Boolean))
    return undefined;
  const [from, to] = businessDate as [string | null, string | null];
  let booked = ctx.db
    .selectFrom('rollup_account_day')
    .select((eb) => eb.fn.sum<number>('out_fen').as('fen'))
    .where('account', '=', 'wallet:MAIN')
    .where('posting_kind', '=', 'REFUND');
  if (from) booked = booked.where('business_date', '>=', from);
  if (to) booked = booked.where('business_date', '<=', to);
  return Number((await booked.executeTakeFirst())?.fen ?? 0);
}

export default [
  bind(refund, {
    list,
    outsideTransaction: [
      'create',
      'approve',
      'reject',
      'cancel',
      'close',
      'payCash',
      'payBank',
      'unpaid',
      'change',
      'retry',
      'ask',
    ],
    create: async (ctx, values) => {
      const way = values.restWay as 'CASH' | 'BANK';
      const applied = await commands.apply(ctx, {
        personId: values.personId!,
        amountFen: values.amountFen ?? null,
        rest: { way, bankName: values.bankName ?? null, bankAccount: values.bankAccount ?? null },
        reason: values.reason!,
      });
      return isRefusal(applied) ? applied : { id: applied.id };
    },
    outcomes: {
      create: applyOutcome,
      payCash: refundOutcome('pay'),
      payBank: refundOutcome('pay'),
      reject: refundOutcome('release'),
      close: refundOutcome('release'),
      cancel: refundOutcome('release'),
    },
    actions: {
      approve: commands.approve,
      reject: commands.reject,
      cancel: commands.cancel,
      close: commands.close,
      payCash: commands.payCash,
      payBank: commands.payBank,
      unpaid: commands.unpaid,
      change: commands.change,
      retry: commands.retry,
      ask: commands.ask,
    },
    reads: ['preview'],
    bodies: {
      preview: { personId: int('人员', { required: true, min: 1 }), amountFen: money('金额，不传为全部可退') },
    },
    verbs: {
      // What an application would make now: shown beside the form before it is handed in.
      preview: async (ctx, body) => {
        const person = await counterPerson(ctx, readId(body.personId) ?? 0, 'OUT');
        if (isRefusal(person)) return person;
        const amountFen = typeof body.amountFen === 'number' && body.amountFen > 0 ? body.amountFen : null;
        const planned = await partsOf(ctx.services, ownOrganization(ctx), { person, amountFen });
        if (isRefusal(planned)) return planned;
        const orders = await ctx.db
          .selectFrom('recharge_order')
          .select(['id', 'order_no', 'created_at'])
          .where('id', 'in', [0, ...planned.parts.map((part) => part.rechargeOrderId)])
          .execute();
        const total = planned.parts.reduce((sum, part) => sum + part.amountFen, 0);
        const aloneFen = await refundAloneFen(sqlOf(ctx.db), ownOrganization(ctx));
        return {
          freeFen: planned.freeFen,
          totalFen: total,
          aloneFen,
          needsApproval: total > aloneFen,
          parts: planned.parts.map((part) => {
            const order = orders.find((o) => o.id === part.rechargeOrderId);
            return { ...part, orderNo: order?.order_no ?? null, createdAt: order?.created_at ?? null };
          }),
        };
      },
    },
  }),
  bind(refundDetail, {
    list,
    proof: { held: { 对账单退款: bookedFen } },
  }),
];
