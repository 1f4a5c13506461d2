/** What happens to a withdrawal after it was asked for: looked at by two, paid, failed, returned by the bank. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { mover, moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { release } from '../ledger/holds.ts';
import { type Parts, post } from '../ledger/post.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitWithdrawalRow } from '../tables.ts';
import { holdOf } from './apply.ts';
import { withdrawalRule } from './withdrawal-rule.ts';
import { withdrawalFlow } from './withdrawal-states.ts';

/** The platform's own account that units are paid from. */
export const payingAccount = 'bank:payout';

const ofUnit = ({ unit_type, unit_id }: UnitWithdrawalRow) => ({
  ...(unit_type === 'ORGANIZATION' ? { organizationId: unit_id } : {}),
  ...(unit_type === 'CONTRACTOR' ? { contractorId: unit_id } : {}),
});

/** 冻结 → bank, and its fee → the platform. */
export const postPaid = (parts: Parts, tx: Sql, w: UnitWithdrawalRow, operatorId: number): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `WITHDRAW_OUT:${w.id}`,
    kind: 'WITHDRAW_OUT',
    lines: [
      { unitType: w.unit_type, unitId: w.unit_id, purse: 'FROZEN', amountFen: -w.amount_fen },
      { account: payingAccount, amountFen: w.real_fen },
      { unitType: 'PLATFORM', unitId: platformUnitId, purse: 'AVAILABLE', amountFen: w.fee_fen },
    ],
    document: { type: 'WITHDRAWAL', id: w.id },
    operatorId,
    reason: w.withdraw_no,
    ...ofUnit(w),
  });

/** bank → 可提现: what was paid has come back. */
export const postBounced = (
  parts: Parts,
  tx: Sql,
  w: UnitWithdrawalRow,
  operatorId: number,
): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `WITHDRAW_BACK:${w.id}`,
    kind: 'WITHDRAW_BACK',
    lines: [
      { account: payingAccount, amountFen: -w.real_fen },
      { unitType: w.unit_type, unitId: w.unit_id, purse: 'AVAILABLE', amountFen: w.real_fen },
    ],
    document: { type: 'WITHDRAWAL', id: w.id },
    operatorId,
    reason: `${w.withdraw_no} 退票`,
    ...ofUnit(w),
  });

/** One transfer of the bank pays one withdrawal. */
export async function refuseFlow(
  tx: Sql,
  w: { id: number },
  flow: string,
  field = 'bankFlowNo',
): Promise<Refusal | undefined> {
  const { rows } = await tx.query<{ no: string }>(
    `select /* wall: the platform's own payments */ withdraw_no as no from unit_withdrawal where bank_flow_no = $1 and id <> $2 order by id limit 1`,
    [flow, w.id],
  );
  return rows[0]
    ? refuse(settlementRefusals.TRANSFER_FLOW_USED, { flow, no: rows[0].no }, { [field]: '已登记过' })
    : undefined;
}

const done = (posting: number | Refusal) => (isRefusal(posting) ? posting : null);
const back = async (ctx: Ctx, w: UnitWithdrawalRow) =>
  done(await release(ctx, sqlOf(ctx.db), holdOf(w, ctx.session.accountId)));

const transfer = (ctx: Ctx, w: UnitWithdrawalRow, status: 'SUCCESS' | 'FAILED', values: ActionInput['values']) =>
  ctx.db
    .updateTable('unit_transfer')
    .set({
      status,
      finished_at: isoAt(ctx.clock.now()),
      ...(values.bankFlowNo ? { bank_flow_no: String(values.bankFlowNo) } : {}),
      ...(values.reason ? { reason: String(values.reason) } : {}),
    })
    .where('withdrawal_id', '=', w.id)
    .where('status', '<>', 'FAILED')
    .execute();

/** An account that was put out of use since it was asked for: whoever stopped it did not want the money there. */
export async function refuseOff(ctx: Pick<Ctx, 'db'>, w: UnitWithdrawalRow): Promise<Refusal | undefined> {
  const account = await ctx.db
    .selectFrom('unit_bank_account')
    .select('account_no')
    .where('id', '=', w.bank_account_id)
    .where('status', '=', 'RETIRED')
    .executeTakeFirst();
  return (
    account &&
    refuse(settlementRefusals.WITHDRAW_OFF, { no: w.withdraw_no, account: `尾号 ${account.account_no.slice(-4)}` })
  );
}

/** Above the limit the second look takes a second account; whatever identity it comes under. */
async function refuseSecond(ctx: Ctx, w: UnitWithdrawalRow): Promise<Refusal | undefined> {
  const { second_person_fen: secondPersonFen } = await withdrawalRule(ctx);
  return w.amount_fen > secondPersonFen && w.auditor_id === ctx.session.accountId
    ? refuse(settlementRefusals.WITHDRAW_SECOND, { no: w.withdraw_no, limit: formatFenGrouped(secondPersonFen) })
    : undefined;
}

const spec = {
  table: 'unit_withdrawal',
  name: (w: UnitWithdrawalRow) => w.withdraw_no,
  stamped: true,
  check: {
    check: refuseOff,
    approve: async (ctx: Ctx, w: UnitWithdrawalRow) => (await refuseSecond(ctx, w)) ?? (await refuseOff(ctx, w)),
    paid: (ctx: Ctx, w: UnitWithdrawalRow, { bankFlowNo }: ActionInput['values']) =>
      refuseFlow(sqlOf(ctx.db), w, String(bankFlowNo)),
    // What came back is another movement of the bank than what went out, this withdrawal's own included.
    bounce: (ctx: Ctx, _: UnitWithdrawalRow, { returnNo }: ActionInput['values']) =>
      refuseFlow(sqlOf(ctx.db), { id: 0 }, String(returnNo), 'returnNo'),
  },
  write: {
    check: (ctx: Ctx) => ({ auditor_id: ctx.session.accountId, auditor_name: ctx.session.name }),
    reject: (_: Ctx, { reason }: ActionInput['values']) => ({ reason: String(reason) }),
    paid: (ctx: Ctx, { bankFlowNo, proof }: ActionInput['values']) => ({
      bank_flow_no: String(bankFlowNo),
      proof: proof ? String(proof) : null,
      paid_at: isoAt(ctx.clock.now()),
    }),
    fail: (_: Ctx, { reason }: ActionInput['values']) => ({ reason: String(reason) }),
    bounce: (_: Ctx, { reason, returnNo }: ActionInput['values']) => ({
      reason: `银行退票 ${returnNo}：${reason}`,
    }),
  },
  after: {
    cancel: back,
    reject: back,
    paid: async (ctx: Ctx, w: UnitWithdrawalRow, values: ActionInput['values']) => {
      await transfer(ctx, w, 'SUCCESS', values);
      return done(await postPaid(ctx, sqlOf(ctx.db), w, ctx.session.accountId));
    },
    fail: async (ctx: Ctx, w: UnitWithdrawalRow, values: ActionInput['values']) => {
      await transfer(ctx, w, 'FAILED', values);
      return back(ctx, w);
    },
    bounce: async (ctx: Ctx, w: UnitWithdrawalRow, values: ActionInput['values']) => {
      await transfer(ctx, w, 'FAILED', { reason: values.reason });
      return done(await postBounced(ctx, sqlOf(ctx.db), w, ctx.session.accountId));
    },
  },
} as const;

export const withdrawalMoves = moves(withdrawalFlow, spec);
/** For what a bank's file says of many. */
export const moveWithdrawal = mover(withdrawalFlow, spec);

/** What one of the moves does to the unit's purses. */
export const moneyOutcome =
  (way: 'back' | 'out' | 'bounced') =>
  async (ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> => {
    const w = await ctx.db
      .selectFrom('unit_withdrawal')
      .selectAll()
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirst();
    if (!w) return refuse('NOT_FOUND');
    const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
    const [from, to, fen] = {
      back: ['冻结', '可提现', w.amount_fen],
      out: ['冻结', '已付出', w.amount_fen],
      bounced: ['银行退回', '可提现', w.real_fen],
    }[way] as [string, string, number];
    return {
      lines: [
        ['提现单', w.withdraw_no],
        ['收款户名', w.account_name],
        [`${from} → ${to}`, yuan(fen)],
      ],
      amountFen: fen,
    };
  };
