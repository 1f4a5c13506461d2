/** 报餐时段. */
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { instantsOf, mealSetting } from '../setting.ts';
import spec from './meal-reporting-period.page.ts';

const longestLook = 40;

/** The next cut-off of every meal, as it will be judged. */
async function nextCutOffs(ctx: Ctx): Promise<Map<number, string>> {
  const now = ctx.clock.now();
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), now);
  const next = new Map<number, string>();
  for (const meal of setting.meals.values())
    for (let date = businessDay(now), left = longestLook; left > 0; date = addDays(date, 1), left -= 1) {
      const { closesAt } = instantsOf(setting, meal, date);
      if (closesAt <= now) continue;
      next.set(meal.id, `${date.slice(5)} 的${meal.name}：${isoAt(closesAt).slice(5, 16).replace('T', ' ')}`);
      break;
    }
  return next;
}

export default bind(spec, {
  get: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('meal_period as m')
      .leftJoin('meal_cut_off as c', (on) =>
        on.onRef('c.organization_id', '=', 'm.organization_id').onRef('c.meal_period_id', '=', 'm.id'),
      )
      .select([
        'm.id as mealPeriodId',
        'm.name as mealPeriodName',
        'c.id as cutOffId',
        'c.open_days as openDays',
        'c.cut_days as cutDays',
        'c.cut_time as cutTime',
        'c.by_workdays as byWorkdays',
        'c.cancel_days as cancelDays',
        'c.cancel_time as cancelTime',
        'c.version',
      ])
      .where('m.status', '=', 'NORMAL')
      .orderBy('m.start_time')
      .execute();
    const next = await nextCutOffs(ctx);
    return {
      meals: rows.map(({ cutOffId, ...row }) => ({
        ...row,
        open: cutOffId !== null,
        // What a meal that is opened starts with.
        openDays: row.openDays ?? 14,
        cutDays: row.cutDays ?? 1,
        cutTime: row.cutTime ?? '18:00',
        version: row.version ?? 0,
        next: next.get(row.mealPeriodId) ?? '',
      })),
    };
  },
  update: async (ctx, _id, { meals }) => {
    const organizationId = ownOrganization(ctx);
    const at = isoAt(ctx.clock.now());
    const known = await ctx.db.selectFrom('meal_cut_off').selectAll().execute();
    for (const [i, line] of (meals ?? []).entries()) {
      const before = known.find((row) => row.meal_period_id === line.mealPeriodId);
      if ((before?.version ?? 0) !== line.version) return refuse('STALE');
      if (!line.open) {
        if (before)
          await ctx.db.updateTable('meal_cut_off').set({ updated_at: at }).where('id', '=', before.id).execute();
        if (before) await ctx.db.deleteFrom('meal_cut_off').where('id', '=', before.id).execute();
        continue;
      }
      if (line.cutDays === null || !line.cutTime)
        return refuseField('meals', `第 ${i + 1} 行请填写截止提前天数与截止时间`);
      const cancelSaid = line.cancelTime !== null && line.cancelTime !== '';
      const values = {
        open_days: line.openDays ?? 14,
        cut_days: line.cutDays,
        cut_time: line.cutTime,
        by_workdays: line.byWorkdays === true,
        cancel_days: cancelSaid ? (line.cancelDays ?? line.cutDays) : null,
        cancel_time: cancelSaid ? line.cancelTime : null,
        updated_at: at,
      };
      if (values.open_days < values.cut_days)
        return refuseField('meals', `第 ${i + 1} 行：提前开放的天数不能少于截止提前的天数`);
      if (before) {
        const same = Object.entries(values).every(
          ([key, value]) => key === 'updated_at' || before[key as keyof typeof before] === value,
        );
        if (!same)
          await ctx.db
            .updateTable('meal_cut_off')
            .set({ ...values, version: before.version + 1 })
            .where('id', '=', before.id)
            .execute();
      } else
        await ctx.db
          .insertInto('meal_cut_off')
          .values({
            ...values,
            organization_id: organizationId,
            id: await ctx.ids.next(),
            meal_period_id: line.mealPeriodId!,
            created_at: at,
            created_by: ctx.session.accountId,
            version: 1,
          })
          .execute();
    }
    await ctx.audit({ action: '保存', targetName: '报餐时段' });
    return null;
  },
});
