import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type ReportRow, type Search } from '../../../../kit/server/page/binding.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import spec from './goods_summary-moves.page.ts';

const groups = ['in', 'issue', 'sale', 'loss', 'away', 'count'] as const;
const moved = groups
  .map((one) => `sum(d.${one}_qty)::bigint as ${one}_qty, sum(d.${one}_fen)::bigint as ${one}_fen`)
  .join(', ');
const told = groups
  .map(
    (one) =>
      `stock_qty(coalesce(m.${one}_qty, 0), g.base_unit) as "${one}Words", coalesce(m.${one}_fen, 0) as "${one}Fen"`,
  )
  .join(', ');

/** The latest row of every goods and storehouse before a day is its balance then. */
const opening = `(select l.goods_id, sum(l.qty_after)::bigint as qty, sum(l.value_after_fen)::bigint as fen
  from (select distinct on (d.storehouse_id, d.goods_id) d.goods_id, d.qty_after, d.value_after_fen from stock_day d
    where d.contractor_id = $1 and ($4::bigint[] is null or d.storehouse_id = any($4)) and d.business_date < coalesce($2::date, '-infinity')
    order by d.storehouse_id, d.goods_id, d.business_date desc) l group by 1)`;

/** The same of the end, read from the entries themselves. */
const closing = `(select l.goods_id, sum(l.qty_after)::bigint as qty, sum(l.value_after_fen)::bigint as fen
  from (select distinct on (e.storehouse_id, e.goods_id) e.goods_id, e.qty_after, e.value_after_fen from stock_entry e
    where e.contractor_id = $1 and ($4::bigint[] is null or e.storehouse_id = any($4)) and e.business_date <= coalesce($3::date, 'infinity')
    order by e.storehouse_id, e.goods_id, e.business_date desc, e.version desc) l group by 1)`;

async function rows(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = (search.businessDate ?? [null, null]) as [string | null, string | null];
  const one = (value: unknown) => (value === undefined || value === null ? null : [value].flat());
  const found = await sqlOf(ctx.db).query<ReportRow>(
    `select g.id, g.id as "goodsId", g.code, g.name as "goodsName", stock_qty(coalesce(o.qty, 0), g.base_unit) as "openingWords",
       coalesce(o.fen, 0) as "openingFen", ${told}, coalesce(m.revalue_fen, 0) as "revalueFen",
       stock_qty(coalesce(c.qty, 0), g.base_unit) as "closingWords", coalesce(c.fen, 0) as "closingFen"
     from goods g
     left join ${opening} o on o.goods_id = g.id
     left join (select d.goods_id, ${moved}, sum(d.revalue_fen)::bigint as revalue_fen from stock_day d
       where d.contractor_id = $1 and ($4::bigint[] is null or d.storehouse_id = any($4))
         and d.business_date >= coalesce($2::date, '-infinity') and d.business_date <= coalesce($3::date, 'infinity') group by 1) m
       on m.goods_id = g.id
     left join ${closing} c on c.goods_id = g.id
     where g.contractor_id = $1 and ($5::text[] is null or g.category = any($5)) and (o.qty <> 0 or o.fen <> 0 or m.goods_id is not null)
     order by g.code`,
    [ownContractor(ctx), from, to, one(search.storehouseId), one(search.category)],
  );
  return found.rows;
}

export default bind(spec, {
  rows,
  proof: {
    reads: {
      openingFen: 'stock_day.value_after_fen',
      inFen: 'stock_day.in_fen',
      issueFen: 'stock_day.issue_fen',
      saleFen: 'stock_day.sale_fen',
      lossFen: 'stock_day.loss_fen',
      awayFen: 'stock_day.away_fen',
      countFen: 'stock_day.count_fen',
      revalueFen: 'stock_day.revalue_fen',
      closingFen: 'stock_entry.value_after_fen',
    },
  },
});
