import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { onShelf, reserved } from '../stock.ts';
import spec from './goods.page.ts';

const crud = tableCrud(spec, {
  table: 'device_goods',
  owner: () => ({}),
  unique: { device_goods_name: 'spec', device_goods_type: 'deviceTypeId' },
});

export default bind(spec, {
  list: over(spec, 'device_goods as g', {
    columns: {
      stock: sql.raw(onShelf),
      reserved: sql.raw(reserved),
      freeStock: sql.raw(`(${onShelf}) - ${reserved}`),
      soldQty: sql`(select /* wall: orders of all agents */ coalesce(sum(l.shipped_qty - l.returned_qty), 0)::int
        from purchase_order_line l where l.goods_id = g.id)`,
      marginFen: sql`g.price_fen - g.cost_fen`,
    },
  }),
  create: crud.create,
  update: crud.update,
  // Agents choose by name and specification; what the platform paid is in no answer of theirs.
  options: named('device_goods', { hint: 't.spec', offered: `t.status = 'ON'`, search: ['name', 'spec'] }),
});
