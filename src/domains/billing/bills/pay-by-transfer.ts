/** A transfer to the platform's bank: entered with its proof by who paid, confirmed by the platform against its account. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves, refuseMove } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { billingRefusals } from '../refusals.ts';
import type { UnitBillPaymentRow, UnitBillRow } from '../tables.ts';
import { refusePayer } from './bill-moves.ts';
import { billFlow, owed, paymentFlow } from './bill-states.ts';
import { insertPayment } from './insert-payment.ts';
import { lockBill, settlePayment } from './settle-payment.ts';

/** The platform's own account that units pay to. */
export const receivingAccount = 'bank:receipts';

/** One transfer of the bank pays one bill; a bill waits for one transfer at a time. */
async function refuseTransfer(ctx: Ctx, bill: UnitBillRow, flow: string): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ bill_id: number; bank_flow_no: string }>(
    `select /* wall: transfers to the platform's own account */ bill_id, bank_flow_no from unit_bill_payment
     where way = 'TRANSFER' and (bank_flow_no = $1 and status in ('WAITING', 'PAID', 'TOPPED_UP') or bill_id = $2 and status = 'WAITING')
     order by id limit 1`,
    [flow, bill.id],
  );
  const known = rows[0];
  if (!known) return undefined;
  return known.bank_flow_no === flow
    ? refuse(billingRefusals.BILL_FLOW_USED, { flow }, { bankFlowNo: '已登记过' })
    : refuse(billingRefusals.BILL_TRANSFER_WAITS, { no: bill.bill_no });
}

/** Enters a transfer that paid the bill, under the lock of the bill. */
export async function enterTransfer(
  ctx: Ctx,
  billId: number,
  values: ActionInput['values'],
): Promise<UnitBillPaymentRow | Refusal> {
  const tx = sqlOf(ctx.db);
  const bill = await lockBill(tx, billId);
  if (!owed.includes(bill.status as (typeof owed)[number]))
    return refuseMove(ctx, billFlow, 'pay', { ...bill, maker_id: null }, bill.bill_no) ?? refuse('NOT_FOUND');
  const flow = String(values.bankFlowNo ?? '').trim();
  const no = await refuseTransfer(ctx, bill, flow);
  if (no) return no;
  const payment = await insertPayment(ctx, bill, 'TRANSFER', {
    paid_on: String(values.paidOn),
    bank_flow_no: flow,
    proof: values.proof ? String(values.proof) : null,
  });
  await ctx.audit({
    action: '登记转账',
    targetId: bill.id,
    targetName: bill.bill_no,
    changes: [
      { key: 'amountFen', label: '金额', before: null, after: formatFenGrouped(bill.amount_fen) },
      { key: 'bankFlowNo', label: '银行流水号', before: null, after: flow },
    ],
  });
  return payment;
}

/** 登记转账, by the unit that owes. */
export async function payByTransfer(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const bill = await ctx.db.selectFrom('unit_bill').selectAll().where('id', '=', ids[0]!).executeTakeFirst();
  if (!bill) return refuse('NOT_FOUND');
  const no = refusePayer(ctx, bill);
  if (no) return no;
  const entered = await enterTransfer(ctx, bill.id, values);
  return 'refused' in entered ? entered : null;
}

const platformAlone = (ctx: Ctx, payment: UnitBillPaymentRow) =>
  ctx.session.unitType === 'PLATFORM' || ctx.session.unitType === null
    ? undefined
    : refuse(billingRefusals.BILL_NOT_PLATFORM, { no: `转账 ${payment.bank_flow_no}`, what: '确认' });

export const paymentMoves = moves(paymentFlow, {
  table: 'unit_bill_payment',
  name: (payment) => `转账 ${payment.bank_flow_no}`,
  stamped: true,
  check: { confirm: platformAlone, deny: platformAlone },
  after: {
    confirm: async (ctx, payment) =>
      (await settlePayment(ctx.services, sqlOf(ctx.db), payment, ctx.session.accountId, {
        account: receivingAccount,
      })) ?? null,
  },
});

/** What 确认到账 does: the bill is paid, or what came is at the payer's disposal. */
export async function confirmOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const payment = await ctx.db
    .selectFrom('unit_bill_payment as p')
    .innerJoin('unit_bill as b', 'b.id', 'p.bill_id')
    .select(['p.amount_fen', 'p.bank_flow_no', 'b.status', 'b.bill_no', 'b.title'])
    .where('p.id', '=', ids[0] ?? 0)
    .executeTakeFirst();
  if (!payment) return refuse('NOT_FOUND');
  const pays = owed.includes(payment.status as (typeof owed)[number]);
  return {
    lines: [
      ['账单', `${payment.bill_no} ${payment.title}`],
      ['银行流水号', payment.bank_flow_no],
      ['到账后', pays ? '账单付清' : '账单已不需付款，转入付款单位可提现'],
    ],
    amountFen: payment.amount_fen,
  };
}
