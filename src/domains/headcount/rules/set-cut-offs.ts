/** 保存报餐时段: which meals are reported, until when, and until when a report may be taken back. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type spec from './pages/meal-reporting-period.page.ts';
import { mealMinutes } from './setting.ts';

type Meals = NonNullable<Values<typeof spec.fields>['meals']>;

/** Writes the cut-offs of all meals of the sheet or none; STALE where one changed since it was read. */
export async function setCutOffs(ctx: Ctx, meals: Meals): Promise<Refusal | null> {
  const organizationId = ownOrganization(ctx);
  const at = isoAt(ctx.clock.now());
  const known = await ctx.db.selectFrom('meal_cut_off').selectAll().execute();
  for (const [i, line] of meals.entries()) {
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
      settle_minutes: line.settleMinutes ?? mealMinutes.settle,
      slack_minutes: line.slackMinutes ?? mealMinutes.slack,
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
}
