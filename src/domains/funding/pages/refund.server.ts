/** 退款 and 退款明细 over the refund orders. */
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind, type ListSource } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { inDepartments } from '../../people/department-sql.ts';
import { personOr } from '../../people/person-search.ts';
import { equation } from '../account-words.ts';
import { counterPerson } from '../person.ts';
import { partsOf } from '../refund/apply.ts';
import * as commands from '../refund/commands.ts';
import { refundAloneFen } from '../settings.ts';
import { refund, refundDetail, type refundFields } from './refund.page.ts';

const list: ListSource<typeof refundFields> = {
  from: (db) =>
    db
      .selectFrom('refund_order as f')
      .innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.id', '=', 'f.person_id'),
      )
      .leftJoin('department as d', (on) =>
        on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
      )
      .leftJoin('recharge_order as o', (on) =>
        on.onRef('o.organization_id', '=', 'f.organization_id').onRef('o.id', '=', 'f.recharge_order_id'),
      )
      .leftJoin('funding_batch as b', (on) =>
        on.onRef('b.organization_id', '=', 'f.organization_id').onRef('b.id', '=', 'f.batch_id'),
      ),
  id: 'f.id',
  version: 'f.version',
  columns: {
    refundNo: 'f.refund_no',
    batchNo: 'b.batch_no',
    applyNo: 'f.apply_no',
    at: 'f.at',
    personId: 'f.person_id',
    jobNumber: 'p.job_number',
    departmentId: 'p.department_id',
    amountFen: 'f.amount_fen',
    way: 'f.way',
    restWay: null,
    bankName: 'f.bank_name',
    bankAccount: 'f.bank_account',
    bankFlowNo: 'f.bank_flow_no',
    rechargeOrderNo: 'o.order_no',
    channelRefundNo: 'f.channel_refund_no',
    applicantName: 'f.applicant_name',
    auditorName: 'f.auditor_name',
    payerName: 'f.payer_name',
    auditReason: 'f.audit_reason',
    reason: 'f.reason',
    error: 'f.error',
    finishedAt: 'f.finished_at',
    businessDate: 'f.business_date',
    status: 'f.status',
  },
  names: { personId: 'p.name', departmentId: 'd.name' },
  where: { keyword: personOr('f.refund_no'), departmentId: inDepartments('p.department_id') },
};

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
      'preview',
    ],
    create: async (ctx, values) => {
      const way = values.restWay as 'CASH' | 'BANK';
      if (way === 'BANK' && !values.bankAccount) return refuseField('bankAccount', '银行打款须填写收款账号');
      const applied = await commands.apply(ctx, {
        personId: values.personId!,
        amountFen: values.amountFen ?? null,
        rest: { way, bankName: values.bankName ?? null, bankAccount: values.bankAccount ?? null },
        reason: values.reason!,
      });
      return isRefusal(applied) ? applied : { id: applied.id };
    },
    actions: {
      approve: commands.approve,
      reject: commands.reject,
      cancel: commands.cancel,
      close: commands.close,
      payCash: commands.payCash,
      payBank: commands.payBank,
      unpaid: commands.unpaid,
      change: (ctx, input) =>
        input.values.way === 'BANK' && !input.values.bankAccount
          ? Promise.resolve(refuseField('bankAccount', '银行打款须填写收款账号'))
          : commands.change(ctx, input),
      retry: commands.retry,
      ask: commands.ask,
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
        const aloneFen = await refundAloneFen(ctx.services.pool, ownOrganization(ctx));
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
    list: {
      ...list,
      check: async (ctx, search, { total, totalCapped }) => {
        // Only the whole of a business-day range can be held against the statement.
        const days = Array.isArray(search.businessDate) ? search.businessDate : null;
        if (!days || totalCapped || ['keyword', 'way', 'departmentId', 'status', 'at'].some((k) => search[k]))
          return null;
        const [from, to] = days as [string | null, string | null];
        let booked = ctx.db
          .selectFrom('rollup_account_day')
          .select((eb) => eb.fn.sum<number>('out_fen').as('fen'))
          .where('account', '=', 'wallet:MAIN')
          .where('posting_kind', '=', 'REFUND');
        let orders = ctx.db
          .selectFrom('refund_order')
          .select((eb) => eb.fn.sum<number>('amount_fen').as('fen'))
          .where('status', '=', 'SUCCESS');
        if (from) {
          booked = booked.where('business_date', '>=', from);
          orders = orders.where('business_date', '>=', from);
        }
        if (to) {
          booked = booked.where('business_date', '<=', to);
          orders = orders.where('business_date', '<=', to);
        }
        const [ledger, documents] = await Promise.all([booked.executeTakeFirst(), orders.executeTakeFirst()]);
        const [a, b] = [Number(documents?.fen ?? 0), Number(ledger?.fen ?? 0)];
        return {
          ok: a === b,
          text: `${equation('已退款', a, '主账户退款', b)}（共 ${total} 单）`,
        };
      },
    },
  }),
];
