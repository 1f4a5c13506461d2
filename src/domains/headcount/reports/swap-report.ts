/** 换人就餐: a reported portion goes to another person until the meal ends, after the cut-off as well: the kitchen cooks no more. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { instantOf, mealSetting } from '../rules/setting.ts';
import { takeBack } from './cancel-meals.ts';
import type { ListedReport } from './change-report.ts';
import { dinersOf, minute, reportMeals, settledMeals } from './report-meals.ts';

/** Takes the portion back from one and reports it for the other, both or neither; each row names the other. */
export async function swapReport(
  ctx: Ctx,
  report: ListedReport,
  { personId, reason }: { personId: number; reason: string },
): Promise<Refusal | null> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const { id, diningDate, mealPeriodId, mealPeriodName, portions, restaurantId } = report;
  const named = { date: diningDate, meal: mealPeriodName };
  const setting = await mealSetting(db, organizationId, nowMs);
  const meal = setting.meals.get(mealPeriodId);
  const settled = await settledMeals(db, organizationId, [diningDate]);
  if (!meal || settled.has(`${diningDate}/${mealPeriodId}`)) return refuse(headcountRefusals.MEAL_SETTLED, named);
  const endsAt = instantOf(diningDate, meal.endTime);
  if (nowMs >= endsAt) return refuse(headcountRefusals.MEAL_OVER, { ...named, ended: minute(endsAt) });
  const diners = await dinersOf(db, organizationId, [personId]);
  const other = diners.get(personId);
  if (!other || personId === report.personId) return refuse('NOT_FOUND');
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const doing = { organizationId, nowMs, by };
  const taken = await takeBack(db, ctx.ids, [{ id, portions, late: false }], doing, `换给 ${other.name}：${reason}`);
  if (taken.length === 0) return refuse(headcountRefusals.NOT_CANCELLABLE);
  const cell = { personId, diningDate, mealPeriodId, portions, restaurantId };
  const lateReason = `替 ${report.personName} 就餐：${reason}`;
  const { ids, refused } = await reportMeals(db, ctx.ids, setting, diners, [cell], {
    ...doing,
    source: 'MANUAL',
    lateReason,
  });
  const [newId] = ids;
  if (newId === undefined) return refused[0]!.refusal;
  await db.query(
    `update meal_report r set swap_id = n.other from (values ($2::bigint, $3::bigint), ($3, $2)) as n (id, other)
     where r.organization_id = $1 and r.id = n.id`,
    [organizationId, id, newId],
  );
  await ctx.audit({
    action: '换人就餐',
    targetName: `${diningDate} ${mealPeriodName} ${report.personName} → ${other.name}`,
  });
  return null;
}
