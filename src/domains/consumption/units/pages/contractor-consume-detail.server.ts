/** 消费明细 across units. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { tradeReads } from '../../trades/trade-source.ts';
import { netOf } from '../unit-totals.ts';
import { unitTradeColumns, unitTradeNames, unitTradeSource, unitTradesFrom } from '../unit-trades.ts';
import spec, { summedNet } from './contractor-consume-detail.page.ts';

export default bind(spec, {
  list: over(spec, 'trade as t', {
    ...unitTradeSource,
    from: (db, _ctx, search) => unitTradesFrom(db, search),
    columns: unitTradeColumns,
    names: unitTradeNames,
  }),
  proof: { reads: tradeReads, held: { [summedNet]: (ctx, search) => netOf(ctx, 'place', search) } },
});
