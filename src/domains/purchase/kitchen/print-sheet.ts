/** 领料单 on paper: what to prepare, what was taken, with room for what came back. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import '../tables.ts';

/** The A4 document of one sheet. */
export async function printSheet(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
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
}
