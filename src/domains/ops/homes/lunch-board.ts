/** 就餐实况 on a wall: the figures of the home's meal that is being served, without anybody's name. */
import { houseContext } from '../../../kit/server/page/make-context.ts';
import type { PanelReader } from '../../display/public.server.ts';
import { comingMeals } from './coming-meals.ts';
import { serving } from './serving.ts';

export const lunchPanel: PanelReader = async (services, { organizationId }) => {
  // The house looks, for a wall that nobody signs in at.
  const ctx = houseContext(services, organizationId, '公示屏', '/admin/organization/home');
  const meal = await serving(ctx, await comingMeals(ctx));
  if (!meal) return undefined;
  const refused = meal.refusals.reduce((sum, { count }) => sum + count, 0);
  const why = meal.refusals.slice(0, 4).map(({ label, count }) => `${label} ${count}`);
  return {
    kind: 'figures',
    figures: [
      { label: `${meal.name}已就餐`, value: `${meal.heads} 人次`, bad: false },
      ...(meal.expected === null ? [] : [{ label: '预计就餐', value: `${meal.expected} 人`, bad: false }]),
      { label: '上周此时', value: `${meal.lastWeekHeads} 人次`, bad: false },
      { label: '没有刷成', value: `${refused} 次`, bad: refused > 0 },
      ...meal.windows.slice(0, 8).map(({ name, lately, secondsEach }) => ({
        label: name,
        value: lately === 0 ? '空闲' : `${lately} 人${secondsEach === null ? '' : `，每人 ${secondsEach} 秒`}`,
        bad: false,
      })),
    ],
    note: `${why.length > 0 ? `没有刷成：${why.join('、')}；` : ''}窗口为最近 5 分钟；次数为本餐开始以来`,
  };
};
