/** 每日报餐汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { errorWords, mealErrors } from '../../forecast/errors.ts';
import { foreseeForce, settleAgain } from '../../settle/force-meal.ts';
import { mealDays, mealReads, wasteTold } from '../meal-days.ts';
import spec from './daily-report-meal-summary.page.ts';

export default bind(spec, {
  rows: mealDays,
  proof: { reads: mealReads },
  outcomes: { settle: (ctx, { values }) => foreseeForce(ctx, values, true) },
  actions: { settle: (ctx, { values }) => settleAgain(ctx, values) },
  notice: async (ctx, search) => {
    const words = [errorWords(await mealErrors(ctx)), await wasteTold(ctx, search)].filter(Boolean).join('。');
    return words === '' ? null : { tone: 'info', text: words };
  },
});
