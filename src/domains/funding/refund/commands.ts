/** What a clerk does with refund orders: apply, approve, reject, pay out, send, ask, change the way, end. */
import { labelIn } from '../../../kit/define/states.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { moveEntry, mover, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { mealRefund, queryMealRefund, sendMealRefund } from '../code/give-back.ts';
import { counterPerson } from '../counter/person.ts';
import { receipt } from '../counter/receipt.ts';
import { fundingRefusals } from '../refusals.ts';
import { refundAloneFen } from '../settings.ts';
import { type Applied, applyRefund, type RefundPayout } from './apply.ts';
import { queryRefund, sendRefund } from './send.ts';
import { captureRefund, type RefundOrder, readRefund, releaseRefund } from './settle.ts';
import { type RefundEvent, refundFlow, refundWays, wayAllows } from './states.ts';

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
      aloneFen: await refundAloneFen(sqlOf(ctx.db), organizationId),
    },
    ctx,
  );
  if (!isRefusal(applied) && applied.approved)
    for (const id of applied.originalIds) await sendRefund(ctx.services, organizationId, id);
  return applied;
}

/** A way the move does not exist for. */
function refuseWay(event: RefundEvent, order: RefundOrder): Refusal | undefined {
  const way = labelIn(refundWays, order.way);
  return wayAllows(event, order.way)
    ? undefined
    : refuse(fundingRefusals.REFUND_WAY, { no: order.refund_no, way, action: refundFlow.moves[event].label });
}

/** The order of a row, when the move may be made of it now and by who asks. */
async function open(ctx: Ctx, id: number, event: RefundEvent): Promise<RefundOrder | Refusal> {
  const order = await readRefund(ctx.services, ownOrganization(ctx), id);
  if (!order) return refuse('NOT_FOUND');
  return refuseMove(ctx, refundFlow, event, order, order.refund_no) ?? refuseWay(event, order) ?? order;
}

const self = (ctx: Ctx) => ({ id: ctx.session.accountId, name: ctx.session.name });
const auditLine =
  (ctx: Ctx, order: RefundOrder, event: RefundEvent, note = '') =>
  (tx: Tx) =>
    auditInto(ctx, tx, moveEntry(refundFlow, event, order, order.refund_no, note));

const move = mover(refundFlow, {
  table: 'refund_order',
  name: (order) => order.refund_no,
  check: { unpaid: (_, order) => refuseWay('unpaid', order) },
  write: {
    unpaid: (_, { reason }) => ({ error: String(reason) }),
    change: (_, { way, bankName, bankAccount }) => ({
      way: String(way),
      channel: String(way),
      bank_name: bankName ?? null,
      bank_account: bankAccount ?? null,
      error: null,
    }),
  },
  after: {
    change: async (ctx, order) => {
      await sqlOf(ctx.db).query(
        `update third_refund set status = 'CLOSED', finished_at = $3 where organization_id = $1 and refund_order_id = $2
           and status in ('APPLIED', 'FAILED', 'ABNORMAL')`,
        [order.organization_id, order.id, isoAt(ctx.clock.now())],
      );
    },
  },
});
/** A move without money, each order in a transaction of its own. */
const step = async (ctx: Ctx, event: RefundEvent, id: number, values: ActionInput['values']) =>
  (await runCommand({ ...ctx, requestKey: undefined }, (inner) => move(inner, event, [id], values))) as Refusal | null;

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

export const approve = each('approve', async (ctx, order, values) => {
  const no = await step(ctx, 'approve', order.id, values);
  if (no) return no;
  return order.way === 'ORIGINAL' ? sendRefund(ctx.services, order.organization_id, order.id) : undefined;
});

export const reject = each('reject', (ctx, order, { reason }) =>
  releaseRefund(ctx.services, order, {
    event: 'reject',
    by: self(ctx),
    reason: String(reason),
    also: auditLine(ctx, order, 'reject', String(reason)),
  }),
);

const release = (event: 'cancel' | 'close') =>
  each(event, (ctx, order, { reason }) =>
    releaseRefund(ctx.services, order, {
      event,
      by: self(ctx),
      reason: String(reason ?? refundFlow.moves[event].label),
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

const plain = (event: 'unpaid' | 'change') =>
  each(event, async (ctx, order, values) => (await step(ctx, event, order.id, values)) ?? undefined);
export const unpaid = plain('unpaid');
export const change = plain('change');

const retryOrders = each('retry', (ctx, order) => sendRefund(ctx.services, order.organization_id, order.id));

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
      purse: 'MAIN',
      amount: order.amount_fen,
      balance: main?.main_fen ?? 0,
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
