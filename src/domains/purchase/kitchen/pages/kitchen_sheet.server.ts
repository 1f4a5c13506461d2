import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { qtyLeft } from '../../../stock/public.server.ts';
import '../../tables.ts';
import { noteWaste } from '../note-waste.ts';
import { prepareSheets } from '../prepare-sheets.ts';
import { printSheet } from '../print-sheet.ts';
import { sheetFlow } from '../sheet-states.ts';
import { supplySheets } from '../supply-sheets.ts';
import { noteTaken, takeSheet } from '../take-sheet.ts';
import { kitchenSheet, kitchenSheetLine } from './kitchen_sheet.page.ts';

/** Weights are typed by the kilogram and litre, other things by the piece. */
const sizeOf = `case g.base_unit when 'PIECE' then 1 else 1000 end`;
const mealName = sql<string>`(select m.name from meal_period m where m.organization_id = s.site_id and m.id = s.meal_period_id)`;

const sheets = bind(kitchenSheet, {
  list: over(kitchenSheet, 'kitchen_sheet as s', {
    version: true,
    maker: 's.maker_id',
    columns: {
      mealName,
      goodsNames: sql`(select string_agg(g.name, '、' order by l.line_no) from kitchen_sheet_line l
        join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
        where l.contractor_id = s.contractor_id and l.sheet_id = s.id)`,
      lines: sql`(select json_agg(json_build_object('lineId', l.id, 'goodsName', g.name, 'need', trim_scale(l.need_qty / (${sql.raw(sizeOf)})::numeric)::text,
          'unit', case g.base_unit when 'G' then '千克' when 'ML' then '升' else '个' end,
          'taken', l.taken_qty / (${sql.raw(sizeOf)})::numeric) order by l.line_no)
        from kitchen_sheet_line l join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
        where l.contractor_id = s.contractor_id and l.sheet_id = s.id)`,
    },
    names: {
      billId: sql`(select b.bill_no from stock_bill b where b.contractor_id = s.contractor_id and b.id = s.bill_id)`,
    },
  }),
  update: noteTaken,
  actions: {
    prepare: prepareSheets,
    supply: supplySheets,
    ...moves(sheetFlow, {
      table: 'kitchen_sheet',
      name: (sheet) => sheet.sheet_no,
      stamped: true,
      after: { take: async (ctx, sheet) => (await takeSheet(ctx, sheet)) ?? null },
    }),
    print: printSheet,
  },
  reads: ['print'],
});

const detail = bind(kitchenSheetLine, {
  list: over(
    kitchenSheetLine,
    'kitchen_sheet_line as l',
    {
      columns: {
        goodsName: 'g.name',
        need: sql`stock_qty(l.need_qty, g.base_unit)`,
        taken: sql`case when s.status = 'TAKEN' then stock_qty(l.taken_qty, g.base_unit) end`,
        differs: sql`case when s.status = 'TAKEN' and l.taken_qty <> l.need_qty then stock_qty(l.taken_qty - l.need_qty, g.base_unit) end`,
        onHand: sql`stock_qty(${sql.raw(qtyLeft('l.contractor_id', 's.storehouse_id', 'l.goods_id'))}, g.base_unit)`,
        wasteWords: sql`case when l.waste_qty > 0 then stock_qty(l.waste_qty, g.base_unit) end`,
      },
    },
    (from) =>
      from
        .innerJoin('kitchen_sheet as s', (on) =>
          on.onRef('s.contractor_id', '=', 'l.contractor_id').onRef('s.id', '=', 'l.sheet_id'),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        ),
  ),
  actions: { waste: noteWaste },
});

export default [sheets, detail];
