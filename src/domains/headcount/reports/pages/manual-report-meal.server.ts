/** 人工报餐. */
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { type Refusal, refusalMessage, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { instantsOf, mealSetting } from '../../rules/setting.ts';
import { type Cancelled, cancelMeals } from '../cancel-meals.ts';
import { type ChosenPeople, chosenPeople } from '../chosen-people.ts';
import { lateReasonOf } from '../late-reason.ts';
import { type Cell, dinersOf, reportMeals } from '../report-meals.ts';
import spec from './manual-report-meal.page.ts';

const mostDays = 31;
const mostCells = 20_000;
const shownReasons = 8;

interface Choice extends ChosenPeople {
  fromDate: string;
  toDate: string;
  mealPeriodIds: number[];
  portions: number;
}

function datesOf({ fromDate, toDate }: Choice): string[] {
  const dates: string[] = [];
  for (let date = fromDate; date <= toDate && dates.length <= mostDays; date = addDays(date, 1)) dates.push(date);
  return dates;
}

async function report(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = values as unknown as Choice;
  if (choice.toDate < choice.fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  const dates = datesOf(choice);
  if (dates.length > mostDays) return refuseField('toDate', `一次最多 ${mostDays} 天`);
  const people = await chosenPeople(ctx, choice, mostCells);
  if (people.length === 0) return refuseField('departmentIds', '没有选中任何人员，请选择部门或人员');
  const cells: Cell[] = dates.flatMap((diningDate) =>
    choice.mealPeriodIds.flatMap((mealPeriodId) =>
      people.map((personId) => ({ personId, diningDate, mealPeriodId, portions: choice.portions })),
    ),
  );
  if (cells.length > mostCells) return refuse('TOO_LARGE', { limit: `一次 ${mostCells} 份，请分批报餐` });
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const [setting, diners] = [await mealSetting(db, organizationId, nowMs), await dinersOf(db, organizationId, people)];
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const { ids, refused } = await reportMeals(db, ctx.ids, setting, diners, cells, {
    organizationId,
    nowMs,
    by: { id: ctx.session.accountId, name: ctx.session.name },
    source: 'MANUAL',
    ...(lateReason ? { lateReason } : {}),
  });
  const [first] = refused;
  if (ids.length === 0 && first) return first.refusal;
  await ctx.audit({ action: '报餐', targetName: `${choice.fromDate} 至 ${choice.toDate} ${ids.length} 份` });
  const reasons = Map.groupBy(refused, (one) => refusalMessage(one.refusal));
  return {
    receipt: {
      title: '报餐结果',
      lines: [
        ['选中', `${people.length} 人 × ${dates.length} 天 × ${choice.mealPeriodIds.length} 餐`],
        ['本次报餐', `${ids.length} 人次`],
        ...(refused.length > 0 ? [['未报', `${refused.length} 人次`] as [string, string]] : []),
        ...[...reasons].slice(0, shownReasons).map(([why, of]): [string, string] => [`${of.length} 人次`, why]),
      ],
    },
  };
}

export default bind(spec, {
  list: over(spec, 'meal_report as r', {
    inner: ['personId as p'],
    refs: ['departmentId as d', 'mealPeriodId as m', 'restaurantId as s'],
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
  actions: {
    report,
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
