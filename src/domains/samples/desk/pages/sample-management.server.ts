/** 留样管理. */
import { sql } from 'kysely';
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { may } from '../../../../kit/server/page/grants.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { addBatch, addSamples } from '../../todo/add-samples.ts';
import { exemptSamples, putSample, reopenSample, sealSamples, unsealSamples } from '../keep.ts';
import { scannedNo } from '../label-code.ts';
import { labelsOf } from '../labels.ts';
import { readMatrix } from '../matrix.ts';
import { sampleNotice } from '../notice.ts';
import { discardSamples, returnSample, type Taking, takeSample } from '../remove.ts';
import { derivedOf, dueIs, exceptionColumn, exceptionIs } from '../sample-columns.ts';
import { voidWeighing } from '../void-weigh.ts';
import { weighSamples } from '../weigh.ts';
import spec from './sample-management.page.ts';

const said = (values: ActionInput['values'], key: string): string => String(values[key] ?? '').trim();

const matrixBody = z.object({
  date: z.string().refine(isDate),
  restaurantId: z.int().nullable().default(null),
});
const weighBody = z.object({
  samples: z
    .array(
      z.object({
        id: z.int().min(1),
        grams: z.int().min(1).max(20_000),
        weighReason: z.string().max(200).nullable().default(null),
        cell: z.string().max(10).nullable().default(null),
        photo: z.string().max(400).nullable().default(null),
      }),
    )
    .min(1)
    .max(100),
});
const idsBody = z.object({ ids: z.array(z.int().min(1)).min(1).max(200) });

/** A search by what was typed or scanned: a label's code finds its sample, a foreign or altered one finds none. */
function keywordIs(value: unknown, ctx: Ctx) {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const no = scannedNo(ownOrganization(ctx), value);
  if (no === undefined) return sql`false`;
  if (no !== value.trim()) return sql`s.sample_no = ${no}`;
  return sql`(s.sample_no ilike ${`%${no}%`} or s.dish_name ilike ${`%${no}%`})`;
}

export default bind(spec, {
  list: over(spec, 'sample as s', {
    inner: ['mealPeriodId as m', 'restaurantId as r'],
    version: true,
    columns: {
      dishes: null,
      dueText: null,
      overdueHours: null,
      returnable: null,
      reopenable: null,
      due: null,
      tempMax: sql`case when s.temp_max10 is not null then to_char(s.temp_max10 / 10.0, 'FM990.0') || ' ℃' end`,
      exception: exceptionColumn,
    },
    where: { exception: exceptionIs, due: dueIs, keyword: keywordIs },
    derive: derivedOf,
  }),
  notice: (ctx) => sampleNotice(ctx),
  create: async (ctx, values) => {
    const ids = await addSamples(ctx, {
      diningDate: values.diningDate!,
      mealPeriodId: values.mealPeriodId!,
      restaurantId: values.restaurantId!,
      dishes: (values.dishes ?? []).map((dish) => ({ name: dish.dishName!.trim(), typeId: dish.dishTypeId ?? null })),
    });
    return isRefusal(ids) ? ids : { id: ids[0]! };
  },
  actions: {
    weigh: (ctx, { ids, values }) =>
      weighSamples(
        ctx,
        ids.map((id) => ({
          id,
          grams: Number(values.grams),
          weighReason: said(values, 'weighReason'),
          cell: said(values, 'cell') || null,
          photo: said(values, 'photo') || null,
        })),
      ),
    put: (ctx, { ids, values }) => putSample(ctx, ids[0]!, said(values, 'cell'), 'put'),
    move: (ctx, { ids, values }) => putSample(ctx, ids[0]!, said(values, 'cell'), 'move'),
    discard: (ctx, { ids }) => discardSamples(ctx, ids),
    seal: (ctx, { ids, values }) => sealSamples(ctx, ids, said(values, 'reason')),
    unseal: (ctx, { ids, values }) => unsealSamples(ctx, ids, said(values, 'reason'), ctx.services.caseOfSample),
    take: (ctx, { ids, values }) => takeSample(ctx, ids[0]!, values as unknown as Taking),
    giveBack: (ctx, { ids, values }) => returnSample(ctx, ids[0]!, said(values, 'photo'), said(values, 'reason')),
    exempt: (ctx, { ids, values }) => exemptSamples(ctx, ids, said(values, 'exemptReason')),
    reopen: (ctx, { ids }) => reopenSample(ctx, ids[0]!),
    voidWeigh: (ctx, { ids, values }) =>
      voidWeighing(ctx, ids[0]!, said(values, 'reason'), may(ctx.session, spec as never, ctx.path, 'correct')),
    batch: async (ctx, { ids }) => {
      const made = await addBatch(ctx, ids[0]!);
      return isRefusal(made) ? made : null;
    },
  },
  verbs: {
    matrix: withBody(matrixBody, (ctx, body) => readMatrix(ctx, body.date, body.restaurantId)),
    weighAll: withBody(weighBody, (ctx, { samples }) => weighSamples(ctx, samples)),
    labels: withBody(idsBody, (ctx, { ids }) => labelsOf(ctx, ids)),
  },
  reads: ['matrix'],
});
