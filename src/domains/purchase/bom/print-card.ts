/** 成本卡: what a portion of a dish is made of, for the kitchen's wall; with what it costs for whoever may see that. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { dishParts } from './dish-parts.ts';

const fen = (value: unknown) => (typeof value === 'number' ? formatFenGrouped(value) : '—');
const yuan = (value: unknown) => (typeof value === 'number' ? `${formatFenGrouped(value)} 元` : '—');
const percent = (value: unknown) => (typeof value === 'number' ? `${value / 100}%` : '—');

export async function printCard(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const money = row.costFen !== undefined;
  const parts = await dishParts(ctx, { dishId: ids[0]! });
  const right = { align: 'right' } as const;
  return {
    receipt: {
      title: '成本卡',
      lines: [
        ['菜品', String(row.name)],
        ['单位', String(row.organizationName)],
        ['菜谱版本', String(row.versionNo ?? '—')],
        ['每份毛重', `${String(row.grams ?? 0)} 克`],
        ['售价', yuan(row.priceFen)],
        ...(money
          ? ([
              ['每份成本', yuan(row.costFen)],
              ['30 天前', yuan(row.beforeFen)],
              ['毛利率', percent(row.marginRatio)],
            ] as const)
          : []),
        ...(Number(row.unmappedCount) > 0
          ? ([['未配商品', `${String(row.unmappedCount)} 种，不在成本内`]] as const)
          : []),
      ],
      link: `/admin/contractor/supermarket/food_bom/record?id=${ids[0]}`,
      sheets: [
        {
          columns: [
            { label: '行' },
            { label: '商品' },
            { label: '每份', ...right },
            { label: '来源' },
            ...(money
              ? [
                  { label: '均价', ...right },
                  { label: '每份成本（元）', ...right },
                ]
              : []),
          ],
          rows: parts.map((one, i) => [
            String(i + 1),
            String(one.goodsName),
            String(one.qty),
            String(one.source),
            ...(money ? [String(one.averageWords ?? '—'), fen(one.costFen)] : []),
          ]),
          ...(money ? { totals: ['', '合计', '', '', '', fen(row.costFen)] } : {}),
          signatures: ['厨师长：', '成本会计：', '日期：'],
        },
      ],
    },
  };
}
