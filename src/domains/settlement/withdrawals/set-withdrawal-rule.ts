/** 修改提现设置: what a withdrawal costs, its bounds and from where on a second person looks. */
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { settingsAfter } from '../../../kit/server/page/unit-settings.ts';
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
  const rule = settingsAfter(before, values);
  const leastFen = rule.leastFen!;
  if (leastFen <= rule.feeFen!) return refuseField('leastFen', '须高于每笔手续费，否则实付为零');
  if (rule.dayLimitFen! < leastFen) return refuseField('dayLimitFen', '不能低于每笔最低');
  await ctx.db
    .updateTable('withdrawal_rule')
    .set((eb) => ({
      fee_fen: rule.feeFen!,
      least_fen: leastFen,
      day_limit_fen: rule.dayLimitFen!,
      second_person_fen: rule.secondPersonFen!,
      fee_bearer: rule.feeBearer!,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', 1)
    .execute();
  await ctx.audit({ action: '修改提现设置', changes: changesOf(spec.fields, before, values) });
  return null;
}
