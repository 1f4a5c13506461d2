/** 菜品BOM: what a portion of each dish takes of the store, what it costs now, and what is not mapped yet. */
import { bool, date, decimal, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

const path = '/admin/contractor/supermarket/food_bom';
const cost = { sees: 'cost' } as const;

export const foodBom = page({
  path,
  title: '菜品BOM',
  menu: ['商超', '商品'],
  order: 50,
  limited: 'common',
  wide: ['organizationId'],
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    organizationId: ref('单位', 'organization'),
    name: text('菜品'),
    versionNo: int('菜谱版本'),
    grams: int('每份毛重', { unit: '克' }),
    lineCount: int('食材', { unit: '种' }),
    unmappedCount: int('未配', { unit: '种', alarm: true }),
    unmapped: bool('有未配', { hidden: true }),
    own: bool('改用料', {
      words: [{ label: '已改', tone: 'info' }, { label: '' }],
      help: '按自己的用料采购和算成本，不按菜谱',
    }),
    costFen: money('每份成本', { ...cost, help: '按库存现在的均价；没有库存按最近进价' }),
    beforeFen: money('30 天前', cost),
    plannedFen: money('食材价成本', { ...cost, help: '菜谱按食材价格算的' }),
    priceFen: money('售价'),
    marginRatio: percent('毛利率', cost),
  },
  list: {
    columns: except('plannedFen'),
    search: [keyword('菜品', 'name'), 'unmapped', 'own', 'marginRatio'],
    sort: 'name',
    notice: true,
    row: [
      'view',
      { key: 'own', label: '改用料', open: '/admin/contractor/supermarket/bom_recipe/form?kind=DISH&dishId={id}' },
    ],
  },
});

export const foodBomLine = page({
  of: foodBom,
  by: 'dishId',
  path: 'line',
  title: '用料',
  fields: {
    dishId: int('菜品'),
    no: int('序号'),
    stuffName: text('食材'),
    net: text('菜谱用量'),
    bought: text('每份采购量'),
    goodsId: ref('商品', 'goods'),
    goodsQty: text('折合商品'),
    source: text('来源'),
    costFen: money('每份成本', cost),
  },
  list: {
    sort: 'no',
    totals: ['costFen'],
    row: [
      {
        key: 'map',
        label: '配商品',
        form: {
          goodsId: ref('商品', 'goods', { required: true }),
          grams: decimal('每个基本单位折合食材', {
            required: true,
            digits: 3,
            min: 0.001,
            max: 1_000_000,
            initial: 1,
            unit: '克',
            help: '按克记账的商品填 1；按个的填一个多重',
          }),
          fromDate: date('生效日期', { required: true, starts: 'today' }),
        },
        done: '已配，同一食材的菜品一起更新',
      },
    ],
  },
});

/** What buying and costs go by: recipes of the caterer's own in place of the menu's, made goods taken apart. */
export const foodBomPart = page({
  of: foodBom,
  by: 'dishId',
  path: 'part',
  title: '采购按这些商品',
  fields: {
    dishId: int('菜品'),
    goodsId: ref('商品', 'goods'),
    qty: text('每份'),
    source: text('来源'),
    averageWords: text('均价', cost),
    costFen: money('每份成本', cost),
  },
  list: { columns: ['goodsId', 'qty', 'source', 'averageWords', 'costFen'], totals: ['costFen'] },
  report: {},
});

export default [foodBom, foodBomLine, foodBomPart];
