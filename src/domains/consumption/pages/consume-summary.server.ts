/** 消费汇总 and 每日消费汇总 out of the rollups. */
import { bind } from '../../../kit/server/page/binding.ts';
import { answerSummary, type GroupBy, mealNames, summarize } from '../summary.ts';
import { consumeSummary, dailyConsumeSummary } from './consume-summary.page.ts';

export default [
  bind(consumeSummary, {
    query: async (ctx, input) => {
      const by = input.search.group as GroupBy;
      return answerSummary(consumeSummary, ctx, by, await summarize(ctx, by, input.search), input);
    },
  }),
  bind(dailyConsumeSummary, {
    query: async (ctx, input) => {
      const rows = await summarize(ctx, 'dayMeal', input.search);
      const meals = await mealNames(ctx, rows);
      const named = rows.map((row, i) => ({
        ...row,
        id: i + 1,
        businessDate: row.groupKey,
        mealPeriodId: row.k1 as number,
        mealPeriodName: meals.get(row.k1 as number) ?? '非餐时',
      }));
      return answerSummary(dailyConsumeSummary, ctx, 'dayMeal', named, {
        ...input,
        sort: input.sort ?? '-businessDate',
      });
    },
  }),
];
