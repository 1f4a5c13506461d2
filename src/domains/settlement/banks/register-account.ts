/** 登记账户: where the unit is to be paid, as a draft its second person submits. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settlementRefusals } from '../refusals.ts';
import '../tables.ts';
import type spec from './pages/bank_account.page.ts';

/** Registers the account in the unit's own name. Refuses who is no such unit, and a number that stands already. */
export async function registerAccount(ctx: Ctx, values: Values<typeof spec.fields>): Promise<{ id: number } | Refusal> {
  const { unitType, unitId, unitName: name } = ctx.session;
  if (unitType === null || unitType === 'PLATFORM' || unitId === null)
    return refuse('NOT_PERMITTED', { what: '收款账户由单位自己登记' });
  const accountNo = values.accountNo!;
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  const made = await ctx.db
    .insertInto('unit_bank_account')
    .values({
      id,
      unit_type: unitType,
      unit_id: unitId,
      account_name: name ?? '',
      bank_name: values.bankName!,
      branch_no: values.branchNo ?? '',
      account_no: accountNo,
      status: 'DRAFT',
      version: 1,
      ...madeBy(ctx.session),
      seconder_name: '',
      cooling_until: null,
      created_at: now,
      updated_at: now,
    })
    // Of two who register it at one moment the second finds it standing.
    .onConflict((on) =>
      on.columns(['unit_type', 'unit_id', 'account_no']).where(sql<boolean>`status <> 'RETIRED'`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!made) return refuse(settlementRefusals.BANK_ACCOUNT_KNOWN, { account: accountNo }, { accountNo: '已经登记过' });
  await ctx.audit({ action: '新增', targetId: id, targetName: `${values.bankName} 尾号 ${accountNo.slice(-4)}` });
  return { id };
}
