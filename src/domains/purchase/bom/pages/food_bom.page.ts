/** 菜品BOM: what a portion of each dish takes of the store, what it costs now, and what is not mapped yet. */
import { bool, choice, date, decimal, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
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
    typeName: text('分类'),
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
    beforeFen: money('30 天前', { ...cost, help: '那时有商品还没有进过货的，不算' }),
    plannedFen: money('食材价成本', { ...cost, help: '菜谱按食材价格算的' }),
    priceFen: money('售价'),
    marginRatio: percent('毛利率', cost),
    unitCount: int('使用单位', { unit: '家', help: '来自同一平台菜品或同名的菜，在几家单位的菜品里' }),
    priceRange: text('各单位售价', { columnWidth: 120 }),
    sameDishId: ref('同一道菜', path, { hidden: true }),
    belowTarget: bool('毛利低于目标', { ...cost, hidden: true }),
  },
  list: {
    columns: except('plannedFen'),
    important: ['organizationId', 'name', 'unmappedCount', 'costFen', 'priceFen', 'marginRatio', 'unitCount'],
    search: [keyword('菜品', 'name'), 'typeName', 'unmapped', 'belowTarget', 'own', 'marginRatio', 'sameDishId'],
    sort: 'name',
    notice: true,
    drills: { unitCount: { path, search: (row) => ({ sameDishId: row.id }), keepsUnit: false } },
    row: [
      'view',
      { key: 'card', label: '成本卡', shows: 'receipt' },
      { key: 'own', label: '改用料', open: '/admin/contractor/supermarket/bom_recipe/form?kind=DISH&dishId={id}' },
    ],
    tools: [
      { key: 'maps', label: '配商品记录', open: `${path}/map` },
      {
        key: 'target',
        label: '毛利目标',
        form: {
          targetRatio: percent('毛利目标', { required: true, min: 0, max: 10_000, help: '低于它的菜品可以筛出来' }),
        },
        done: '已保存',
      },
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
    important: ['stuffName', 'bought', 'goodsId', 'goodsQty', 'costFen'],
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
        outcome: true,
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

/** Every mapping there has been, out of the form and out of sheets; one can give way to the one before it. */
export const foodBomMap = page({
  of: foodBom,
  path: 'map',
  title: '食材配商品',
  fields: {
    stuffName: text('食材', { required: true, max: 60 }),
    stuffCode: text('编码'),
    goodsId: ref('商品', 'goods', { required: true }),
    grams: decimal('每个基本单位折合（克）', { required: true, digits: 3, min: 0.001, max: 1_000_000, initial: 1 }),
    fromDate: date('生效日期', { required: true, starts: 'today' }),
    beforeName: text('改配前', { help: '这以前配的商品；改回就是按它采购' }),
    dishCount: int('用它的菜', { unit: '道' }),
    madeName: text('经办人'),
    madeAt: time('时间'),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
    ]),
  },
  list: {
    important: ['stuffName', 'goodsId', 'grams', 'beforeName', 'fromDate', 'state'],
    search: [keyword('食材/编码', 'stuffName', 'stuffCode'), 'goodsId', { key: 'state', initial: 'NOW,COMING' }],
    sort: '-fromDate',
    row: [
      {
        key: 'back',
        label: '改回',
        tone: 'danger',
        confirm: '「{stuffName}」不再按「{goodsName}」采购，改回以前配的商品？用它的菜品一起更新。',
        when: (row) => row.state === 'COMING' || (row.state === 'NOW' && row.beforeName !== null),
        whyNot: (row) => (row.state === 'NOW' ? `「${String(row.stuffName)}」以前没有配过别的商品` : undefined),
        done: '已改回，从今天起按以前的商品采购和算成本',
      },
    ],
  },
  import: {
    fields: ['stuffName', 'goodsId', 'grams', 'fromDate'],
    unique: ['stuffName'],
    help: '食材填平台食材库的名称或编码，商品填名称或编码；按克记账的商品折合填 1，按个的填一个多重',
  },
});

export default [foodBom, foodBomLine, foodBomPart, foodBomMap];
