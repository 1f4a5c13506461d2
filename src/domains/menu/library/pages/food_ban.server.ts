/** Server side of 学校禁用. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { addBan, endBan, type NewBan } from '../set-ban.ts';
import spec from './food_ban.page.ts';

const state = sql`(case when b.from_date > clock.today then 'COMING' when b.until_date < clock.today then 'PAST' else 'NOW' end)`;

export default bind(spec, {
  list: over(spec, 'food_ban as b', { columns: { state, words: sql`array_to_string(b.words, '、')` } }, (from, ctx) =>
    from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('clock'), (on) =>
      on.onTrue(),
    ),
  ),
  create: (ctx, values) => addBan(ctx, values as unknown as NewBan),
  actions: {
    end: (ctx, { rows, values }) => endBan(ctx, rows[0]!.id, String(values.lastDay), String(values.basis)),
  },
  notice: async () => ({
    tone: 'info',
    text: '学校的菜谱含有生效中的一条就不能发布，没有例外，其他单位只是提醒；认错了的，改正菜品的分类或食材。',
  }),
});
