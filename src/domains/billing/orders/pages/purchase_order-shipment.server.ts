import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { shipmentMoves } from '../order-moves.ts';
import spec from './purchase_order-shipment.page.ts';

export default bind(spec, {
  list: over(spec, 'purchase_shipment as s', {
    version: true,
    columns: {
      serials: sql`(select /* wall: items of the row */ string_agg(i.sn || case i.status when 'RETURNED' then '（已退）' else '' end, '、' order by i.sn)
        from purchase_item i where i.shipment_id = s.id and i.sn is not null)`,
    },
  }),
  actions: shipmentMoves,
});
