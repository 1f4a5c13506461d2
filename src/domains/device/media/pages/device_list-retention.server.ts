/** 影像保存期限. */
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings } from '../../../../kit/server/page/unit-settings.ts';
import { retentionOf } from '../retention.ts';
import spec from './device_list-retention.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await retentionOf(sqlOf(ctx.db), ownOrganization(ctx))) }),
  update: async (ctx, _id, values, before) => {
    const row = {
      passage_days: values.passageDays!,
      check_days: values.checkDays!,
      picture_days: values.pictureDays!,
      clip_days: values.clipDays!,
      unpictured_type_ids: values.unpicturedTypeIds ?? [],
      minors_pictured: values.minorsPictured ?? false,
    };
    return saveSettings(ctx, spec, 'media_retention', row, before, values);
  },
});
