/** 申请提现: what a unit may take out now, and setting it aside. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { refuseAccount } from '../banks/bank-moves.ts';
import { freeFen, lockMoney } from '../ledger/free-money.ts';
import { hold } from '../ledger/holds.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitBankAccountRow, UnitWithdrawalRow } from '../tables.ts';
import { withdrawalRule } from './withdrawal-rule.ts';

export const withdrawableFen = ({ db, session: { unitType, unitId } }: Ctx): Promise<number> =>
  unitType === null || unitId === null ? Promise.resolve(0) : freeFen(sqlOf(db), { unitType, unitId });

interface Asked {
  amountFen: number;
  /** Kept by the platform when it is paid. */
  feeFen: number;
  account: UnitBankAccountRow;
}

/** What keeps the unit from taking this out, looked at under the lock of its purse. */
async function read(ctx: Ctx, values: ActionInput['values']): Promise<Asked | Refusal> {
  const amountFen = Number(values.amountFen ?? 0);
  const account = await ctx.db
    .selectFrom('unit_bank_account')
    .selectAll()
    .where('id', '=', Number(values.bankAccountId ?? 0))
    .executeTakeFirst();
  if (!account) return refuseField('bankAccountId', '请选择收款账户');
  const cold = refuseAccount(account, ctx.clock.now());
  if (cold) return cold;
  const rule = await withdrawalRule(ctx);
  const { least_fen: leastFen, day_limit_fen: dayLimitFen } = rule;
  if (amountFen < leastFen) return refuseField('amountFen', `至少提现 ${formatFenGrouped(leastFen)} 元`);
  const free = await withdrawableFen(ctx);
  const amount = formatFenGrouped(amountFen);
  if (amountFen > free)
    return refuse(
      settlementRefusals.WITHDRAW_OVER,
      { free: formatFenGrouped(free), amount },
      { amountFen: `最多 ${formatFenGrouped(free)} 元` },
    );
  const { used } = await ctx.db
    .selectFrom('unit_withdrawal')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('used'))
    .where('business_date', '=', businessDay(ctx.clock.now()))
    .where('status', 'not in', ['REJECTED', 'CANCELLED', 'FAILED'])
    .executeTakeFirstOrThrow();
  if (Number(used) + amountFen > dayLimitFen)
    return refuse(
      settlementRefusals.WITHDRAW_DAY_LIMIT,
      { limit: formatFenGrouped(dayLimitFen), used: formatFenGrouped(Number(used)), amount },
      { amountFen: `今天最多还能提 ${formatFenGrouped(Math.max(0, dayLimitFen - Number(used)))} 元` },
    );
  return { amountFen, feeFen: rule.fee_fen, account };
}

/** 提现金额 = 手续费 + 实付. */
export async function applyWithdrawal(ctx: Ctx, values: ActionInput['values']): Promise<{ id: number } | Refusal> {
  const { unitType, unitId, accountId } = ctx.session;
  if (unitType === null || unitId === null) return refuse('NOT_PERMITTED', { what: '提现由单位自己申请' });
  await lockMoney(sqlOf(ctx.db), [{ unitType, unitId }]);
  const asked = await read(ctx, values);
  if (isRefusal(asked)) return asked;
  const { account, amountFen, feeFen } = asked;
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const day = businessDay(now);
  const withdrawNo = `TX${day.replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('unit_withdrawal')
    .values({
      id,
      withdraw_no: withdrawNo,
      unit_type: unitType,
      unit_id: unitId,
      amount_fen: amountFen,
      fee_fen: feeFen,
      real_fen: amountFen - feeFen,
      bank_account_id: account.id,
      account_name: account.account_name,
      bank_name: account.bank_name,
      branch_no: account.branch_no,
      account_no: account.account_no,
      remark: String(values.remark ?? ''),
      status: 'APPLIED',
      version: 1,
      ...madeBy(ctx.session),
      auditor_id: null,
      auditor_name: '',
      payout_id: null,
      bank_flow_no: '',
      proof: null,
      reason: '',
      business_date: day,
      created_at: isoAt(now),
      updated_at: isoAt(now),
      paid_at: null,
    })
    .execute();
  const held = await hold(
    ctx,
    sqlOf(ctx.db),
    holdOf({ id, unit_type: unitType, unit_id: unitId, amount_fen: amountFen, withdraw_no: withdrawNo }, accountId),
  );
  if (isRefusal(held)) return held;
  await ctx.audit({
    action: '申请提现',
    targetId: id,
    targetName: withdrawNo,
    changes: [{ key: 'amountFen', label: '提现金额', before: null, after: formatFenGrouped(amountFen) }],
  });
  return { id };
}

/** The withdrawal as what is frozen for it. */
export const holdOf = (
  w: Pick<UnitWithdrawalRow, 'id' | 'unit_type' | 'unit_id' | 'amount_fen' | 'withdraw_no'>,
  operatorId: number,
) => ({
  unitType: w.unit_type,
  unitId: w.unit_id,
  amountFen: w.amount_fen,
  document: { type: 'WITHDRAWAL', id: w.id },
  operatorId,
  reason: w.withdraw_no,
});

/** What 申请 would freeze. */
export async function applyOutcome(ctx: Ctx, { values }: ActionInput): Promise<Outcome | Refusal> {
  const free = await withdrawableFen(ctx);
  const { fee_fen: feeFen } = await withdrawalRule(ctx);
  const amountFen = Number(values.amountFen ?? 0);
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  return {
    lines: [
      ['可提现', amountFen > 0 ? `${yuan(free)} → ${yuan(free - amountFen)}` : yuan(free)],
      ['手续费', yuan(feeFen)],
      ['实付', yuan(Math.max(0, amountFen - feeFen))],
    ],
    amountFen,
  };
}
