/** 消费明细: the trade lines, with the identity of their totals. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { countTrades } from '../trade-count.ts';
import { recentTrades, tradeColumns, tradeNames, tradesFrom, tradeWhere } from '../trade-source.ts';
import consumeDetail from './consume-detail.page.ts';

export default bind(consumeDetail, {
  list: {
    from: (db, _ctx, search) => tradesFrom(db, search),
    id: 't.id',
    partition: 't.business_date',
    newest: recentTrades,
    count: countTrades,
    columns: tradeColumns,
    names: tradeNames,
    where: tradeWhere,
    check: async (_ctx, _search, { sums }) => {
      if (!sums) return null;
      const { amountFen = 0, mainFen = 0, subsidyFen = 0, thirdFen = 0 } = sums;
      return {
        ok: amountFen === mainFen + subsidyFen + thirdFen,
        text: `净额 ${formatFenGrouped(amountFen)} = 主账户 ${formatFenGrouped(mainFen)} + 补贴 ${formatFenGrouped(subsidyFen)} + 第三方 ${formatFenGrouped(thirdFen)}`,
      };
    },
  },
});
