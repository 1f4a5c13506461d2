/** What a clerk does with refund orders: apply, approve, reject, pay out, send, ask, change the way, end. */
import { formatFen } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { executorOf } from '../../people/executor.ts';
import type { Tx } from '../../wallet/types.ts';
import { mealRefund, queryMealRefund, sendMealRefund } from '../code/give-back.ts';
import { counterPerson } from '../person.ts';
import { receipt } from '../receipt.ts';
import { fundingRefusals } from '../refusals.ts';
import { refundAloneFen } from '../settings.ts';
import { type Applied, applyRefund, type RefundPayout } from './apply.ts';
import { queryRefund, sendRefund } from './send.ts';
import { captureRefund, type RefundOrder, readRefund, releaseRefund } from './settle.ts';
import { type RefundEvent, refundMay, refundStatusLabel, refundTransitions, refundWays } from './states.ts';

export interface RefundForm {
  personId: number;
  amountFen: number | null;
  rest: RefundPayout;
  rechargeOrderId?: number;
  reason: string;
}

/** Applies from a form; small ones are approved at once and what goes back to a channel is sent. */
export async function apply(ctx: Ctx, form: RefundForm): Promise<Applied | Refusal> {
  const person = await counterPerson(ctx, form.personId, 'OUT');
  if (isRefusal(person)) return person;
  const organizationId = ownOrganization(ctx);
  const key = `refund:${ctx.session.accountId}:${ctx.requestKey ?? (await ctx.ids.next())}`;
  const applied = await applyRefund(
    ctx.services,
    { organizationId, accountId: ctx.session.accountId, name: ctx.session.name },
    {
      person,
      amountFen: form.amountFen,
      rest: form.rest,
      ...(form.rechargeOrderId === undefined ? {} : { rechargeOrderId: form.rechargeOrderId }),
      reason: form.reason,
      key,
      aloneFen: await refundAloneFen(ctx.services.pool, organizationId),
    },
    ctx,
  );
  if (!isRefusal(applied) && applied.approved)
    for (const id of applied.originalIds) await sendRefund(ctx.services, organizationId, id);
  return applied;
}

/** The order of a row, when the event may happen to it now. */
async function open(ctx: Ctx, id: number, event: RefundEvent): Promise<RefundOrder | Refusal> {
  const order = await readRefund(ctx.services, ownOrganization(ctx), id);
  if (!order) return refuse('NOT_FOUND');
  const { label } = refundTransitions[event];
  if (!refundMay(event, order.status))
    return refuse('BAD_STATE', { state: refundStatusLabel(order.status), action: label });
  if (refundMay(event, order.status, order.way)) return order;
  const way = labelIn(refundWays, order.way);
  return refuse(fundingRefusals.REFUND_WAY, { no: order.refund_no, way, action: label });
}

const self = (ctx: Ctx) => ({ id: ctx.session.accountId, name: ctx.session.name });

const auditLine =
  (ctx: Ctx, order: RefundOrder, event: RefundEvent, note = '') =>
  async (tx: Tx) => {
    await auditInto(ctx, tx, {
      action: refundTransitions[event].label,
      targetId: order.id,
      targetName: order.refund_no,
      changes: [
        {
          key: 'status',
          label: '状态',
          before: refundStatusLabel(order.status),
          after: `${refundStatusLabel(refundTransitions[event].to)}${note ? `：${note}` : ''}`,
        },
      ],
    });
  };

/** A state change that moves no money. */
async function step(
  ctx: Ctx,
  order: RefundOrder,
  event: RefundEvent,
  set: string,
  values: readonly unknown[],
  note = '',
): Promise<Refusal | undefined> {
  const answer = await runCommand({ ...ctx, requestKey: undefined }, async (inner) => {
    const tx = executorOf(inner.db);
    const { rowCount } = await tx.query(
      `update refund_order set status = $3, version = version + 1${set ? `, ${set}` : ''}
        where organization_id = $1 and id = $2 and version = $4`,
      [order.organization_id, order.id, refundTransitions[event].to, order.version, ...values],
    );
    if (rowCount !== 1) return refuse(fundingRefusals.REFUND_MOVED, { no: order.refund_no });
    if (event === 'change')
      await tx.query(
        `update third_refund set status = 'CLOSED', finished_at = $3 where organization_id = $1 and refund_order_id = $2
           and status in ('APPLIED', 'FAILED', 'ABNORMAL')`,
        [order.organization_id, order.id, isoAt(ctx.clock.now())],
      );
    await auditLine(ctx, order, event, note)(tx);
    return null;
  });
  return isRefusal(answer) ? answer : undefined;
}

type Command = (ctx: Ctx, input: ActionInput) => Promise<Show | null | Refusal>;

/** The same for each of the selection; stops at the first «no». */
const each =
  (
    event: RefundEvent,
    work: (ctx: Ctx, order: RefundOrder, values: ActionInput['values']) => Promise<Refusal | undefined>,
  ): Command =>
  async (ctx, { ids, values }) => {
    for (const id of ids) {
      const order = await open(ctx, id, event);
      if (isRefusal(order)) return order;
      const no = await work(ctx, order, values);
      if (no) return no;
    }
    return null;
  };

export const approve = each('approve', async (ctx, order) => {
  if (order.applicant_id === ctx.session.accountId)
    return refuse(fundingRefusals.REFUND_SAME_PERSON, {
      amount: formatFen(order.amount_fen),
      name: order.applicant_name,
    });
  const no = await step(ctx, order, 'approve', 'auditor_id = $5, auditor_name = $6, audited_at = $7', [
    ctx.session.accountId,
    ctx.session.name,
    isoAt(ctx.clock.now()),
  ]);
  if (no) return no;
  return order.way === 'ORIGINAL' ? sendRefund(ctx.services, order.organization_id, order.id) : undefined;
});

export const reject = each('reject', async (ctx, order, { reason }) => {
  if (order.applicant_id === ctx.session.accountId)
    return refuse(fundingRefusals.REFUND_SAME_PERSON, {
      amount: formatFen(order.amount_fen),
      name: order.applicant_name,
    });
  return releaseRefund(ctx.services, order, {
    event: 'reject',
    by: self(ctx),
    reason: String(reason),
    also: auditLine(ctx, order, 'reject', String(reason)),
  });
});

const release = (event: 'cancel' | 'close') =>
  each(event, (ctx, order, { reason }) =>
    releaseRefund(ctx.services, order, {
      event,
      by: self(ctx),
      reason: String(reason ?? refundTransitions[event].label),
      also: auditLine(ctx, order, event, reason ? String(reason) : ''),
    }),
  );
export const cancel = release('cancel');
export const close = release('close');

export const payBank = each('payBank', (ctx, order, { bankFlowNo }) =>
  captureRefund(ctx.services, order, {
    event: 'payBank',
    payer: self(ctx),
    bankFlowNo: String(bankFlowNo),
    also: auditLine(ctx, order, 'payBank', String(bankFlowNo)),
  }),
);

export const unpaid = each('unpaid', (ctx, order, { reason }) =>
  step(ctx, order, 'unpaid', 'error = $5', [String(reason)], String(reason)),
);

export const change = each('change', (ctx, order, { way, bankName, bankAccount }) =>
  step(
    ctx,
    order,
    'change',
    'way = $5, channel = $5, bank_name = $6, bank_account = $7, error = null',
    [String(way), bankName ?? null, bankAccount ?? null],
    refundWays.find((w) => w.value === way)?.label,
  ),
);

const retryOrders = each('send', (ctx, order) => sendRefund(ctx.services, order.organization_id, order.id));

/** 重试, under the number it has. A meal's refund has no order: the ledger gave the money back, the channel must follow. */
export const retry: Command = async (ctx, input) => {
  const [id] = input.ids;
  const meal = id === undefined ? undefined : await mealRefund(ctx.services, ownOrganization(ctx), id);
  if (!meal) return retryOrders(ctx, input);
  return (await sendMealRefund(ctx.services, meal)) ?? null;
};

/** Cash over the counter: the slip is what the diner signs. */
export const payCash: Command = async (ctx, { rows }) => {
  const row = rows[0]!;
  const order = await open(ctx, row.id, 'payCash');
  if (isRefusal(order)) return order;
  const no = await captureRefund(ctx.services, order, {
    event: 'payCash',
    payer: self(ctx),
    also: auditLine(ctx, order, 'payCash'),
  });
  if (no) return no;
  const main = await ctx.db
    .selectFrom('person_balance')
    .select('main_fen')
    .where('person_id', '=', order.person_id)
    .executeTakeFirst();
  return {
    receipt: receipt({
      title: '退款凭条',
      documentNo: order.refund_no,
      personName: String(row.personName),
      jobNumber: row.jobNumber as string | null,
      amountFen: order.amount_fen,
      balanceFen: main?.main_fen ?? 0,
      at: isoAt(ctx.clock.now()).slice(0, 19).replace('T', ' '),
      operator: ctx.session.name,
      unit: ctx.session.unitName ?? '',
      extra: [['本人签字', '＿＿＿＿＿＿']],
    }),
  };
};

/** 查询结果 of refunds on their way. */
export const ask: Command = async (ctx, { ids }) => {
  const organizationId = ownOrganization(ctx);
  for (const id of ids) {
    const meal = await mealRefund(ctx.services, organizationId, id);
    const no = meal ? await queryMealRefund(ctx.services, meal) : await queryRefund(ctx.services, organizationId, id);
    if (no) return no;
  }
  return null;
};
