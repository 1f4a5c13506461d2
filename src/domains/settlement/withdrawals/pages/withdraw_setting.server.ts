import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import '../../tables.ts';
import { withdrawalRule } from '../withdrawal-rule.ts';
import spec from './withdraw_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => {
    const rule = await withdrawalRule(ctx);
    return {
      feeFen: rule.fee_fen,
      leastFen: rule.least_fen,
      dayLimitFen: rule.day_limit_fen,
      secondPersonFen: rule.second_person_fen,
      feeBearer: rule.fee_bearer,
    };
  },
  update: async (ctx, _id, values, before) => {
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
  },
});
