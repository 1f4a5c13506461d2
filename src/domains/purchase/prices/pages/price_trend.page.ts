/** 价格走势: what goods came in at, day by day, beside the cheapest list of the day. */
import { date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';

export const trendPath = '/admin/contractor/erp/price_trend';

export const priceTrend = page({
  path: trendPath,
  title: '价格走势',
  menu: ['进销存', '报表'],
  order: 40,
  limited: 'common',
  fields: {
    goodsId: ref('商品', 'goods', { hidden: true }),
    supplierId: ref('供应商', 'supplier', { hidden: true }),
    businessDate: date('日期'),
    supplierNames: text('供应商', { columnWidth: 200 }),
    qtyWords: text('验收'),
    amountFen: money('金额'),
    priceFen: money('进价', { help: '每千克、升或个，当天各次验收的加权均价' }),
    change: percent('比上次'),
    lowFen: money('最低'),
    highFen: money('最高'),
    listFen: money('价目表', { help: '每千克、升或个，当天有效的价目表里最低的' }),
  },
  list: {
    columns: except('goodsId', 'supplierId'),
    important: ['businessDate', 'supplierNames', 'qtyWords', 'amountFen', 'priceFen', 'change', 'listFen'],
    search: ['goodsId', 'supplierId', range('businessDate')],
    sort: '-businessDate',
    totals: ['amountFen'],
    notice: true,
  },
  report: {
    chart: { kind: 'line', x: 'businessDate', y: ['priceFen', 'listFen'] },
    drill: {
      path: `${trendPath}/line`,
      search: (row) => ({
        goodsId: row.goodsId,
        supplierId: row.supplierId,
        businessDate: [row.businessDate, row.businessDate],
      }),
      columns: { listFen: null },
    },
  },
});

/** What was accepted of the goods, receipt by receipt: what a day's price is made of. */
export const trendLine = page({
  of: priceTrend,
  path: 'line',
  title: '进价明细',
  fields: {
    businessDate: date('日期'),
    receiptNo: text('验收单号', { columnWidth: 150 }),
    receiptId: int('验收单', { hidden: true }),
    goodsId: ref('商品', 'goods'),
    supplierId: ref('供应商', 'supplier', { none: '市场（应急）' }),
    storehouseId: ref('仓库', 'storehouse'),
    qtyWords: text('验收'),
    priceFen: money('进价', { help: '每千克、升或个' }),
    amountFen: money('金额'),
    inspectorName: text('验收人'),
    acceptedAt: time('验收时间'),
  },
  list: {
    columns: except('receiptId', 'acceptedAt'),
    search: ['goodsId', 'supplierId', range('businessDate')],
    sort: '-acceptedAt',
    totals: ['amountFen'],
    drills: { receiptNo: { path: '/admin/contractor/erp/receipt/record', search: (row) => ({ id: row.receiptId }) } },
  },
});

export default [priceTrend, trendLine];
