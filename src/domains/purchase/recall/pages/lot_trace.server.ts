import { sql } from 'kysely';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { anyContains } from '../../../../kit/server/query/expression.ts';
import { makingOf } from '../../../stock/public.server.ts';
import { ownContractor, withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { tempOf, weightsOf } from '../../receipts/line-sql.ts';
import { foreseeDish, foreseeRecall } from '../foresee-recall.ts';
import { lotMeals } from '../lot-meals.ts';
import { lotCloses, lotWords } from '../lot-sql.ts';
import { beginRecall, recallDish } from '../run-recall.ts';
import { lotMade, lotMeal, lotTrace } from './lot_trace.page.ts';

/** What a label says is that lot, a number that is a lot's is that lot's alone; anything else is looked for in numbers and suppliers. */
const lotsCalled = (asked: string) => {
  const label = /^(?:LOT|#)(\d{1,15})$/i.exec(asked);
  if (label) return sql`l.id = ${Number(label[1])}`;
  return sql`case when exists (select 1 from lot x where x.contractor_id = l.contractor_id and x.lot_no = ${asked})
    then l.lot_no = ${asked} else ${anyContains([sql`l.lot_no`, sql`l.supplier_name`], asked)} end`;
};

const lots = bind(lotTrace, {
  list: over(
    lotTrace,
    'lot as l',
    {
      columns: {
        ...lotWords,
        lotNo: sql`coalesce(nullif(l.lot_no, ''), '#' || l.id)`,
        receiptId: 'r.id',
        papers: 'r.papers',
        temp: tempOf('rl'),
        weights: weightsOf('rl'),
        inspectors: sql`r.inspector_name || '、' || r.second_name`,
        closes: lotCloses,
        state: sql`case when l.status = 'NORMAL' and l.expires_on < clock.today then 'EXPIRED' else l.status end`,
      },
      names: { goodsId: 'g.name', receiptId: 'r.receipt_no' },
      where: { keyword: (value) => lotsCalled(String(value).trim()) },
    },
    (from, ctx) =>
      withToday(from, ctx)
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        )
        .leftJoin('receipt_line as rl', (on) =>
          on.onRef('rl.contractor_id', '=', 'l.contractor_id').onRef('rl.id', '=', 'l.receipt_line_id'),
        )
        .leftJoin('receipt as r', (on) =>
          on.onRef('r.contractor_id', '=', 'rl.contractor_id').onRef('r.id', '=', 'rl.receipt_id'),
        ),
  ),
  outcomes: { recall: foreseeRecall, recallDish: foreseeDish },
  actions: {
    recall: beginRecall,
    recallDish,
    // On the shelf and the box: what it is, until when, and the way to where it came from and went.
    label: async (_ctx, { rows }) => {
      const row = rows[0]!;
      return {
        receipt: {
          title: String(row.goodsName),
          lines: [
            ['批次', String(row.lotNo)],
            ['生产', String(row.producedOn ?? '—')],
            ['到期', String(row.expiresOn ?? '—')],
            ['供应商', String(row.supplierName || '—')],
          ],
          code: `LOT${row.id}`,
          link: `/admin/contractor/erp/lot_trace/record?id=${row.id}`,
        },
      };
    },
  },
  reads: ['label'],
});

const meals = bind(lotMeal, { rows: lotMeals });

const made = bind(lotMade, {
  rows: async (ctx, search) => {
    const lotId = Number([search.lotId].flat()[0]);
    const lots = await makingOf(sqlOf(ctx.db), ownContractor(ctx), lotId);
    return lots.map((one, i) => ({ id: i + 1, lotId, ...one }));
  },
});

export default [lots, meals, made];
