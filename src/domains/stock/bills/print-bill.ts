/** A stock document on paper: what moved from where to where, by lot, and who signs. Quantities alone: sheets are read by whoever carries. */
import { sql } from 'kysely';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { billKinds } from './bill-kinds.ts';

/** Lines `l` of goods `g` in words, as they were typed and by the lots they took. */
export const typedWords = sql<string>`trim_scale(l.typed_milli / 1000.0) || ' ' || coalesce((select u.name from goods_unit u
    where u.contractor_id = l.contractor_id and u.id = l.unit_id),
  case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)`;
export const lotWords = sql<string>`coalesce((select string_agg(coalesce(nullif(t.lot_no, ''), '#' || t.id) || ' ' || stock_qty(abs(e.qty), g.base_unit), '、'
    order by e.version)
  from stock_entry e join lot t on t.contractor_id = e.contractor_id and t.id = e.lot_id
  where e.contractor_id = l.contractor_id and e.bill_id = l.bill_id and e.line_id = l.id and e.kind <> 'TRANSFER_IN'), l.lot_no)`;

export async function printBill(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const lines = await ctx.db
    .selectFrom('stock_bill_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select([
      'g.name',
      'g.spec',
      'l.expires_on as expiresOn',
      'l.reason',
      typedWords.as('typed'),
      sql<string>`stock_qty(l.qty, g.base_unit)`.as('qty'),
      lotWords.as('lots'),
      sql<string | null>`stock_qty(l.received_qty, g.base_unit)`.as('received'),
    ])
    .where('l.bill_id', '=', ids[0]!)
    .orderBy('l.line_no')
    .execute();
  const moves = row.kind === 'TRANSFER';
  const told: readonly (readonly [string, unknown])[] = [
    ['单号', row.billNo],
    [moves ? '调出仓库' : '仓库', row.storehouseName],
    ['调入仓库', row.toStorehouseName],
    ['领用单位', row.siteName],
    ['用餐', row.diningDate && `${row.diningDate} ${row.mealPeriodName ?? ''}`],
    ['事由', row.reason],
    ['制单', row.makerName],
    ['过账', row.checkerName],
  ];
  return {
    receipt: {
      title: `${labelIn(billKinds, row.kind)}单`,
      lines: told.flatMap(([label, value]) => (value ? [[label, String(value)] as const] : [])),
      code: String(row.billNo),
      link: `/admin/contractor/erp/stock_bill/record?id=${ids[0]}`,
      sheets: [
        {
          columns: [
            { label: '行' },
            { label: '商品' },
            { label: '数量', align: 'right' },
            { label: '合', align: 'right' },
            { label: '批次' },
            { label: moves ? '实收' : '备注' },
          ],
          rows: lines.map((one, i) => [
            String(i + 1),
            `${one.name}${one.spec ? `（${one.spec}）` : ''}`,
            one.typed,
            one.qty,
            one.lots,
            moves ? (one.received ?? '') : one.reason,
          ]),
          signatures: moves ? ['发货：', '司机：', '收货：', '日期：'] : ['经手：', '复核：', '日期：'],
        },
      ],
    },
  };
}
