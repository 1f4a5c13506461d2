/** 影像保存期限. */
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings, settingsAfter } from '../../../../kit/server/page/unit-settings.ts';
import { retentionOf } from '../retention.ts';
import spec from './device_list-retention.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await retentionOf(sqlOf(ctx.db), ownOrganization(ctx))) }),
  update: async (ctx, _id, values, before) => {
    const all = settingsAfter(before, values);
    const row = {
      passage_days: all.passageDays!,
      check_days: all.checkDays!,
      picture_days: all.pictureDays!,
      clip_days: all.clipDays!,
      unpictured_type_ids: all.unpicturedTypeIds ?? [],
      minors_pictured: all.minorsPictured ?? false,
    };
    return saveSettings(ctx, spec, 'media_retention', row, before, values);
  },
});
