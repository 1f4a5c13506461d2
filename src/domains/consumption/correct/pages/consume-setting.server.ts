/** 消费处理设置. */
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { type ConsumptionSetting, defaultSetting, settingOf } from '../../settings.ts';
import setting from './consume-setting.page.ts';

const record = (s: ConsumptionSetting) => ({ ...s });

export default bind(setting, {
  get: async (ctx) => record(await settingOf(sqlOf(ctx.db), ownOrganization(ctx))),
  update: async (ctx, _id, values, before) => {
    const kept = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined));
    const next = { ...defaultSetting, ...before, ...kept } as ConsumptionSetting;
    const row = {
      correct_limit_fen: next.correctLimitFen,
      manual_limit_fen: next.manualLimitFen,
      arrears_limit_fen: next.arrearsLimitFen,
      expired_lot: next.expiredLot,
      repeat_interval_sec: next.repeatIntervalSec,
      updated_at: isoAt(ctx.clock.now()),
      updated_by: ctx.session.accountId,
    };
    await ctx.db
      .insertInto('consumption_setting')
      .values({ organization_id: ownOrganization(ctx), ...row, version: 1 })
      .onConflict((on) =>
        on.column('organization_id').doUpdateSet((eb) => ({
          ...row,
          version: eb('consumption_setting.version', '+', 1),
        })),
      )
      .execute();
    await ctx.audit({
      action: '编辑',
      targetName: '消费处理设置',
      changes: changesOf(setting.fields, before, kept),
    });
    return null;
  },
});
