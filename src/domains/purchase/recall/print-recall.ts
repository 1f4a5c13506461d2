/** 召回单 on paper: what was sealed and where every gram of it is, who was told, what was concluded. */
import { sql } from 'kysely';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { lotCloses, lotWords } from './lot-sql.ts';
import { noticeStatuses, recallScopes, recallStatuses } from './recall-states.ts';

const right = { align: 'right' } as const;

export async function printRecall(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const lots = await ctx.db
    .selectFrom('lot_recall_lot as x')
    .innerJoin('lot as l', (on) => on.onRef('l.contractor_id', '=', 'x.contractor_id').onRef('l.id', '=', 'x.lot_id'))
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
    )
    .select([
      'g.name',
      sql<string>`coalesce(nullif(l.lot_no, ''), '#' || l.id)`.as('lotNo'),
      'l.supplier_name as supplier',
      lotWords.cameIn.as('cameIn'),
      lotWords.onHand.as('onHand'),
      lotWords.inTransit.as('inTransit'),
      lotWords.issued.as('issued'),
      lotWords.made.as('made'),
      lotWords.sold.as('sold'),
      lotWords.lost.as('lost'),
      lotWords.returned.as('returned'),
      lotCloses.as('closes'),
    ])
    .where('x.recall_id', '=', ids[0]!)
    .orderBy('g.name')
    .orderBy('l.id')
    .execute();
  const notices = await ctx.db
    .selectFrom('recall_notice as n')
    .select([
      sql<string>`(select /* wall: the name of the unit that is told */ o.name from organization o where o.id = n.organization_id)`.as(
        'unit',
      ),
      'n.status',
      'n.sent_at',
      'n.answer',
      'n.answered_name',
    ])
    .where('n.recall_id', '=', ids[0]!)
    .orderBy('n.id')
    .execute();
  return {
    receipt: {
      title: '召回单',
      lines: [
        ['单号', String(row.recallNo)],
        ['状态', labelIn(recallStatuses, row.status)],
        ['范围', `${labelIn(recallScopes, row.scope)}${row.dishName ? ` ${String(row.dishName)}` : ''}`],
        ['原因', String(row.reason)],
        ['停下的销售', String(row.stopped || '—')],
        ['封存', `${String(row.makerName)} ${String(row.createdAt).slice(0, 16).replace('T', ' ')}`],
        ['结论', String(row.checkNote || '—')],
      ],
      code: String(row.recallNo),
      link: `/admin/contractor/erp/lot_recall/record?id=${ids[0]}`,
      sheets: [
        {
          title: '封存的批次',
          columns: [
            { label: '商品' },
            { label: '批次' },
            { label: '供应商' },
            ...['入库', '在库', '在途', '领用', '加工', '销售', '报损', '退货'].map((label) => ({ label, ...right })),
            { label: '平衡' },
          ],
          rows: lots.map((one) => [
            one.name,
            one.lotNo,
            one.supplier || '—',
            one.cameIn,
            one.onHand,
            one.inTransit,
            one.issued,
            one.made,
            one.sold,
            one.lost,
            one.returned,
            one.closes === 'YES' ? '相符' : '不符',
          ]),
          ...(notices.length === 0 ? { signatures: ['封存：', '处置：', '结案：', '日期：'] } : {}),
        },
        ...(notices.length === 0
          ? []
          : [
              {
                title: '单位通知',
                columns: [
                  { label: '单位' },
                  { label: '状态' },
                  { label: '发出' },
                  { label: '回复' },
                  { label: '回复人' },
                ],
                rows: notices.map((one) => [
                  one.unit,
                  labelIn(noticeStatuses, one.status),
                  one.sent_at ? String(one.sent_at).slice(0, 16).replace('T', ' ') : '—',
                  one.answer || '—',
                  one.answered_name || '—',
                ]),
                signatures: ['封存：', '处置：', '结案：', '日期：'],
              },
            ]),
      ],
    },
  };
}
