/** 消费明细: the trade lines. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { countTrades } from '../trade-count.ts';
import {
  headColumns,
  recentTrades,
  tradeColumns,
  tradeNames,
  tradeReads,
  tradesFrom,
  tradeWhere,
} from '../trade-source.ts';
import consumeDetail from './consume-detail.page.ts';

export default bind(consumeDetail, {
  list: over(consumeDetail, 'trade as t', {
    from: (db, _ctx, search) => tradesFrom(db, search),
    partition: 't.business_date',
    newest: recentTrades,
    count: countTrades,
    columns: { ...tradeColumns, ...headColumns },
    names: tradeNames,
    where: tradeWhere,
  }),
  proof: { reads: tradeReads },
});
