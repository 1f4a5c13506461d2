/** A sheet for the kitchen: what goes in, room for what was weighed, who made it and who looked at it. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import '../tables.ts';

export async function printProduction(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const lines = await ctx.db
    .selectFrom('production_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select([
      'g.name',
      sql<string>`stock_qty(l.need_qty, g.base_unit)`.as('need'),
      sql<string | null>`stock_qty(l.taken_qty, g.base_unit)`.as('taken'),
    ])
    .where('l.production_id', '=', ids[0]!)
    .orderBy('l.line_no')
    .execute();
  const told: readonly (readonly [string, unknown])[] = [
    ['单号', row.productionNo],
    ['半成品', row.goodsName],
    ['应做', row.planWords],
    ['产出', row.madeWords],
    ['批号', row.lotNo],
    ['到期', row.expiresOn],
    ['仓库', row.storehouseName],
    ['加工日期', row.dueOn],
  ];
  return {
    receipt: {
      title: '加工单',
      lines: told.flatMap(([label, value]) => (value ? [[label, String(value)] as const] : [])),
      code: String(row.productionNo),
      link: `/admin/contractor/erp/production/record?id=${ids[0]}`,
      sheets: [
        {
          columns: [
            { label: '行' },
            { label: '物料' },
            { label: '按用料', align: 'right' },
            { label: '实投', align: 'right' },
            { label: '批号' },
          ],
          rows: lines.map(({ name, need, taken }, i) => [String(i + 1), name, need, taken ?? '', '']),
          signatures: ['加工：', '产出称重：', '复核：', '日期：'],
        },
      ],
    },
  };
}
