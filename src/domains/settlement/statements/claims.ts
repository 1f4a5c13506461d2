/** What an organization pays outside of what it owes by a settled statement, until the receiver has it. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { madeBy, moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { UnitPurse } from '../ledger/lines.ts';
import { post } from '../ledger/post.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitClaimPaymentRow, UnitStatementRow } from '../tables.ts';
import { lockStatement } from './confirm.ts';
import { claimFlow, type Receiver, receivers } from './statement-states.ts';

const receiverLabel = (receiver: string) => labelIn(receivers, receiver);

/** Owed and not paid; what waits for the receiver counts as paid. */
async function leftOf(ctx: Ctx, s: UnitStatementRow, receiver: Receiver): Promise<number> {
  const waiting = await ctx.db
    .selectFrom('unit_claim_payment')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('fen'))
    .where('statement_id', '=', s.id)
    .where('receiver', '=', receiver)
    .where('status', '=', 'PAID')
    .executeTakeFirstOrThrow();
  const [owed, paid] =
    receiver === 'CONTRACTOR' ? [s.claim_fen, s.claim_paid_fen] : [s.service_claim_fen, s.service_claim_paid_fen];
  return owed - paid - Number(waiting.fen);
}

/** 登记线下付款, by the organization. */
export async function enterClaimPayment(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const s = await lockStatement(ctx, ids[0]!);
  if (isRefusal(s)) return s;
  const receiver = values.receiver as Receiver;
  const amountFen = Number(values.amountFen);
  const left = await leftOf(ctx, s, receiver);
  if (amountFen > left)
    return refuse(
      settlementRefusals.CLAIM_PAID_OVER,
      {
        no: s.statement_no,
        receiver: receiverLabel(receiver),
        left: formatFenGrouped(left),
        amount: formatFenGrouped(amountFen),
      },
      { amountFen: `最多 ${formatFenGrouped(left)} 元` },
    );
  const flow = String(values.bankFlowNo).trim();
  const used = await ctx.db
    .selectFrom('unit_claim_payment')
    .select('id')
    .where('organization_id', '=', s.organization_id)
    .where('receiver', '=', receiver)
    .where('bank_flow_no', '=', flow)
    .where('status', 'in', ['PAID', 'CONFIRMED'])
    .executeTakeFirst();
  if (used) return refuse(settlementRefusals.CLAIM_FLOW_USED, { flow }, { bankFlowNo: '已登记过' });
  await ctx.db
    .insertInto('unit_claim_payment')
    .values({
      organization_id: s.organization_id,
      id: await ctx.ids.next(),
      statement_id: s.id,
      contract_id: s.contract_id,
      contractor_id: s.contractor_id,
      receiver,
      amount_fen: amountFen,
      paid_on: String(values.paidOn),
      bank_flow_no: flow,
      proof: values.proof ? String(values.proof) : null,
      status: 'PAID',
      version: 1,
      ...madeBy(ctx.session),
      created_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({
    action: '登记线下付款',
    targetId: s.id,
    targetName: s.statement_no,
    changes: [
      { key: 'amountFen', label: `付${receiverLabel(receiver)}`, before: null, after: formatFenGrouped(amountFen) },
      { key: 'bankFlowNo', label: '银行流水号', before: null, after: flow },
    ],
  });
  return null;
}

/** Only the receiver says whether it has come; only the payer takes its word back. */
function refuseSide(
  ctx: Ctx,
  payment: UnitClaimPaymentRow,
  who: 'payer' | 'receiver',
  what: string,
): Refusal | undefined {
  const wanted = who === 'payer' ? 'ORGANIZATION' : payment.receiver;
  const asks = ctx.session.unitType ?? 'PLATFORM';
  return asks === wanted
    ? undefined
    : refuse('NOT_NOW', {
        why: `这笔付款由${who === 'payer' ? '付款的单位' : `收款的${receiverLabel(wanted)}`}${what}`,
      });
}

/** Both 线下往来 come nearer to 0. */
async function postPaid(ctx: Ctx, p: UnitClaimPaymentRow): Promise<Refusal | undefined> {
  const to: UnitPurse =
    p.receiver === 'CONTRACTOR'
      ? { unitType: 'CONTRACTOR', unitId: p.contractor_id, purse: 'CLAIM' }
      : { unitType: 'PLATFORM', unitId: platformUnitId, purse: 'CLAIM' };
  const posting = await post(ctx, sqlOf(ctx.db), {
    requestKey: `CLAIM_PAID:${p.id}`,
    kind: 'CLAIM_PAID',
    lines: [
      { ...to, amountFen: -p.amount_fen },
      { unitType: 'ORGANIZATION', unitId: p.organization_id, purse: 'CLAIM', amountFen: p.amount_fen },
    ],
    organizationId: p.organization_id,
    contractorId: p.contractor_id,
    contractId: p.contract_id,
    document: { type: 'CLAIM_PAYMENT', id: p.id },
    operatorId: ctx.session.accountId,
    reason: `线下付款 ${p.bank_flow_no}`,
  });
  if (isRefusal(posting)) return posting;
  const column = p.receiver === 'CONTRACTOR' ? 'claim_paid_fen' : 'service_claim_paid_fen';
  await ctx.db
    .updateTable('unit_statement')
    .set((eb) => ({ [column]: eb(column, '+', p.amount_fen), version: eb('version', '+', 1) }))
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.statement_id)
    .execute();
  return undefined;
}

export const claimMoves = moves(claimFlow, {
  table: 'unit_claim_payment',
  name: (p) => `付款 ${p.bank_flow_no}`,
  check: {
    confirm: (ctx, p) => refuseSide(ctx, p, 'receiver', '确认'),
    deny: (ctx, p) => refuseSide(ctx, p, 'receiver', '处理'),
    withdraw: (ctx, p) => refuseSide(ctx, p, 'payer', '撤回'),
  },
  after: { confirm: async (ctx, p) => (await postPaid(ctx, p)) ?? null },
});

/** What 确认收款 will do. */
export async function claimOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const p = await ctx.db
    .selectFrom('unit_claim_payment')
    .selectAll()
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirst();
  if (!p) return refuse('NOT_FOUND');
  return {
    lines: [
      ['付款流水', p.bank_flow_no],
      ['收款方', receiverLabel(p.receiver)],
      ['线下往来冲减', `${formatFenGrouped(p.amount_fen)} 元`],
    ],
    amountFen: p.amount_fen,
  };
}
