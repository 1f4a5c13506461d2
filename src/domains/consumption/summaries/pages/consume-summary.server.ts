/** 消费汇总 and 每日消费汇总 out of the rollups. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { peopleByRestaurant } from '../people.ts';
import { type GroupBy, mealNames, readsOf, summarize, unitHeads } from '../summary.ts';
import { consumeSummary, dailyConsumeSummary } from './consume-summary.page.ts';

export default [
  bind(consumeSummary, {
    rows: async (ctx, search) => {
      const group = search.group as GroupBy;
      if (group !== 'restaurant') return summarize(ctx, group, search);
      const [rows, people] = await Promise.all([summarize(ctx, group, search), peopleByRestaurant(ctx, search)]);
      return rows.map((row) => ({ ...row, people: people && (people.get(row.groupKey as number) ?? 0) }));
    },
    proof: {
      reads: readsOf('place'),
      note: async (ctx, search) => {
        const unit = await unitHeads(ctx, search.group as GroupBy, search);
        return unit === undefined ? undefined : `全单位 ${unit.toLocaleString('zh-CN')} 人次，在几家餐厅就餐的各计一次`;
      },
    },
  }),
  bind(dailyConsumeSummary, {
    rows: async (ctx, search) => {
      const rows = await summarize(ctx, 'dayMeal', search);
      const meals = await mealNames(ctx, rows);
      const named = rows.map((row, i) => ({
        ...row,
        id: i + 1,
        businessDate: row.groupKey as string,
        mealPeriodId: row.k1 as number,
        mealPeriodName: meals.get(row.k1 as number) ?? '非餐时',
      }));
      return named.sort((a, b) => (a.businessDate === b.businessDate ? 0 : a.businessDate < b.businessDate ? 1 : -1));
    },
    proof: { reads: readsOf('place') },
  }),
];
