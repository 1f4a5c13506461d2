/** 订餐地址. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { addressImport } from '../import-addresses.ts';
import { disablePlace, placeOutcome, refuseInUse } from '../place-orders.ts';
import spec from './order-address.page.ts';

const crud = tableCrud(spec, {
  table: 'order_address',
  // Blank texts are kept as such, not as nothing.
  blank: { building: '', floor: '', room: '', sort: 0 },
  check: async (ctx, values, before) =>
    before?.status === 'NORMAL' && values.status === 'DISABLED'
      ? refuseInUse(ctx, 'order_address', [before.id])
      : undefined,
  unique: { order_address_name: 'name' },
  usedBy: [{ table: 'meal_order', column: 'address_id', what: '订单，请改为停用' }],
});

export default bind(spec, {
  list: over(spec, 'order_address as a', { refs: ['areaId as g'] }),
  ...crud,
  options: named('order_address', {
    offered: `t.status = 'NORMAL'`,
    hint: '(select g.name from order_area g where g.organization_id = t.organization_id and g.id = t.area_id)',
  }),
  outcomes: { disable: (ctx, input) => placeOutcome(ctx, 'order_address', input) },
  // Orders are moved or taken back first, each with its money in a transaction of its own.
  outsideTransaction: ['disable'],
  actions: {
    disable: disablePlace('order_address'),
    enable: setColumn('order_address', 'status', 'NORMAL', '启用'),
  },
  importRows: addressImport,
});
