import { addDays } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type ReportRow, type Search, type Words } from '../../../../kit/server/page/binding.ts';
import { type Folded, foldedOf, runningText } from '../../../stock/public.server.ts';
import { qtyWords } from '../../../stock/public.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import spec from './goods_summary-moves.page.ts';

type BaseUnit = Parameters<typeof qtyWords>[1];

const groups = ['in', 'issue', 'sale', 'loss', 'away', 'count'] as const;
const columns = [...groups.flatMap((one) => [`${one}_qty`, `${one}_fen`]), 'revalue_fen'];
const moved = columns.map((one) => `sum(d.${one})::bigint as ${one}`).join(', ');
const between = columns.map((one) => `sum(q.${one} - coalesce(p.${one}, 0))::bigint as ${one}`).join(', ');
const figures = columns
  .map(
    (one) =>
      `coalesce(e.${one}, 0) + coalesce(m.${one}, 0) as "${one.replace(/_(.)/, (_, c: string) => c.toUpperCase())}"`,
  )
  .join(', ');

/** The period reaches today. */
const open = `coalesce($3::date >= $7::date, true)`;

/**
 * What each goods of each storehouse had before the first day; what it moved until the last day that is folded, as the difference of two
 * running totals; and at the end what there is, where the period has not ended, else what its last entry of the period left, or what it
 * began with: neither is read from days. Looked up one by one: none of the days between is read.
 */
const ends = (
  from: string | null,
  to: string | null,
  folded: Folded,
) => `(select b.goods_id, sum(coalesce(o.qty, p.qty_after))::bigint as opening_qty,
    sum(coalesce(o.fen, p.value_after_fen))::bigint as opening_fen, count(q.goods_id) as days, ${between},
    sum(case when ${open} then b.qty else coalesce(c.qty, o.qty, p.qty_after) end)::bigint as closing_qty, sum(case when ${open} then b.value_fen else coalesce(c.fen, o.fen, p.value_after_fen) end)::bigint as closing_fen
  from stock_balance b
  ${runningText({ from, to, sql: { from: '$2::date', to: '$3::date', folded: '$6::date' } }, folded)}
  left join lateral (select d.qty_after as qty, d.value_after_fen as fen from stock_day d
    where d.contractor_id = $1 and d.storehouse_id = b.storehouse_id and d.goods_id = b.goods_id
      and d.business_date < $2::date and d.business_date > $6::date order by d.business_date desc limit 1) o on $2::date > $6::date + 1
  left join lateral (select e.qty_after as qty, e.value_after_fen as fen from stock_entry e
    where e.contractor_id = $1 and e.storehouse_id = b.storehouse_id and e.goods_id = b.goods_id
      and e.business_date >= coalesce($2::date, '-infinity') and e.business_date <= coalesce($3::date, 'infinity')
    order by e.business_date desc, e.version desc limit 1) c on not ${open}
  where b.contractor_id = $1 and ($4::bigint[] is null or b.storehouse_id = any($4)) group by 1)`;

async function rows(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = (search.businessDate ?? [null, null]) as [string | null, string | null];
  const one = (value: unknown) => (value === undefined || value === null ? null : [value].flat());
  const db = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const folded = await foldedOf(db, contractorId);
  const found = await db.query<ReportRow>(
    `select g.id, g.id as "goodsId", g.code, g.name as "goodsName", g.base_unit as "baseUnit",
       coalesce(e.opening_qty, 0) as "openingQty", coalesce(e.opening_fen, 0) as "openingFen", ${figures}, coalesce(e.closing_qty, 0) as "closingQty", coalesce(e.closing_fen, 0) as "closingFen"
     from goods g
     left join ${ends(from, to, folded)} e on e.goods_id = g.id
     left join (select d.goods_id, ${moved} from stock_day d
       where d.contractor_id = $1 and ($4::bigint[] is null or d.storehouse_id = any($4))
         and d.business_date > $6::date and d.business_date >= coalesce($2::date, '-infinity') and d.business_date <= coalesce($3::date, 'infinity') group by 1) m
       on m.goods_id = g.id
     where g.contractor_id = $1 and ($5::text[] is null or g.category = any($5))
       and (e.opening_qty <> 0 or e.opening_fen <> 0 or e.days > 0 or m.goods_id is not null)
     order by g.code`,
    [
      contractorId,
      from,
      to,
      one(search.storehouseId),
      one(search.category),
      folded.to ?? '-infinity',
      businessDay(ctx.clock.now()),
    ],
  );
  // What stood at the beginning is all that was booked until the day before.
  const dayBefore = from && addDays(from, -1);
  return found.rows.map((row) => ({ ...row, dayBefore }));
}

/** In words here: a function called for each cell of thousands of goods costs the statement more than all it reads. */
const quantities: Words = Object.fromEntries(
  ['opening', ...groups, 'closing'].map((key) => {
    const of = `${key}Qty`;
    return [`${key}Words`, { of, say: (row) => qtyWords(Number(row[of]), row.baseUnit as BaseUnit) }];
  }),
);

export default bind(spec, {
  rows,
  words: quantities,
  proof: {
    reads: {
      openingFen: 'stock_running.value_after_fen, stock_day.value_after_fen',
      inFen: 'stock_running.in_fen, stock_day.in_fen',
      issueFen: 'stock_running.issue_fen, stock_day.issue_fen',
      saleFen: 'stock_running.sale_fen, stock_day.sale_fen',
      lossFen: 'stock_running.loss_fen, stock_day.loss_fen',
      awayFen: 'stock_running.away_fen, stock_day.away_fen',
      countFen: 'stock_running.count_fen, stock_day.count_fen',
      revalueFen: 'stock_running.revalue_fen, stock_day.revalue_fen',
      closingFen: 'stock_balance.value_fen, stock_entry.value_after_fen',
    },
  },
});
