import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type ReportRow, type Search } from '../../../../kit/server/page/binding.ts';
import { qtyWords } from '../../../stock/public.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import spec from './goods_summary-moves.page.ts';

type BaseUnit = Parameters<typeof qtyWords>[1];

const groups = ['in', 'issue', 'sale', 'loss', 'away', 'count'] as const;
const moved = groups
  .map((one) => `sum(d.${one}_qty)::bigint as ${one}_qty, sum(d.${one}_fen)::bigint as ${one}_fen`)
  .join(', ');
const fens = groups
  .map((one) => `coalesce(m.${one}_qty, 0) as "${one}Qty", coalesce(m.${one}_fen, 0) as "${one}Fen"`)
  .join(', ');

/**
 * What each goods of each storehouse had before the first day, by its latest day until then, and at the end: what its last entry of the
 * period left, read from the entries themselves, or what it began with. Looked up one by one: none of the years before is read.
 */
const ends = `(select b.goods_id, sum(o.qty)::bigint as opening_qty, sum(o.fen)::bigint as opening_fen,
    sum(coalesce(c.qty, o.qty))::bigint as closing_qty, sum(coalesce(c.fen, o.fen))::bigint as closing_fen
  from stock_balance b
  left join lateral (select d.qty_after as qty, d.value_after_fen as fen from stock_day d
    where d.contractor_id = $1 and d.storehouse_id = b.storehouse_id and d.goods_id = b.goods_id
      and d.business_date < coalesce($2::date, '-infinity') order by d.business_date desc limit 1) o on true
  left join lateral (select e.qty_after as qty, e.value_after_fen as fen from stock_entry e
    where e.contractor_id = $1 and e.storehouse_id = b.storehouse_id and e.goods_id = b.goods_id
      and e.business_date >= coalesce($2::date, '-infinity') and e.business_date <= coalesce($3::date, 'infinity')
    order by e.business_date desc, e.version desc limit 1) c on true
  where b.contractor_id = $1 and ($4::bigint[] is null or b.storehouse_id = any($4)) group by 1)`;

type Found = Readonly<Record<string, number>>;
const unitOf = (row: Found) => row.baseUnit as unknown as BaseUnit;

async function rows(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = (search.businessDate ?? [null, null]) as [string | null, string | null];
  const one = (value: unknown) => (value === undefined || value === null ? null : [value].flat());
  const found = await sqlOf(ctx.db).query<Found>(
    `select g.id, g.id as "goodsId", g.code, g.name as "goodsName", g.base_unit as "baseUnit",
       coalesce(e.opening_qty, 0) as "openingQty", coalesce(e.opening_fen, 0) as "openingFen", ${fens},
       coalesce(m.revalue_fen, 0) as "revalueFen", coalesce(e.closing_qty, 0) as "closingQty", coalesce(e.closing_fen, 0) as "closingFen"
     from goods g
     left join ${ends} e on e.goods_id = g.id
     left join (select d.goods_id, ${moved}, sum(d.revalue_fen)::bigint as revalue_fen from stock_day d
       where d.contractor_id = $1 and ($4::bigint[] is null or d.storehouse_id = any($4))
         and d.business_date >= coalesce($2::date, '-infinity') and d.business_date <= coalesce($3::date, 'infinity') group by 1) m
       on m.goods_id = g.id
     where g.contractor_id = $1 and ($5::text[] is null or g.category = any($5))
       and (e.opening_qty <> 0 or e.opening_fen <> 0 or m.goods_id is not null)
     order by g.code`,
    [ownContractor(ctx), from, to, one(search.storehouseId), one(search.category)],
  );
  // In words here: a function called for each cell of thousands of goods costs the statement more than all it reads.
  return found.rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      ['opening', ...groups, 'closing'].map((key) => [`${key}Words`, qtyWords(row[`${key}Qty`]!, unitOf(row))]),
    ),
  })) as unknown as ReportRow[];
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
