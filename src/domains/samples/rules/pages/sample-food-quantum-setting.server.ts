/** 食堂类型. */
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings, settingsAfter } from '../../../../kit/server/page/unit-settings.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { followDays } from '../../todo/make-todos.ts';
import { readRuling } from '../read-rules.ts';
import spec from './sample-food-quantum-setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({
    canteenKind: (await readRuling(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now())).kind,
  }),
  update: async (ctx, _id, values, before) => {
    const { canteenKind } = settingsAfter(before, values);
    await saveSettings(ctx, spec, 'safety_setting', { canteen_kind: canteenKind! }, before, values);
    const nowMs = ctx.clock.now();
    await followDays(sqlOf(ctx.db), { ids: ctx.ids, nowMs }, ownOrganization(ctx), businessDay(nowMs));
    return null;
  },
});
