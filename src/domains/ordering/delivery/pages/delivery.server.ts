/** 配送单. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { readDelivery } from '../read-delivery.ts';
import spec from './delivery.page.ts';

const asked = z.object({
  date: z.string().refine(isDate).nullable().default(null),
  mealPeriodId: z.int().min(1).nullable().default(null),
});

export default bind(spec, {
  verbs: {
    sheet: withBody(asked, (ctx, { date, mealPeriodId }) => readDelivery(ctx, date, mealPeriodId)),
  },
  reads: ['sheet'],
});
