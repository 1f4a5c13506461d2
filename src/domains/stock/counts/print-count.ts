/**
 * The sheet that is taken through the store: what is to be counted, with room for what is found; what the book says stays out of it.
 * Once it is handed in, what was found against the book, to be signed and filed.
 */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done, ShownSheet } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { countScopes, countStatuses, isBlind } from './count-states.ts';
import { diffFen } from './count-values.ts';

type Row = ActionInput['rows'][number];

function blankSheet(row: Row): ShownSheet {
  const lines = (row.lines ?? []) as readonly { goodsName: string; unit: string }[];
  return {
    columns: [{ label: '行' }, { label: '物料' }, { label: '单位' }, { label: '实盘数量' }, { label: '备注' }],
    rows: lines.map(({ goodsName, unit }, i) => [String(i + 1), goodsName, unit, '', '']),
    signatures: ['清点：', '复核：', '日期：'],
  };
}

/** `money`: whoever may see what goods cost gets what the differences are worth. */
async function foundSheet(ctx: Ctx, countId: number, money: boolean): Promise<ShownSheet> {
  const lines = await ctx.db
    .selectFrom('stock_count_line as l')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
    )
    .select([
      'g.name',
      sql<string>`stock_qty(l.book_qty, g.base_unit)`.as('book'),
      sql<string>`stock_qty(l.counted_qty, g.base_unit)`.as('counted'),
      sql<string | null>`stock_qty(l.first_qty, g.base_unit)`.as('first'),
      sql<
        string | null
      >`case when l.counted_qty <> l.book_qty then stock_qty(l.counted_qty - l.book_qty, g.base_unit) end`.as('diff'),
      diffFen.as('fen'),
      'l.counted_name as by',
    ])
    .where('l.count_id', '=', countId)
    .orderBy('l.line_no')
    .execute();
  const whole = lines.reduce((sum, { fen }) => sum + fen, 0);
  const right = { align: 'right' } as const;
  return {
    columns: [
      { label: '行' },
      { label: '物料' },
      { label: '账面', ...right },
      { label: '初盘', ...right },
      { label: '实盘', ...right },
      { label: '差异', ...right },
      ...(money ? [{ label: '差异金额', ...right }] : []),
      { label: '清点人' },
    ],
    rows: lines.map(({ name, book, first, counted, diff, fen, by }, i) => [
      String(i + 1),
      name,
      book,
      first ?? '—',
      counted,
      diff ?? '—',
      ...(money ? [fen === 0 ? '—' : formatFenGrouped(fen)] : []),
      by,
    ]),
    ...(money ? { totals: ['', '合计', '', '', '', '', formatFenGrouped(whole), ''] } : {}),
    signatures: ['清点：', '复盘：', '审核：', '日期：'],
  };
}

export async function printCount(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const blind = isBlind(row.status);
  const title = row.status === 'OPEN' ? '盘点表' : blind ? '复盘表' : '盘点结果';
  const sheet = blind ? blankSheet(row) : await foundSheet(ctx, ids[0]!, row.diffFen !== undefined);
  return {
    receipt: {
      title,
      lines: [
        ['单号', String(row.countNo)],
        ['仓库', String(row.storehouseName)],
        ['范围', labelIn(countScopes, row.scope)],
        ['物料', `${sheet.rows.length} 种`],
        ...(blind
          ? []
          : ([
              ['状态', labelIn(countStatuses, row.status)],
              ['有差异', `${String(row.diffCount ?? 0)} 种`],
              ['制单', String(row.makerName)],
              ['审核', String(row.checkerName || '—')],
            ] as const)),
      ],
      code: String(row.countNo),
      link: `/admin/contractor/erp/stock_count/record?id=${ids[0]}`,
      sheets: [sheet],
    },
  };
}
