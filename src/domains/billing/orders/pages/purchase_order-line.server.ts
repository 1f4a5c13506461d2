import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './purchase_order-line.page.ts';

export default bind(spec, {
  list: over(spec, 'purchase_order_line as l', { columns: { goods: sql`g.name || ' ' || g.spec` } }, (from) =>
    from.innerJoin('device_goods as g', 'g.id', 'l.goods_id'),
  ),
});
