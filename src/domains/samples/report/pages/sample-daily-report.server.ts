/** 留样日报. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { readReport } from '../read-report.ts';
import { readSheet, signSheet } from '../sheet.ts';
import spec from './sample-daily-report.page.ts';

const which = { date: z.string().refine(isDate), restaurantId: z.int().min(1) };
const sheetBody = z.object(which);
const signBody = z.object({
  ...which,
  password: z.string().min(1).max(200),
  code: z.string().max(10).nullable().default(null),
});

export default bind(spec, {
  rows: readReport,
  proof: {
    reads: {
      shouldCount: 'sample.id',
      doneCount: 'sample.sampled_at',
      missedCount: 'sample.status',
      waitingCount: 'sample.status',
      goodCount: 'sample.quality',
      lightCount: 'sample.quality',
      lateCount: 'sample.quality',
      dueCount: 'sample.due_at',
      removedCount: 'sample.status',
      overdueCount: 'sample.status',
      sealedCount: 'sample.status',
    },
  },
  verbs: {
    sheet: withBody(sheetBody, (ctx, { date, restaurantId }) => readSheet(ctx, date, restaurantId)),
    sign: withBody(signBody, (ctx, body) => signSheet(ctx, body)),
  },
  reads: ['sheet'],
  // A wrong password counts whatever becomes of the signature.
  outsideTransaction: ['sign'],
});
