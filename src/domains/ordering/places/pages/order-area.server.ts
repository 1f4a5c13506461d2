/** 订餐区域. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { lastSort, moveArea } from '../move-area.ts';
import { disablePlace, placeOutcome, refuseInUse } from '../place-orders.ts';
import spec from './order-area.page.ts';

const crud = tableCrud(spec, {
  table: 'order_area',
  blank: { manager: '', phone: '' },
  owner: async (ctx) => ({ organization_id: ownOrganization(ctx), sort: await lastSort(ctx) }),
  check: async (ctx, values, before) =>
    before?.status === 'NORMAL' && values.status === 'DISABLED'
      ? refuseInUse(ctx, 'order_area', [before.id])
      : undefined,
  unique: { order_area_name: 'name' },
  usedBy: [{ table: 'order_address', column: 'area_id', what: '订餐地址' }],
});

export default bind(spec, {
  list: over(spec, 'order_area as a', {
    columns: {
      addresses: sql`(select count(*)::int from order_address d where d.organization_id = a.organization_id
        and d.area_id = a.id)`,
    },
  }),
  ...crud,
  options: named('order_area', { offered: `t.status = 'NORMAL'`, order: 't.sort, t.id' }),
  outcomes: { disable: (ctx, input) => placeOutcome(ctx, 'order_area', input) },
  // Orders are moved or taken back first, each with its money in a transaction of its own.
  outsideTransaction: ['disable'],
  actions: {
    up: moveArea(-1),
    down: moveArea(1),
    disable: disablePlace('order_area'),
    enable: setColumn('order_area', 'status', 'NORMAL', '启用'),
  },
});
