import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { qtyLeft } from '../../../stock/public.server.ts';
import { purchaseRefusals } from '../../refusals.ts';
import '../../tables.ts';
import { prepareSheets } from '../prepare-sheets.ts';
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
    print: async (ctx, { ids, rows }) => {
      const [row] = rows;
      const lines = await ctx.db
        .selectFrom('kitchen_sheet_line as l')
        .innerJoin('goods as g', 'g.id', 'l.goods_id')
        .select([
          'g.name',
          sql<string>`stock_qty(l.need_qty, g.base_unit)`.as('need'),
          sql<string | null>`stock_qty(l.taken_qty, g.base_unit)`.as('taken'),
        ])
        .where('l.sheet_id', '=', ids[0]!)
        .orderBy('l.line_no')
        .execute();
      return {
        receipt: {
          title: '领料单',
          lines: [
            ['单号', String(row!.sheetNo)],
            ['单位', String(row!.siteName)],
            ['用餐', `${row!.diningDate} ${row!.mealName ?? ''}`],
            ['仓库', String(row!.storehouseName)],
          ],
          sheets: [
            {
              columns: [
                { label: '行' },
                { label: '物料' },
                { label: '备料', align: 'right' },
                { label: '实领', align: 'right' },
                { label: '退料、损耗' },
              ],
              rows: lines.map(({ name, need, taken }, i) => [String(i + 1), name, need, taken ?? '', '']),
              signatures: ['备料：', '领用：', '日期：'],
            },
          ],
          code: String(row!.sheetNo),
          link: `/admin/contractor/erp/kitchen_sheet/record?id=${ids[0]}`,
        },
      };
    },
  },
  reads: ['print'],
});

/** What of a line was thrown away, of what was taken for it. */
async function noteWaste(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const line = await ctx.db
    .selectFrom('kitchen_sheet_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select(['l.taken_qty', 'g.base_unit', 'g.name'])
    .where('l.id', '=', ids[0]!)
    .executeTakeFirstOrThrow();
  const qty = Math.round(Number(values.qty) * (line.base_unit === 'PIECE' ? 1 : 1_000));
  if (qty <= 0 || qty > (line.taken_qty ?? 0))
    return refuse(
      purchaseRefusals.WASTE_MORE,
      { goods: line.name, taken: String(rows[0]!.taken ?? '0') },
      { qty: '不能多于实领' },
    );
  await ctx.db
    .updateTable('kitchen_sheet_line')
    .set({ waste_qty: qty, waste_kind: values.kind as 'RAW', waste_reason: String(values.reason) })
    .where('id', '=', ids[0]!)
    .execute();
  await ctx.audit({ action: '记损耗', targetId: ids[0]!, targetName: `${line.name}：${String(values.reason)}` });
  return null;
}

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
