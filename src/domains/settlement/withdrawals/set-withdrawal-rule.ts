/** 修改提现设置: what a withdrawal costs, its bounds and from where on a second person looks. */
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import spec from './pages/withdraw_setting.page.ts';

/** Writes the one rule of the platform; refuses bounds that leave nothing to pay. */
export async function setWithdrawalRule(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
  before: RowValues,
): Promise<Refusal | null> {
  const leastFen = values.leastFen!;
  if (leastFen <= values.feeFen!) return refuseField('leastFen', '须高于每笔手续费，否则实付为零');
  if (values.dayLimitFen! < leastFen) return refuseField('dayLimitFen', '不能低于每笔最低');
  await ctx.db
    .updateTable('withdrawal_rule')
    .set((eb) => ({
      fee_fen: values.feeFen!,
      least_fen: leastFen,
      day_limit_fen: values.dayLimitFen!,
      second_person_fen: values.secondPersonFen!,
      fee_bearer: values.feeBearer!,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', 1)
    .execute();
  await ctx.audit({ action: '修改提现设置', changes: changesOf(spec.fields, before, values) });
  return null;
}
