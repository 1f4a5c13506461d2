/** 人工报餐. */
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refusalMessage, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { instantsOf, mealSetting } from '../../rules/setting.ts';
import { type Cancelled, cancelMeals } from '../cancel-meals.ts';
import { changeReport, type ListedReport } from '../change-report.ts';
import { cellsOf, receiptOf } from '../choose-cells.ts';
import { reportImport } from '../import-reports.ts';
import { lateReasonOf } from '../late-reason.ts';
import { dinersOf, reportMeals } from '../report-meals.ts';
import { setMeals } from '../set-meals.ts';
import { swapReport } from '../swap-report.ts';
import spec from './manual-report-meal.page.ts';

/** Reports the chosen cells; what is there already is left and told. */
async function report(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = await cellsOf(ctx, values);
  if ('refused' in choice) return choice;
  const { cells, people, told } = choice;
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const [setting, diners] = [await mealSetting(db, organizationId, nowMs), await dinersOf(db, organizationId, people)];
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const portions = Number(values.portions);
  const { ids, refused } = await reportMeals(
    db,
    ctx.ids,
    setting,
    diners,
    cells.map((cell) => ({ ...cell, portions })),
    {
      organizationId,
      nowMs,
      by: { id: ctx.session.accountId, name: ctx.session.name },
      source: 'MANUAL',
      ...(lateReason ? { lateReason } : {}),
    },
  );
  const [first] = refused;
  if (ids.length === 0 && first) return first.refusal;
  await ctx.audit({ action: '报餐', targetName: `${choice.span} ${ids.length} 份` });
  return receiptOf(
    '报餐结果',
    told,
    ['本次报餐', ids.length],
    '未报',
    refused.map((one) => refusalMessage(one.refusal)),
  );
}

/** Nobody of the chosen eats: what is reported is taken back, who eats by default declines. */
async function decline(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = await cellsOf(ctx, values);
  if ('refused' in choice) return choice;
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const ticks = choice.cells.map((cell) => ({ ...cell, portions: 0 }));
  const { written, refused } = await setMeals(ctx, ticks, { source: 'MANUAL', lateReason });
  const why = refused.map((one) => one.why);
  if (written === 0 && why[0]) return refuse('NO_CHANGE', { why: why[0] });
  return receiptOf('不就餐结果', choice.told, ['不就餐', written], '未变', why);
}

export default bind(spec, {
  list: over(spec, 'meal_report as r', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    columns: { jobNumber: 'p.job_number' },
    names: { departmentId: departmentPath },
    where: {
      keyword: personOr(),
    },
  }),
  notice: async (ctx) => {
    const nowMs = ctx.clock.now();
    const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
    if (setting.meals.size === 0)
      return {
        tone: 'warning',
        text: '还没有可报餐的餐次，请先设置各餐的截止时间。',
        open: { label: '报餐时段', path: '/admin/organization/meal_reporting_period' },
      };
    const today = businessDay(nowMs);
    const coming = [...setting.meals.values()]
      .flatMap((meal) => [0, 1, 2, 3, 4].map((ahead) => ({ meal, date: addDays(today, ahead) })))
      .map(({ meal, date }) => ({ meal, date, at: instantsOf(setting, meal, date).closesAt }))
      .filter(({ at }) => at > nowMs)
      .sort((a, b) => a.at - b.at)
      .slice(0, 3)
      .map(({ meal, date, at }) => `${date.slice(5)} ${meal.name}（${isoAt(at).slice(5, 16).replace('T', ' ')}）`);
    return { tone: 'info', text: `最近的截止：${coming.join('，')}` };
  },
  importRows: reportImport,
  actions: {
    report,
    decline,
    change: (ctx, { rows, values }) => changeReport(ctx, rows[0] as unknown as ListedReport, values),
    swap: (ctx, { rows, values }) =>
      swapReport(ctx, rows[0] as unknown as ListedReport, {
        personId: Number(values.otherId),
        reason: String(values.reason),
      }),
    cancel: async (ctx, { rows, values }) => {
      const no = await cancelMeals(sqlOf(ctx.db), ctx.ids, rows as unknown as Cancelled[], {
        organizationId: ownOrganization(ctx),
        nowMs: ctx.clock.now(),
        by: { id: ctx.session.accountId, name: ctx.session.name },
        lateReason: lateReasonOf(ctx, values.lateReason),
      });
      if (no) return no;
      await ctx.audit({ action: '取消报餐', targetName: `${rows.length} 人次` });
      return null;
    },
  },
});
