/** 批量计次充值 over the batches of kind COUNT: what their columns call fen are meals. */
import { problemsOf } from '../../../../kit/server/batch/problems.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { batchActions } from '../../batch/change-batch.ts';
import { createBatch, type NewBatch, planBatch } from '../../batch/create-batch.ts';
import { previewOf } from '../../batch/preview.ts';
import { countLines, countMore } from './count-recharge-more.page.ts';

const inputOf = (values: Values<typeof countMore.fields>): NewBatch => ({
  kind: 'COUNT',
  mode: values.mode!,
  name: values.name ?? null,
  departmentIds: values.departmentIds ?? [],
  typeIds: values.typeIds ?? [],
  amountFen: values.meals ?? null,
  fileKey: values.fileKey ?? null,
  channel: 'IMPORT',
  restWay: null,
  reason: values.reason ?? '',
});

const list = over(
  countMore,
  'funding_batch as b',
  {
    version: true,
    maker: 'b.maker_id',
    columns: {
      departmentIds: null,
      typeIds: null,
      meals: null,
      fileKey: null,
      totalMeals: 'b.total_fen',
      postedMeals: 'b.posted_fen',
      failedMeals: 'b.failed_fen',
    },
  },
  (from) => from.where('b.kind', '=', 'COUNT'),
);
const lines = over(countLines, 'funding_batch_line as l', { columns: { meals: 'l.amount_fen' } });

export default [
  bind(countMore, {
    list,
    preview: async (ctx, values) => {
      const plan = await planBatch(ctx, inputOf(values));
      return isRefusal(plan) ? plan : previewOf(plan, 'COUNT', 'totalMeals');
    },
    create: (ctx, values) => {
      const { totalCount, totalMeals } = values;
      const seen = totalCount == null || totalMeals == null ? undefined : { totalCount, totalFen: totalMeals };
      return createBatch(ctx, inputOf(values), seen);
    },
    actions: batchActions,
    ...problemsOf({ page: countMore, list }, { page: countLines, list: lines }),
  }),
  bind(countLines, { list: lines }),
];
