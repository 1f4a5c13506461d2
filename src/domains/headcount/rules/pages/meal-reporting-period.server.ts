/** 报餐时段. */
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { setCutOffs } from '../set-cut-offs.ts';
import { instantsOf, mealMinutes, mealSetting } from '../setting.ts';
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
        'c.settle_minutes as settleMinutes',
        'c.slack_minutes as slackMinutes',
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
        settleMinutes: row.settleMinutes ?? mealMinutes.settle,
        slackMinutes: row.slackMinutes ?? mealMinutes.slack,
        version: row.version ?? 0,
        next: next.get(row.mealPeriodId) ?? '',
      })),
    };
  },
  update: (ctx, _id, { meals }) => setCutOffs(ctx, meals ?? []),
});
