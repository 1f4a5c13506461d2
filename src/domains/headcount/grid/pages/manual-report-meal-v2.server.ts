/** 人工报餐（V2）. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { addDays } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { mondayOf } from '../../../menu/public.ts';
import { lateReasonOf } from '../../reports/late-reason.ts';
import { setMeals } from '../../reports/set-meals.ts';
import { readWeek } from '../week.ts';
import spec from './manual-report-meal-v2.page.ts';

/** Most cells of one save. */
const mostCells = 20_000;

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const date = z.string().refine((day) => isDate(day) && day >= '2000-01-01' && day < '2100-01-01');

const weekBody = z.object({
  date,
  departmentIds: z.array(id).max(500).default([]),
  typeIds: z.array(id).max(100).default([]),
});

const saveBody = z.object({
  /** Monday. */
  date,
  cells: z
    .array(
      z.object({
        personId: id,
        /** Of the week, from 0. */
        day: z.int().min(0).max(6),
        mealPeriodId: id,
        /** 0: not eating. */
        portions: z.int().min(0).max(99),
        /** The version seen; 0 where nothing was said yet. */
        version: z.int().min(0).max(1_000_000),
      }),
    )
    .min(1)
    .max(mostCells),
  lateReason: z.string().max(100).default(''),
});

export default bind(spec, {
  verbs: {
    week: withBody(weekBody, (ctx, asked) => readWeek(ctx, { ...asked, date: mondayOf(asked.date) })),
    save: withBody(saveBody, async (ctx, body) => {
      const ticks = body.cells.map(({ day, ...cell }) => ({ ...cell, diningDate: addDays(mondayOf(body.date), day) }));
      const cells = new Set(ticks.map((one) => `${one.diningDate}/${one.mealPeriodId}/${one.personId}`));
      if (cells.size < ticks.length) return refuse('MALFORMED', { detail: '有重复的格子' });
      return setMeals(ctx, ticks, { source: 'MANUAL', lateReason: lateReasonOf(ctx, body.lateReason) });
    }),
  },
  reads: ['week'],
});
