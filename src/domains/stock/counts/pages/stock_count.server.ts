import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import '../../tables.ts';
import { countFlow, isBlind } from '../count-states.ts';
import { diffFen } from '../count-values.ts';
import { printCount } from '../print-count.ts';
import { countAgain, finishCount, postCount, startCount, writeCounted } from '../run-count.ts';
import { stockCount, stockCountLine } from './stock_count.page.ts';

/** Of the lines of a count `c`. */
const ofLines = (what: string, where: string) =>
  sql<number>`(select ${sql.raw(what)} from stock_count_line l where l.contractor_id = c.contractor_id and l.count_id = c.id and ${sql.raw(where)})`;
const shown = `c.status in ('COUNTED', 'POSTED')`;

const counts = bind(stockCount, {
  list: over(stockCount, 'stock_count as c', {
    version: true,
    maker: 'c.maker_id',
    columns: {
      lines: sql`(select json_agg(json_build_object('lineId', l.id, 'goodsName', g.name,
          'unit', case g.base_unit when 'G' then '千克' when 'ML' then '升' else '个' end,
          'counted', l.counted_qty / case g.base_unit when 'PIECE' then 1.0 else 1000.0 end) order by l.line_no)
        from stock_count_line l join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
        where l.contractor_id = c.contractor_id and l.count_id = c.id and (c.status <> 'RECOUNT' or l.recount))`,
      countedCount: ofLines('count(*)::int', 'l.counted_qty is not null'),
      diffCount: sql`case when ${sql.raw(shown)} then ${ofLines('count(*)::int', 'l.counted_qty <> l.book_qty')} end`,
      diffFen: sql`case when ${sql.raw(shown)} then (select coalesce(sum(${diffFen}), 0)::bigint from stock_count_line l
        where l.contractor_id = c.contractor_id and l.count_id = c.id) end`,
    },
  }),
  create: async (ctx, values) => {
    const id = await startCount(ctx, values);
    if (isRefusal(id)) return id;
    await ctx.audit({ action: '新增', targetId: id, targetName: `盘点 ${id}` });
    return { id };
  },
  update: async (ctx, id, values, before) => {
    if (!isBlind(before.status)) return refuse('NOT_NOW', { why: `${before.countNo} 已提交，不能再清点` });
    const no = await writeCounted(ctx, before, values.lines ?? null);
    if (no) return no;
    await ctx.audit({ action: '清点', targetId: id, targetName: String(before.countNo) });
    return null;
  },
  reads: ['print'],
  actions: {
    print: printCount,
    ...moves(countFlow, {
      table: 'stock_count',
      name: (count) => count.count_no,
      stamped: true,
      after: {
        finish: finishCount,
        post: async (ctx, count) => (await postCount(ctx, count)) ?? null,
        again: async (ctx, count) => void (await countAgain(ctx, count)),
      },
    }),
  },
});

const told = (what: string) => sql<string>`case when c.status in ('COUNTED', 'POSTED') then ${sql.raw(what)} end`;

const lines = bind(stockCountLine, {
  list: over(
    stockCountLine,
    'stock_count_line as l',
    {
      columns: {
        goodsName: 'g.name',
        countedWords: sql`stock_qty(l.counted_qty, g.base_unit)`,
        bookWords: told('stock_qty(l.book_qty, g.base_unit)'),
        diffWords: told(
          `case when l.counted_qty <> l.book_qty then stock_qty(l.counted_qty - l.book_qty, g.base_unit) end`,
        ),
        diffFen: sql`case when c.status in ('COUNTED', 'POSTED') then ${diffFen} end`,
        firstWords: sql`stock_qty(l.first_qty, g.base_unit)`,
      },
    },
    (from) =>
      from
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        )
        .innerJoin('stock_count as c', (on) =>
          on.onRef('c.contractor_id', '=', 'l.contractor_id').onRef('c.id', '=', 'l.count_id'),
        ),
  ),
});

export default [counts, lines];
