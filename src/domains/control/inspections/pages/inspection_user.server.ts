/** 巡检人员. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { mealsUneatenAlong } from '../meals-uneaten-along.ts';
import spec from './inspection_user.page.ts';

const crud = tableCrud(spec, { table: 'inspector', blank: { unit: '', phone: '', showPhoto: false } });

export default bind(spec, {
  list: over(
    spec,
    'inspector as i',
    {
      columns: {
        times: sql`(select count(*)::int from inspection n where n.organization_id = i.organization_id and n.inspector_id = i.id
          and n.day >= date_trunc('month', now.today))`,
        lastOn: sql`(select max(n.day) from inspection n where n.organization_id = i.organization_id and n.inspector_id = i.id)`,
      },
    },
    (from, ctx) =>
      from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('now'), (on) =>
        on.onTrue(),
      ),
  ),
  ...crud,
  options: named('inspector', { offered: `t.status = 'NORMAL'`, hint: 't.unit' }),
  actions: onOff('inspector'),
  notice: async (ctx) => {
    const yesterday = addDays(dateAt(ctx.clock.now()), -1);
    const missing = await mealsUneatenAlong(ctx, yesterday);
    if (missing.length === 0) return null;
    return {
      tone: 'warning',
      text: `${yesterday} 有 ${missing.length} 餐没有陪餐记录：${missing.slice(0, 4).join('、')}`,
      open: { label: '登记', path: '/admin/organization/inspection_user/record_log' },
    };
  },
});
