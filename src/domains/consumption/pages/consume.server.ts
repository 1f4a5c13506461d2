/** 消费记录: trades, and taking one back in whole or in part. */
import { bind } from '../../../kit/server/page/binding.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { draftCorrection } from '../correct/draft.ts';
import { countTrades } from '../trade-count.ts';
import { tradeOptions } from '../trade-options.ts';
import { recentTrades, tradeColumns, tradeNames, tradesFrom, tradeWhere } from '../trade-source.ts';
import consume from './consume.page.ts';

export default bind(consume, {
  list: {
    from: (db, _ctx, search) => tradesFrom(db, search),
    id: 't.id',
    partition: 't.business_date',
    newest: recentTrades,
    count: countTrades,
    columns: tradeColumns,
    names: tradeNames,
    where: tradeWhere,
  },
  options: tradeOptions,
  outsideTransaction: ['reverse'],
  actions: {
    reverse: async (ctx, { rows, values }) => {
      const amountFen = values.amountFen as number | null;
      const made = await draftCorrection(
        ctx,
        {
          tradeId: rows[0]!.id,
          kind: amountFen === null ? 'FULL_REVERSE' : 'PART_REVERSE',
          amountFen,
          reason: String(values.reason),
        },
        { atOnce: true },
      );
      return isRefusal(made) ? made : null;
    },
  },
});
