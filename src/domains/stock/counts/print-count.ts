/** The sheet that is taken through the store: what is to be counted, with room for what is found; what the book says stays out of it. */
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { countScopes } from './count-states.ts';

export async function printCount(_ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const lines = (row.lines ?? []) as readonly { goodsName: string; unit: string }[];
  return {
    receipt: {
      title: row.status === 'RECOUNT' ? '复盘表' : '盘点表',
      lines: [
        ['单号', String(row.countNo)],
        ['仓库', String(row.storehouseName)],
        ['范围', labelIn(countScopes, row.scope)],
        ['物料', `${lines.length} 种`],
      ],
      code: String(row.countNo),
      link: `/admin/contractor/erp/stock_count/record?id=${ids[0]}`,
      sheets: [
        {
          columns: [{ label: '行' }, { label: '物料' }, { label: '单位' }, { label: '实盘数量' }, { label: '备注' }],
          rows: lines.map(({ goodsName, unit }, i) => [String(i + 1), goodsName, unit, '', '']),
          signatures: ['清点：', '复核：', '日期：'],
        },
      ],
    },
  };
}
