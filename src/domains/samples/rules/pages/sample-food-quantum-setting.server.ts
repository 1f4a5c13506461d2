/** 食堂类型. */
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { followDays } from '../../todo/make-todos.ts';
import { readRuling } from '../read-rules.ts';
import spec from './sample-food-quantum-setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({
    canteenKind: (await readRuling(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now())).kind,
  }),
  update: async (ctx, _id, values, before) => {
    const row = { canteen_kind: values.canteenKind!, updated_at: isoAt(ctx.clock.now()) };
    await ctx.db
      .insertInto('safety_setting')
      .values({ organization_id: ownOrganization(ctx), ...row, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet((eb) => ({ ...row, version: eb('safety_setting.version', '+', 1) })),
      )
      .execute();
    const nowMs = ctx.clock.now();
    await followDays(sqlOf(ctx.db), { ids: ctx.ids, nowMs }, ownOrganization(ctx), businessDay(nowMs));
    await ctx.audit({
      action: '修改食堂类型',
      targetName: '食堂类型',
      changes: changesOf(spec.fields, before, values),
    });
    return null;
  },
});
