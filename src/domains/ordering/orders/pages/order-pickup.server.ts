/** 取餐记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { personOr } from '../../../people/public.server.ts';
import spec from './order-pickup.page.ts';

export default bind(spec, {
  list: over(spec, 'order_pickup as k', {
    refs: ['personId as p'],
    columns: {
      orderNo: sql`(select o.order_no from meal_order o where o.organization_id = k.organization_id and o.id = k.order_id)`,
      deviceName: sql`(select d.name from device d where d.organization_id = k.organization_id and d.id = k.device_id)`,
    },
    where: {
      keyword: (value) => sql`(${personOr('k.code', 'k.card_no')(value)} or exists (select from meal_order f
        where f.organization_id = k.organization_id and f.id = k.order_id and strpos(f.order_no, ${String(value).trim()}) > 0))`,
    },
  }),
  actions: {
    discard: async (ctx, { ids, values }) => {
      const { numUpdatedRows } = await ctx.db
        .updateTable('order_pickup')
        .set((eb) => ({
          state: 'VOID',
          reason: String(values.why),
          handled_name: ctx.session.name,
          version: eb('version', '+', 1),
        }))
        .where('id', 'in', ids)
        .where('state', '=', 'SUSPENSE')
        .executeTakeFirst();
      if (Number(numUpdatedRows) < ids.length) return refuse('NOT_NOW', { why: '所选记录中有的已经处理' });
      await ctx.audit({ action: '作废取餐记录', targetName: `${ids.length} 条：${String(values.why)}` });
      return null;
    },
  },
});
