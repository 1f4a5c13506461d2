/** 改报: other portions or another restaurant of a report, or another meal of its day in its place. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { mealSetting } from '../rules/setting.ts';
import { judgeBack, takeBack } from './cancel-meals.ts';
import { changeMeals } from './change-meals.ts';
import { lateReasonOf } from './late-reason.ts';
import { dinersOf, type Reporting, reportMeals, settledMeals } from './report-meals.ts';

/** A report as its list shows it. */
export interface ListedReport {
  id: number;
  personId: number;
  personName: string;
  diningDate: string;
  mealPeriodId: number;
  mealPeriodName: string;
  restaurantId: number;
  portions: number;
}

interface Wanted {
  portions: number;
  mealPeriodId: number;
  restaurantId: number;
}

export async function changeReport(
  ctx: Ctx,
  report: ListedReport,
  values: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const { portions, mealPeriodId, restaurantId } = values as unknown as Wanted;
  const moved = mealPeriodId !== report.mealPeriodId;
  const elsewhere = restaurantId !== report.restaurantId;
  if (!moved && !elsewhere && portions === report.portions)
    return refuse('NO_CHANGE', { why: '份数、餐次、餐厅都没有变' });
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const setting = await mealSetting(db, organizationId, nowMs);
  const diners = await dinersOf(db, organizationId, [report.personId]);
  const settled = await settledMeals(db, organizationId, [report.diningDate]);
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const doing: Reporting = { organizationId, nowMs, by, source: 'MANUAL', ...(lateReason ? { lateReason } : {}) };
  const { id, personId, diningDate } = report;
  const cell = { personId, diningDate, mealPeriodId, portions, ...(elsewhere ? { restaurantId } : {}) };
  if (moved) {
    const back = judgeBack(setting, settled, report, doing);
    if ('refused' in back) return back;
    const taken = await takeBack(db, ctx.ids, [{ id, portions: report.portions, late: back.late }], doing);
    if (taken.length === 0) return refuse(headcountRefusals.NOT_CANCELLABLE);
    const { refused } = await reportMeals(db, ctx.ids, setting, diners, [cell], doing);
    if (refused[0]) return refused[0].refusal;
  } else {
    const change = { ...cell, id, had: report.portions };
    const { refused } = await changeMeals(db, ctx.ids, setting, settled, diners, [change], doing);
    if (refused[0]) return refused[0].refusal;
  }
  const meal = setting.meals.get(mealPeriodId)?.name ?? '';
  await ctx.audit({
    action: '改报',
    targetId: id,
    targetName: report.personName,
    changes: [
      {
        key: 'report',
        label: `${diningDate} 报餐`,
        before: `${report.mealPeriodName} ${report.portions} 份`,
        after: `${meal} ${portions} 份`,
      },
    ],
  });
  return null;
}
