/** 取餐记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { discardPickups } from '../discard-pickups.ts';
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
    discard: discardPickups,
  },
});
