/** 批量纠错. */
import { sql } from 'kysely';
import { problemsOf } from '../../../../kit/server/batch/problems.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { personOrGuest } from '../../../people/public.server.ts';
import { createBatch } from '../batch.ts';
import { type BatchChoice, previewBatch } from '../batch-preview.ts';
import { batchActions } from '../change-batch.ts';
import { correctionRows, correctionTotals } from '../shown-preview.ts';
import { correctBatch, correctBatchLines } from './correct-batch.page.ts';

type BatchValues = Values<typeof correctBatch.fields>;

const choiceOf = ({ deviceId, mealPeriodId, businessDate, way, priceFen }: BatchValues): BatchChoice => ({
  deviceId: deviceId!,
  mealPeriodId: mealPeriodId!,
  businessDate: businessDate!,
  way: way!,
  priceFen: priceFen ?? null,
});

const chosenOf = ({ lines }: BatchValues) =>
  (lines ?? []).map((line) => ({ tradeId: line.tradeId!, rightFen: line.rightFen! }));

const list = over(correctBatch, 'correction_batch as b', {
  version: true,
  columns: { lines: null },
  maker: 'b.maker_id',
});

const lines = over(
  correctBatchLines,
  'correction as c',
  {
    columns: {
      personName: personOrGuest,
      jobNumber: 'p.job_number',
      status: sql`case when c.status = 'APPROVED' and c.fail_reason <> '' then 'FAILED' else c.status end`,
      chargedFen: 't.amount_fen',
      occurredAt: 't.occurred_at',
      tradeNo: sql`c.trade_id::text`,
      resultTradeNo: sql`coalesce(c.posting_id::text, '')`,
    },
  },
  (from) =>
    from
      .innerJoin('trade as t', (on) =>
        on.onRef('t.organization_id', '=', 'c.organization_id').onRef('t.id', '=', 'c.trade_id'),
      )
      .leftJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
      ),
);

export default [
  bind(correctBatch, {
    list,
    preview: async (ctx, values) => {
      const chosen = chosenOf(values);
      const rights = new Map(chosen.map((line) => [line.tradeId, line.rightFen]));
      const preview = await previewBatch(ctx, { ...choiceOf(values), rights });
      if (isRefusal(preview)) return preview;
      return values.lines ? correctionTotals(preview, new Set(rights.keys())) : correctionRows(preview);
    },
    create: (ctx, values) =>
      createBatch(ctx, {
        ...choiceOf(values),
        reason: values.reason!,
        lines: chosenOf(values),
        refundFen: values.refundFen ?? 0,
        supplementFen: values.supplementFen ?? 0,
      }),
    actions: batchActions,
    ...problemsOf({ page: correctBatch, list }, { page: correctBatchLines, list: lines }),
  }),
  bind(correctBatchLines, { list: lines }),
];
