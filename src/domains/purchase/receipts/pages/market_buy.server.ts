import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { approvePrices } from '../after-receipt.ts';
import { buyAtMarket } from '../buy-market.ts';
import { marketShares, shareWords, showShares } from '../market-shares.ts';
import { printReceipt } from '../print-receipt.ts';
import { marketBuy, marketLine } from './market_buy.page.ts';
import { bindLines, receiptColumns } from './receipt.server.ts';

const bought = bind(marketBuy, {
  list: over(
    marketBuy,
    'receipt as r',
    {
      columns: {
        lines: null,
        sellerName: 'r.supplier_name',
        sellerPhone: 'r.supplier_phone',
        sellerAddress: 'r.supplier_address',
        photoTwin: receiptColumns.photoTwin,
      },
    },
    (from) => from.where('r.emergency', '=', true),
  ),
  notice: async (ctx) => {
    const [now] = await marketShares(ctx, 1);
    if (!now || now.count === 0) return null;
    const share = `本月应急采购 ${now.count} 笔 ${formatFenGrouped(now.marketFen)} 元，占全部入库 ${shareWords(now)}`;
    return { tone: 'info', text: share };
  },
  create: buyAtMarket,
  actions: { approve: approvePrices, print: printReceipt, shares: showShares },
  reads: ['print', 'shares'],
});

export default [bought, bindLines(marketLine)];
