/** 商品进销存: opening, what came and went, closing of every goods over some days, in quantity and amount. */
import { choice, date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { type DayGroup, goodsCategories, kindsIn } from '../../../stock/public.ts';

const cost = { sees: 'cost' } as const;

/** The entries of the goods in the period, those of one column, or all until a day of it. */
const entries = (more: Drill['search'] = () => ({})): Drill => ({
  path: '/admin/contractor/erp/stock_ledger',
  search: (row, search) => ({
    goodsId: row.goodsId,
    storehouseId: search.storehouseId,
    businessDate: search.businessDate,
    ...more(row, search),
  }),
});
const moved = (group: DayGroup): Drill => entries(() => ({ kind: kindsIn(group) }));

export default page({
  path: '/admin/contractor/supermarket/goods_summary/moves',
  title: '商品进销存',
  menu: ['商超', '账单报表'],
  order: 25,
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    businessDate: date('期间', { hidden: true }),
    storehouseId: ref('仓库', 'storehouse', { hidden: true }),
    category: choice('分类', goodsCategories, { hidden: true }),
    goodsId: int('商品', { hidden: true }),
    code: text('编码'),
    goodsName: text('商品', { columnWidth: 150 }),
    openingWords: text('期初'),
    inWords: text('入库'),
    issueWords: text('领用'),
    saleWords: text('销售'),
    lossWords: text('报损'),
    awayWords: text('调出退货加工'),
    countWords: text('盘盈盘亏'),
    closingWords: text('期末'),
    openingFen: money('期初金额', cost),
    inFen: money('入库金额', cost),
    issueFen: money('领用金额', cost),
    saleFen: money('销售成本', cost),
    lossFen: money('报损金额', cost),
    awayFen: money('调出退货加工金额', cost),
    countFen: money('盘点金额', cost),
    revalueFen: money('调价金额', cost),
    closingFen: money('期末金额', cost),
  },
  list: {
    columns: except('businessDate', 'storehouseId', 'category', 'goodsId'),
    important: ['goodsName', 'openingWords', 'inWords', 'issueWords', 'saleWords', 'closingWords'],
    search: [range('businessDate', 'thisMonth'), 'storehouseId', 'category'],
    sort: 'code',
    totals: all(),
    tools: [{ key: 'sales', label: '销售汇总', open: '/admin/contractor/supermarket/goods_summary' }],
  },
  report: {
    identities: [
      eq('closingFen', [
        'openingFen',
        'inFen',
        '-issueFen',
        '-saleFen',
        '-lossFen',
        '-awayFen',
        'countFen',
        'revalueFen',
      ]),
    ],
    drill: {
      ...entries(),
      columns: {
        openingFen: entries((row) => ({ businessDate: [null, row.dayBefore] })),
        inFen: moved('in'),
        issueFen: moved('issue'),
        saleFen: moved('sale'),
        lossFen: moved('loss'),
        awayFen: moved('away'),
        countFen: moved('count'),
        revalueFen: moved('revalue'),
        closingFen: entries((_, search) => ({
          businessDate: [null, (search.businessDate as [unknown, unknown])?.[1]],
        })),
      },
    },
  },
});
