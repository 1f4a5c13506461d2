import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import { pricedQty } from '../stock-columns.ts';
import '../../tables.ts';
import spec from './goods-price.page.ts';

const price = (row: string) => sql.raw(`round(${row}.value_fen::numeric * ${pricedQty} / ${row}.qty)::bigint`);
const bought = `('OPENING', 'IN', 'RECEIVE')`;

export default bind(spec, {
  list: over(
    spec,
    'stock_entry as e',
    {
      partition: 'e.business_date',
      columns: {
        storehouseName: 'h.name',
        supplierName: sql`(select l.supplier_name from lot l where l.contractor_id = e.contractor_id and l.id = e.lot_id)`,
        qtyWords: sql`stock_qty(e.qty, g.base_unit)`,
        priceFen: sql`${price('e')}`,
        beforeFen: sql`(select ${price('b')} from stock_entry b where b.contractor_id = e.contractor_id and b.goods_id = e.goods_id
          and b.kind in ${sql.raw(bought)} and b.qty > 0 and b.business_date <= e.business_date and b.id < e.id order by b.business_date desc, b.id desc limit 1)`,
      },
    },
    (from, ctx) =>
      withToday(from, ctx)
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'e.contractor_id').onRef('g.id', '=', 'e.goods_id'),
        )
        .innerJoin('storehouse as h', (on) =>
          on.onRef('h.contractor_id', '=', 'e.contractor_id').onRef('h.id', '=', 'e.storehouse_id'),
        )
        .where('e.kind', 'in', ['OPENING', 'IN', 'RECEIVE'])
        .where('e.qty', '>', 0)
        .where(sql<boolean>`e.business_date > clock.today - 90`),
  ),
});
