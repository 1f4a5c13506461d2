/** 节假日日历. */
import { sql } from 'kysely';
import { z } from 'zod';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { clearDays, type DaysAsked, daysOfYear, loadNationalDays, setDays } from '../calendar.ts';
import { dayImport } from '../import-days.ts';
import { nationalYears } from '../national-days.ts';
import spec from './fixed-value-calendar.page.ts';

const yearBody = z.object({ year: z.int().min(2000).max(2100) });

export default bind(spec, {
  verbs: { year: withBody(yearBody, (ctx, { year }) => daysOfYear(ctx, year)) },
  reads: ['year'],
  list: over(spec, 'calendar_day as c', {
    columns: { endDate: null, weekday: sql`'周' || substr('日一二三四五六', extract(dow from c.day)::int + 1, 1)` },
  }),
  notice: async (ctx) => {
    const year = dateAt(ctx.clock.now()).slice(0, 4);
    const { n } = await ctx.db
      .selectFrom('calendar_day')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('day', '>=', `${year}-01-01`)
      .where('day', '<=', `${year}-12-31`)
      .executeTakeFirstOrThrow();
    if (n > 0)
      return {
        tone: 'info',
        text: '没有列出的日期按星期判断。定值、报餐、订餐、菜谱与预测都以此为准，改动 3 秒内生效。',
      };
    const known = nationalYears.some(({ value }) => value === year);
    return {
      tone: 'warning',
      text: `${year} 年还没有节假日：所有日期只按星期判断。`,
      ...(known ? { tool: { key: 'national', values: { year } } } : {}),
    };
  },
  importRows: dayImport,
  actions: {
    set: (ctx, { values }) => {
      const { note, ...days } = values as unknown as Omit<DaysAsked, 'note'> & { note: string | null };
      return setDays(ctx, { ...days, note: note ?? '' });
    },
    national: async (ctx, { values }) => {
      const { days, loaded } = await loadNationalDays(ctx, String(values.year));
      const lines: [string, string][] = [['载入', `${loaded} 天`]];
      if (loaded < days.length) lines.push(['已有设置，保持不变', `${days.length - loaded} 天`]);
      return { receipt: { title: `${values.year} 年节假日`, lines } };
    },
    clear: (ctx, { rows }) =>
      clearDays(
        ctx,
        rows.map((row) => String(row.day)),
      ),
  },
});
