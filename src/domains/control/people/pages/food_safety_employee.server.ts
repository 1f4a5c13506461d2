/** 食品安全员. */
import { sql } from 'kysely';
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { readSheet } from '../../sheets/read-sheet.ts';
import { reviseSheet, saveSheet, signSheet } from '../../sheets/save-sheet.ts';
import { sheetKinds, verdicts } from '../../sheets/sheet-words.ts';
import { directorMissing } from '../director-due.ts';
import spec, { hoursDue } from './food_safety_employee.page.ts';

const kind = z.enum(sheetKinds.map((one) => one.value));
const day = z.string().refine(isDate);
const asked = z.object({ kind, day });
const said = asked.extend({
  version: z.int().min(0),
  items: z
    .array(
      z.object({
        key: z.string().max(40),
        verdict: z.enum(verdicts.map((one) => one.value)).nullable(),
        note: z.string().max(200).default(''),
      }),
    )
    .max(100),
});
const signed = said.extend({ password: z.string().min(1).max(200), code: z.string().max(10).nullable().default(null) });
const revised = asked.extend({ reason: z.string().trim().min(2).max(200) });

const crud = tableCrud(spec, {
  table: 'safety_officer',
  blank: { phone: '', certNo: '', trainHours: 0, showPhoto: false },
});

export default bind(spec, {
  list: over(spec, 'safety_officer as o', {
    columns: { hoursLeft: sql`greatest(0, ${sql.lit(hoursDue)} - o.train_hours)` },
  }),
  ...crud,
  actions: onOff('safety_officer'),
  notice: async (ctx) => {
    const missing = await directorMissing(ctx);
    if (missing) return { tone: 'danger', text: missing };
    const yesterday = addDays(dateAt(ctx.clock.now()), -1);
    const { items, status } = await readSheet(ctx, 'DAY', yesterday);
    if (status === 'SIGNED') return null;
    const bad = items
      .filter((item) => item.auto && item.verdict === 'BAD')
      .map((item) => `${item.label}：${item.value}`);
    return {
      tone: 'warning',
      text: `${yesterday} 的日管控还没有签名${bad.length > 0 ? `；${bad.slice(0, 3).join('；')}` : ''}`,
      open: { label: '去签名', path: `/admin/organization/food_safety_employee?tab=DAY&day=${yesterday}` },
    };
  },
  verbs: {
    sheet: withBody(asked, (ctx, body) => readSheet(ctx, body.kind, body.day)),
    save: withBody(said, async (ctx, body) => saveSheet(ctx, body)),
    sign: withBody(signed, (ctx, body) => signSheet(ctx, body)),
    revise: withBody(revised, (ctx, body) => reviseSheet(ctx, body)),
  },
  reads: ['sheet'],
  outsideTransaction: ['sign'],
});
