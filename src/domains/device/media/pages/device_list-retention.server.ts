/** 影像保存期限. */
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
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
      updated_at: isoAt(ctx.clock.now()),
    };
    await ctx.db
      .insertInto('media_retention')
      .values({ organization_id: ownOrganization(ctx), ...row, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet((eb) => ({ ...row, version: eb('media_retention.version', '+', 1) })),
      )
      .execute();
    await ctx.audit({
      action: '修改影像保存期限',
      targetName: '影像保存期限',
      changes: changesOf(spec.fields, before, values),
    });
    return null;
  },
});
