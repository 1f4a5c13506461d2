/** 消费处理设置. */
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings } from '../../../../kit/server/page/unit-settings.ts';
import { type ConsumptionSetting, consumptionSetting, defaultSetting } from '../../settings.ts';
import setting from './consume-setting.page.ts';

const record = (s: ConsumptionSetting) => ({ ...s });

export default bind(setting, {
  get: async (ctx) => record(await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx))),
  update: async (ctx, _id, values, before) => {
    const kept = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined));
    const next = { ...defaultSetting, ...before, ...kept } as ConsumptionSetting;
    const row = {
      correct_limit_fen: next.correctLimitFen,
      manual_limit_fen: next.manualLimitFen,
      arrears_limit_fen: next.arrearsLimitFen,
      expired_lot: next.expiredLot,
      repeat_interval_sec: next.repeatIntervalSec,
      updated_by: ctx.session.accountId,
    };
    return saveSettings(ctx, setting, 'consumption_setting', row, before, kept);
  },
});
