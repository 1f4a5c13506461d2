/** 商品销售汇总: what was sold of goods, what came back, what it cost and earned. */
import { choice, date, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { againstInScope, sum } from '../../../../kit/define/identity.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';

export const shopTrades = '商店交易净额（除配送费）';
const detail = '/admin/contractor/supermarket/supermarket_comsume_detail';

export default page({
  path: '/admin/contractor/supermarket/goods_summary',
  title: '商品销售汇总',
  menu: ['商超', '账单报表'],
  order: 20,
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    organizationId: ref('单位', 'organization', { hidden: true }),
    businessDate: date('期间', { hidden: true }),
    category: choice('分类', goodsCategories, { hidden: true }),
    groupName: text('分组项', { columnWidth: 170 }),
    categoryName: text('分类'),
    spec: text('规格'),
    lineCount: int('笔数', { unit: '笔' }),
    qtyWords: text('销量'),
    amountFen: money('销售额'),
    backFen: money('退款额'),
    netFen: money('净销售额'),
    costFen: money('成本', { sees: 'cost', help: '已出库的按当时移动平均' }),
    marginFen: money('毛利', { sees: 'cost' }),
    margin: percent('毛利率', { sees: 'cost' }),
    stockWords: text('库存'),
  },
  list: {
    columns: except('organizationId', 'businessDate', 'category'),
    important: ['groupName', 'qtyWords', 'netFen', 'marginFen', 'margin'],
    search: [range('businessDate', 'thisMonth'), 'organizationId', 'category'],
    sort: '-netFen',
    totals: all(),
    tools: [{ key: 'moves', label: '进销存', open: `/admin/contractor/supermarket/goods_summary/moves` }],
  },
  report: {
    groups: [
      { value: 'goods', label: '商品' },
      { value: 'category', label: '分类' },
      { value: 'site', label: '单位' },
      { value: 'day', label: '日' },
    ],
    identities: [sum('netFen', ['amountFen', '-backFen']), againstInScope('netFen', shopTrades)],
    drill: {
      path: detail,
      search: (row, search) => {
        const own = {
          businessDate: search.businessDate,
          organizationId: search.organizationId,
          category: search.category,
        };
        const group = String(search.group ?? 'goods');
        if (group === 'day') return { ...own, businessDate: [row.groupKey, row.groupKey] };
        if (group === 'site') return { ...own, organizationId: row.groupKey };
        return { ...own, [group === 'category' ? 'category' : 'goodsId']: row.groupKey };
      },
      columns: { lineCount: null, costFen: null, marginFen: null },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['netFen'] },
  },
});
