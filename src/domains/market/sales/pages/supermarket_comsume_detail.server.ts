import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { soldLine } from '../sold-sql.ts';
import spec from './supermarket_comsume_detail.page.ts';

const x = (key: string) => sql.raw(`x."${key}"`);
const person = (column: string) =>
  sql<string>`(select p.${sql.raw(column)} from person p where p.organization_id = d.organization_id and p.id = ${x('personId')})`;

export default bind(spec, {
  list: over(
    spec,
    'stock_due as d',
    {
      columns: {
        businessDate: sql`${x('businessDate')}`,
        tradeId: sql`d.trade_id::text`,
        orderNo: sql`${x('orderNo')}`,
        occurredAt: sql`${x('occurredAt')}`,
        personName: sql`coalesce(${person('name')}, '付款码')`,
        jobNumber: person('job_number'),
        category: 'g.category',
        qtyWords: sql`stock_qty(d.qty, g.base_unit)`,
        amountFen: sql`${x('amountFen')}`,
        mainFen: x('mainFen'),
        subsidyFen: x('subsidyFen'),
        giftFen: x('giftFen'),
        arrearsFen: x('arrearsFen'),
        thirdFen: x('thirdFen'),
        backFen: sql`${x('backFen')}`,
        netFen: sql`(${x('amountFen')} - ${x('backFen')})`,
        note: sql`${x('note')}`,
        tradeStatus: sql`${x('tradeStatus')}`,
      },
      names: { goodsId: 'g.name' },
    },
    (from) =>
      from
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'd.contractor_id').onRef('g.id', '=', 'd.goods_id'),
        )
        .innerJoin(soldLine.as('x'), (on) => on.onTrue())
        .where('d.kind', '=', 'SALE'),
  ),
  proof: {
    reads: {
      amountFen: 'trade_item.amount_fen',
      mainFen: 'trade.main_fen',
      subsidyFen: 'trade.subsidy_fen',
      giftFen: 'trade.gift_fen',
      arrearsFen: 'trade.arrears_fen',
      thirdFen: 'trade.third_fen',
    },
  },
});
