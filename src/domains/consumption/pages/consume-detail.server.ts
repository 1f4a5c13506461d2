/** 消费明细: the trade lines, with the identity of their totals. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind, type Search } from '../../../kit/server/page/binding.ts';
import { elsewhere } from '../summary.ts';
import { countTrades } from '../trade-count.ts';
import { recentTrades, tradeColumns, tradeNames, tradesFrom, tradeWhere } from '../trade-source.ts';
import consumeDetail from './consume-detail.page.ts';

/** Is the search one that the day totals know too? */
const onlyTotalled = (search: Search) =>
  Object.entries(search).every(
    ([key, value]) =>
      ['businessDate', 'restaurantId', 'mealPeriodId'].includes(key) ||
      value === null ||
      value === '' ||
      (Array.isArray(value) && value.length === 0),
  );

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
    check: async (ctx, search, { sums }) => {
      if (!sums) return null;
      const { amountFen = 0, mainFen = 0, subsidyFen = 0, thirdFen = 0 } = sums;
      const other = onlyTotalled(search) ? await elsewhere(ctx, 'place', search) : undefined;
      return {
        ok: amountFen === mainFen + subsidyFen + thirdFen && (other === undefined || other.netFen === amountFen),
        text: `净额 ${formatFenGrouped(amountFen)} = 主账户 ${formatFenGrouped(mainFen)} + 补贴 ${formatFenGrouped(subsidyFen)} + 第三方 ${formatFenGrouped(thirdFen)}${other ? `；${other.page}净额 ${formatFenGrouped(other.netFen)}` : ''}`,
      };
    },
  },
});
