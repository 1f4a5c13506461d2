/** Server side of 菜谱设置. */
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import type { MixLine } from '../../tables.ts';
import { readSettings } from '../rules.ts';
import spec from './menu_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await readSettings(ctx)) }),
  update: async (ctx, _id, values, before) => {
    const row = {
      two_hands: values.twoHands ?? false,
      repeat_days: values.repeatDays ?? 0,
      cost_ratio: values.costRatio ?? null,
      people_mix:
        values.peopleMix && values.peopleMix.length > 0 ? JSON.stringify(values.peopleMix as MixLine[]) : null,
      updated_at: isoAt(ctx.clock.now()),
    };
    await ctx.db
      .insertInto('menu_setting')
      .values({ organization_id: ownOrganization(ctx), ...row, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet((eb) => ({ ...row, version: eb('menu_setting.version', '+', 1) })),
      )
      .execute();
    await ctx.audit({
      action: '修改菜谱设置',
      targetName: '菜谱设置',
      changes: changesOf(spec.fields, before, values),
    });
    return null;
  },
});
