/** 供应商对账单 on paper, to be stamped by both. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { readStatement } from './read-statement.ts';

export async function printStatement(ctx: Ctx, { ids }: ActionInput): Promise<Show> {
  const found = (await readStatement(sqlOf(ctx.db), ownContractor(ctx), ids[0]!))!;
  const marks = [
    found.ourName ? `我方 ${found.ourName}` : '',
    found.theirName ? `供应商 ${found.theirName}` : '',
  ].filter(Boolean);
  return {
    receipt: {
      title: '供应商对账单',
      lines: [
        ['单号', found.statementNo],
        ['供应商', found.supplier],
        ['采购方', found.caterer],
        ['联系', `${found.contact} ${found.phone}`],
        ['期间', `${found.month.slice(0, 7)}，截至 ${found.until}`],
        ['应付', `${formatFenGrouped(found.amountFen)} 元`],
        ...(marks.length > 0 ? ([['已确认', marks.join('；')]] as const) : []),
        ...(found.flowNo ? ([['付款', `${found.paidOn} 流水号 ${found.flowNo}`]] as const) : []),
      ],
      sheets: [
        {
          columns: [
            { label: '行' },
            { label: '验收单' },
            { label: '采购单' },
            { label: '验收日期' },
            { label: '验收（元）', align: 'right' },
            { label: '退货（元）', align: 'right' },
            { label: '应付（元）', align: 'right' },
          ],
          rows: found.lines.map((line, i) => [
            String(i + 1),
            line.receiptNo,
            line.orderNo ?? '',
            line.acceptedOn,
            formatFenGrouped(line.receivedFen),
            formatFenGrouped(line.returnedFen),
            formatFenGrouped(line.receivedFen - line.returnedFen),
          ]),
          totals: [
            '合计',
            '',
            '',
            '',
            formatFenGrouped(found.receivedFen),
            formatFenGrouped(found.returnedFen),
            formatFenGrouped(found.amountFen),
          ],
          signatures: ['采购方（盖章）：', '供应商（盖章）：', '日期：'],
        },
      ],
      footer: '已对过的验收单后来退货、调价的，差额列在下一张对账单',
      code: found.statementNo,
      link: `/admin/contractor/erp/supplier_statement/record?id=${ids[0]}`,
    },
  };
}
