import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { importPrices } from '../import-prices.ts';
import { savePrice, shortenPrice } from '../save-price.ts';
import { withdrawPrices } from '../withdraw-prices.ts';
import spec from './supply_price.page.ts';

const before = sql`(select b.price_fen * p.unit_size / b.unit_size from supply_price b where b.contractor_id = p.contractor_id
  and b.supplier_id = p.supplier_id and b.goods_id = p.goods_id and b.to_date < p.from_date order by b.to_date desc limit 1)`;

export default bind(spec, {
  list: over(
    spec,
    'supply_price as p',
    {
      columns: {
        minQty: sql`trim_scale(p.min_milli / 1000.0)`,
        perShown: sql`(select round(p.price_fen::numeric * case g.base_unit when 'PIECE' then 1 else 1000 end / p.unit_size / 100, 2)
          || case g.base_unit when 'G' then ' 元/千克' when 'ML' then ' 元/升' else ' 元/个' end
          from goods g where g.contractor_id = p.contractor_id and g.id = p.goods_id)`,
        beforeFen: before,
        change: sql`((p.price_fen - ${before}) * 10000 / nullif(${before}, 0))::int`,
        averageFen: sql`(select round(sum(l.amount_fen)::numeric * p.unit_size / nullif(sum(l.qty), 0))::bigint from receipt r
          join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
          where r.contractor_id = p.contractor_id and l.goods_id = p.goods_id and l.status = 'POSTED' and r.accepted_at >= clock.today - 30)`,
        state: sql`case when p.from_date > clock.today then 'COMING' when p.to_date < clock.today then 'OVER' else 'NOW' end`,
      },
    },
    (from, ctx) => withToday(from, ctx),
  ),
  create: (ctx, values) => savePrice(ctx, values, dateAt(ctx.clock.now())),
  update: (ctx, id, values, row) => shortenPrice(ctx, id, values, row),
  actions: {
    withdraw: withdrawPrices,
  },
  importRows: importPrices,
});
