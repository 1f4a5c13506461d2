/** 批量充值 and 批量退款 over the batches and their lines. */
import type { Fields } from '../../../../kit/define/field.ts';
import type { PageSpec } from '../../../../kit/define/page.ts';
import { problemsOf } from '../../../../kit/server/batch/problems.ts';
import { type Binding, bind, type ListSource, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { batchActions } from '../change-batch.ts';
import { createBatch, type NewBatch, planBatch } from '../create-batch.ts';
import { previewOf } from '../preview.ts';
import { rechargeLines, rechargeMore, refundLines, refundMore } from './more.page.ts';

function inputOf(kind: 'RECHARGE' | 'REFUND', values: Values<typeof refundMore.fields>): NewBatch {
  return {
    kind,
    mode: values.mode!,
    name: values.name ?? null,
    departmentIds: values.departmentIds ?? [],
    typeIds: values.typeIds ?? [],
    amountFen: values.amountFen ?? null,
    fileKey: values.fileKey ?? null,
    channel: kind === 'RECHARGE' ? (values.channel ?? 'IMPORT') : 'IMPORT',
    restWay: kind === 'REFUND' ? (values.restWay ?? 'BANK') : null,
    reason: values.reason ?? '',
  };
}

/** What both do, over their own lines. */
function binding<L extends Fields>(
  kind: 'RECHARGE' | 'REFUND',
  page: typeof refundMore,
  lines: { page: PageSpec<L>; list: ListSource<L> },
): Binding<typeof refundMore.fields> {
  const list = over(
    page,
    'funding_batch as b',
    {
      version: true,
      maker: 'b.maker_id',
      columns: { departmentIds: null, typeIds: null, amountFen: null, fileKey: null },
    },
    (from) => from.where('b.kind', '=', kind),
  );
  return {
    list,
    preview: async (ctx, values) => {
      const plan = await planBatch(ctx, inputOf(kind, values));
      return isRefusal(plan) ? plan : previewOf(plan, kind, 'totalFen');
    },
    create: (ctx, values) => {
      const { totalCount, totalFen } = values;
      const seen = totalCount == null || totalFen == null ? undefined : { totalCount, totalFen };
      return createBatch(ctx, inputOf(kind, values), seen);
    },
    actions: batchActions,
    ...problemsOf({ page, list }, lines),
  };
}

const ofRecharge = { page: rechargeLines, list: over(rechargeLines, 'funding_batch_line as l') };
const ofRefund = { page: refundLines, list: over(refundLines, 'funding_batch_line as l') };

export default [
  bind(rechargeMore, binding('RECHARGE', rechargeMore as unknown as typeof refundMore, ofRecharge) as never),
  bind(rechargeLines, { list: ofRecharge.list }),
  bind(refundMore, binding('REFUND', refundMore, ofRefund)),
  bind(refundLines, { list: ofRefund.list }),
];
