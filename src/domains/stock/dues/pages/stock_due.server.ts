import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { spoilReturn } from '../spoil-return.ts';
import spec from './stock_due.page.ts';

const bill = (what: string) =>
  sql`(select ${sql.raw(what)} from stock_due_part p join stock_bill b on b.contractor_id = p.contractor_id and b.id = p.bill_id
    where p.contractor_id = d.contractor_id and p.due_id = d.id order by p.bill_id desc limit 1)`;

export default bind(spec, {
  list: over(
    spec,
    'stock_due as d',
    {
      columns: {
        qtyWords: sql`stock_qty(d.qty, g.base_unit)`,
        bookedWords: sql`stock_qty(d.booked_qty, g.base_unit)`,
        shortWords: sql`case when d.booked_qty < d.qty then stock_qty(d.qty - d.booked_qty, g.base_unit) end`,
        age: sql`case when d.booked_qty < d.qty then trunc(extract(epoch from clock.now - d.sold_at) / 3600)::int || ' 小时' end`,
        tradeId: sql`d.trade_id::text`,
        billNo: bill('b.bill_no'),
        billId: bill('b.id'),
        spoilt: sql`(select b.bill_no from stock_bill b where b.contractor_id = d.contractor_id and b.id = d.spoilt_bill_id)`,
      },
      names: { goodsId: 'g.name' },
    },
    (from, ctx) =>
      from
        .innerJoin(sql<{ now: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as now)`.as('clock'), (on) =>
          on.onTrue(),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'd.contractor_id').onRef('g.id', '=', 'd.goods_id'),
        ),
  ),
  notice: async (ctx) => {
    const { n } = await ctx.db
      .selectFrom('stock_due')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '=', 'SHORT')
      .executeTakeFirstOrThrow();
    return n === 0
      ? null
      : {
          tone: 'warning',
          text: `${n} 行已售出而账上没有库存，入库或盘点后自动补出；没有补齐不能结本月库存。`,
          open: { label: '查看', path: '/admin/contractor/erp/stock_due?status=SHORT' },
        };
  },
  actions: { spoil: spoilReturn },
});
