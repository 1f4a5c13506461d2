import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { qtyLeft } from '../../../stock/public.server.ts';
import '../../tables.ts';
import { drawNeeded, drawOne } from '../draw-production.ts';
import { finishProduction, reverseProduction } from '../finish-production.ts';
import { expectedText, takenText } from '../making-sql.ts';
import { makingFlow } from '../making-states.ts';
import { noteMade } from '../note-made.ts';
import { printProduction } from '../print-production.ts';
import { production, productionLine } from './production.page.ts';

const expected = sql.raw(expectedText);
/** Goods `g` of what comes out, or of a part. */
const sizeOf = (goods: string) => sql.raw(`case ${goods}.base_unit when 'PIECE' then 1 else 1000 end`);
const ofParts = (what: string) =>
  sql.raw(`(select ${what} from production_line l join goods m on m.contractor_id = l.contractor_id and m.id = l.goods_id
    where l.contractor_id = p.contractor_id and l.production_id = p.id)`);
/** What the line `l` of document `p` was worth as it left. */
const worthText = `(select -sum(e.value_fen)::bigint from stock_entry e where e.contractor_id = p.contractor_id and e.bill_id = p.bill_id
  and e.kind = 'MAKE_OUT'`;

const documents = bind(production, {
  list: over(
    production,
    'production as p',
    {
      version: true,
      maker: 'p.maker_id',
      columns: {
        planWords: sql`stock_qty(p.plan_qty, g.base_unit)`,
        parts: ofParts(`string_agg(m.name || ' ' || stock_qty(${takenText}, m.base_unit), '、' order by l.line_no)`),
        madeWords: sql`stock_qty(p.made_qty, g.base_unit)`,
        expectedWords: sql`stock_qty(${expected}, g.base_unit)`,
        yieldRatio: sql`(p.made_qty * 10000 / nullif(${expected}, 0))::int`,
        lossWords: sql`case when p.made_qty < ${expected} then stock_qty(${expected} - p.made_qty, g.base_unit) end`,
        costFen: sql.raw(`${worthText})`),
        lines: ofParts(`json_agg(json_build_object('lineId', l.id, 'goodsName', m.name,
          'need', trim_scale(l.need_qty / (case m.base_unit when 'PIECE' then 1 else 1000 end)::numeric)::text,
          'unit', case m.base_unit when 'G' then '千克' when 'ML' then '升' else '个' end,
          'taken', l.taken_qty / (case m.base_unit when 'PIECE' then 1 else 1000 end)::numeric) order by l.line_no)`),
        made: sql`p.made_qty / (${sizeOf('g')})::numeric`,
      },
      names: {
        goodsId: 'g.name',
        billId: sql`(select b.bill_no from stock_bill b where b.contractor_id = p.contractor_id and b.id = p.bill_id)`,
      },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'p.contractor_id').onRef('g.id', '=', 'p.goods_id'),
      ),
  ),
  update: noteMade,
  actions: {
    plan: drawNeeded,
    draw: drawOne,
    ...moves(makingFlow, {
      table: 'production',
      name: (doc) => doc.production_no,
      stamped: true,
      after: {
        finish: async (ctx, doc) => (await finishProduction(ctx, doc)) ?? null,
        reverse: async (ctx, doc, values) => (await reverseProduction(ctx, doc, String(values.reason))) ?? null,
      },
    }),
    print: printProduction,
  },
  reads: ['print'],
});

const lines = bind(productionLine, {
  list: over(
    productionLine,
    'production_line as l',
    {
      columns: {
        goodsName: 'g.name',
        need: sql`stock_qty(l.need_qty, g.base_unit)`,
        taken: sql`stock_qty(l.taken_qty, g.base_unit)`,
        differs: sql`case when l.taken_qty <> l.need_qty then stock_qty(l.taken_qty - l.need_qty, g.base_unit) end`,
        onHand: sql`stock_qty(${sql.raw(qtyLeft('l.contractor_id', 'p.storehouse_id', 'l.goods_id'))}, g.base_unit)`,
        lots: sql`(select string_agg(coalesce(nullif(t.lot_no, ''), '#' || t.id) || ' ' || stock_qty(-e.qty, g.base_unit), '、' order by e.version)
          from stock_entry e join lot t on t.contractor_id = e.contractor_id and t.id = e.lot_id
          where e.contractor_id = l.contractor_id and e.bill_id = p.bill_id and e.goods_id = l.goods_id and e.kind = 'MAKE_OUT')`,
        costFen: sql.raw(`${worthText} and e.goods_id = l.goods_id)`),
      },
    },
    (from) =>
      from
        .innerJoin('production as p', (on) =>
          on.onRef('p.contractor_id', '=', 'l.contractor_id').onRef('p.id', '=', 'l.production_id'),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        ),
  ),
});

export default [documents, lines];
