/**
 * 毛利与用料差异: what meals earned, what they should have taken of the store and what they took; the gap by goods is the chef's list.
 */
import { bool, choice, date, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { againstInScope, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';
import { theorySources, usedKinds } from '../source-words.ts';

const path = '/admin/contractor/report_form/food_margin';
export const tradesNet = '交易净额（除商店）';
const cost = { sees: 'cost' } as const;
/** What belongs to no unit: a key that is empty would ask for all of them. */
const central = bool('中心仓', { hidden: true });

/** The days and units of a row and of its report. */
const asked: Drill['search'] = (row, search) => ({
  businessDate: search.group === 'day' ? [row.groupKey, row.groupKey] : search.businessDate,
  organizationId: search.group === 'day' ? search.organizationId : row.groupKey,
});
/** Only what belongs to no unit: the row, or all that was asked for. */
const nowhere: (...of: Parameters<Drill['search']>) => true | null = (row, search) =>
  (search.group !== 'day' && row.groupKey === null) || search.central === true ? true : null;
const to = (below: string): Drill => ({
  path: `${path}/${below}`,
  search: (row, search) => ({ ...asked(row, search), central: nowhere(row, search) }),
});

/** A margin is the difference of two: its days, or of a day its units, each with both, open the lines of either. */
const apart: Drill = {
  path,
  search: (row, search) => ({
    ...asked(row, search),
    central: nowhere(row, search),
    group: search.group === 'day' ? 'unit' : 'day',
  }),
};

export const foodMargin = page({
  path,
  title: '毛利与用料差异',
  menu: ['报表中心', '菜品'],
  order: 6,
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    organizationId: ref('单位', 'organization', { hidden: true }),
    businessDate: date('用餐日期', { hidden: true }),
    central,
    groupName: text('分组项', { columnWidth: 170 }),
    revenueFen: money('营业额', { help: '交易净额，不含商店' }),
    theoryFen: money('应耗成本', { ...cost, help: '售出或就餐的份数 × 菜谱用料，按当天库存均价' }),
    unknownCount: int('未计成本', {
      ...cost,
      unit: '份',
      alarm: true,
      help: '没有菜谱、食材没有配商品或没有均价的份数',
    }),
    plannedFen: money('计划毛利', { ...cost, help: '营业额 − 应耗成本' }),
    plannedRatio: percent('计划毛利率', cost),
    usedFen: money('实耗成本', { ...cost, help: '领用 − 退料 + 报损 + 途中损耗 ± 盘点' }),
    realFen: money('实际毛利', { ...cost, help: '营业额 − 实耗成本' }),
    realRatio: percent('实际毛利率', cost),
    gapFen: money('差额', { ...cost, help: '实耗 − 应耗，打开看是哪些商品' }),
    gapRatio: percent('差额率', { ...cost, help: '差额占应耗成本' }),
  },
  list: {
    columns: except('organizationId', 'businessDate', 'central'),
    important: ['groupName', 'revenueFen', 'theoryFen', 'plannedRatio', 'usedFen', 'realRatio', 'gapFen'],
    search: [range('businessDate', 'past7Days'), 'organizationId', 'central'],
    sort: '-gapFen',
    totals: ['revenueFen', 'theoryFen', 'plannedFen', 'usedFen', 'realFen', 'gapFen'],
    tools: [{ key: 'goods', label: '按商品看差异', open: `${path}/goods` }],
  },
  report: {
    groups: [
      { value: 'unit', label: '单位' },
      { value: 'day', label: '日' },
    ],
    identities: [
      sum('plannedFen', ['revenueFen', '-theoryFen']),
      sum('realFen', ['revenueFen', '-usedFen']),
      sum('gapFen', ['usedFen', '-theoryFen']),
      againstInScope('revenueFen', tradesNet),
    ],
    drill: {
      ...to('goods'),
      columns: {
        revenueFen: {
          path: '/admin/contractor/consume_detail',
          search: (row, search) => ({ ...asked(row, search), restaurantId: row.restaurantIds }),
        },
        theoryFen: to('theory'),
        unknownCount: null,
        plannedFen: apart,
        plannedRatio: null,
        usedFen: to('used'),
        realFen: apart,
        realRatio: null,
        gapRatio: null,
      },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['theoryFen', 'usedFen'] },
  },
});

const goodsOf = (below: string, more: Record<string, unknown> = {}): Drill => ({
  path: `${path}/${below}`,
  search: (row, search) => ({
    businessDate: search.businessDate,
    organizationId: search.organizationId,
    goodsId: row.goodsId,
    central: search.central,
    ...more,
  }),
});

/** Which goods the gap lies in. */
export const goodsGap = page({
  of: foodMargin,
  path: 'goods',
  title: '用料差异',
  fields: {
    organizationId: ref('单位', 'organization', { hidden: true }),
    businessDate: date('用餐日期', { hidden: true }),
    central,
    goodsId: ref('商品', 'goods', { columnWidth: 150 }),
    category: choice('分类', goodsCategories),
    theoryWords: text('应耗', { columnWidth: 105 }),
    usedWords: text('实耗', { columnWidth: 105 }),
    gapWords: text('差异量'),
    gapRatio: percent('差异率', { help: '差异量占应耗' }),
    theoryFen: money('应耗成本', cost),
    issuedFen: money('领用', cost),
    returnedFen: money('退料', cost),
    lossFen: money('报损', cost),
    transitFen: money('途中损耗', { ...cost, help: '调拨途中短少的，算在收货的食堂' }),
    countFen: money('盘亏盘盈', { ...cost, help: '盘亏为正，盘盈为负' }),
    usedFen: money('实耗成本', cost),
    gapFen: money('差额', { ...cost, help: '份量过大、浪费、丢失或菜谱不准' }),
  },
  list: {
    columns: except('organizationId', 'businessDate', 'central'),
    important: ['goodsId', 'theoryWords', 'usedWords', 'gapWords', 'gapRatio', 'gapFen'],
    search: [range('businessDate', 'past7Days'), 'organizationId', 'category', 'goodsId', 'central'],
    sort: '-gapFen',
    totals: all(),
  },
  report: {
    identities: [
      sum('usedFen', ['issuedFen', '-returnedFen', 'lossFen', 'transitFen', 'countFen']),
      sum('gapFen', ['usedFen', '-theoryFen']),
    ],
    drill: {
      ...goodsOf('used'),
      columns: {
        theoryWords: goodsOf('theory'),
        usedWords: goodsOf('used'),
        gapWords: goodsOf('gap'),
        gapRatio: null,
        theoryFen: goodsOf('theory'),
        issuedFen: goodsOf('used', { kind: ['ISSUE'] }),
        returnedFen: goodsOf('used', { kind: ['ISSUE_RETURN'] }),
        lossFen: goodsOf('used', { kind: ['LOSS'] }),
        transitFen: goodsOf('used', { kind: ['TRANSIT_LOSS'] }),
        countFen: goodsOf('used', { kind: ['COUNT_GAIN', 'COUNT_LOSS'] }),
        gapFen: goodsOf('gap'),
      },
    },
    chart: { kind: 'bar', x: 'goodsId', y: ['gapFen'] },
  },
});

/** What dishes should have taken: portions, what one takes, what it cost; on to the menu, the recipe and the need. */
export const theoryLines = page({
  of: foodMargin,
  path: 'theory',
  title: '应耗明细',
  fields: {
    organizationId: ref('单位', 'organization'),
    businessDate: date('用餐日期'),
    restaurantId: ref('餐厅', 'restaurant'),
    mealName: text('餐次'),
    central,
    dishId: int('菜品编号', { hidden: true }),
    dishName: text('菜品', { columnWidth: 150 }),
    source: choice('依据', theorySources),
    portions: int('份数', { unit: '份' }),
    goodsId: ref('商品', 'goods', { none: '没有配商品' }),
    eachWords: text('每份'),
    qtyWords: text('应耗'),
    averageWords: text('均价', cost),
    theoryFen: money('应耗成本', cost),
  },
  list: {
    columns: except('dishId', 'central'),
    important: ['businessDate', 'mealName', 'dishName', 'portions', 'goodsId', 'qtyWords', 'theoryFen'],
    search: [
      range('businessDate', 'past7Days'),
      'organizationId',
      'restaurantId',
      'mealName',
      'goodsId',
      'source',
      'dishId',
      'central',
    ],
    sort: '-businessDate',
    totals: ['theoryFen'],
  },
  report: {
    drill: {
      path: '/admin/contractor/supermarket/supermarket_daily_purchase',
      search: (row) => ({ purchaseDate: [row.businessDate, row.businessDate], goodsId: row.goodsId }),
      columns: {
        dishName: { path: '/admin/contractor/supermarket/food_bom/record', search: (row) => ({ id: row.dishId }) },
        portions: {
          path: '/admin/contractor/report_form/food_menu_detail',
          search: (row) => ({
            menuDate: [row.businessDate, row.businessDate],
            organizationId: row.organizationId,
            restaurantId: row.restaurantId,
            mealName: row.mealName,
            dishName: row.dishName,
          }),
        },
        eachWords: { path: '/admin/contractor/supermarket/food_bom/record', search: (row) => ({ id: row.dishId }) },
        averageWords: null,
        theoryFen: null,
      },
    },
  },
});

/** What was taken, entry by entry: on to the document, and by the lot to its acceptance and order. */
export const usedLines = page({
  of: foodMargin,
  path: 'used',
  title: '实耗明细',
  fields: {
    organizationId: ref('单位', 'organization', { none: '中心仓' }),
    businessDate: date('用餐日期'),
    mealName: text('餐次'),
    central,
    storehouseId: ref('仓库', 'storehouse'),
    kind: choice('类型', usedKinds),
    goodsId: ref('商品', 'goods'),
    category: choice('分类', goodsCategories, { hidden: true }),
    qtyWords: text('数量'),
    usedFen: money('金额', cost),
    lotId: ref('批次', 'lot'),
    billId: ref('单据', '/admin/contractor/erp/stock_bill'),
  },
  list: {
    columns: except('category', 'central'),
    important: ['businessDate', 'mealName', 'kind', 'goodsId', 'qtyWords', 'usedFen', 'billId'],
    search: [range('businessDate', 'past7Days'), 'organizationId', 'goodsId', 'kind', 'category', 'central'],
    sort: '-businessDate',
    totals: ['usedFen'],
    drills: {
      lotId: { path: '/admin/contractor/erp/lot_trace/record', search: (row) => ({ id: row.lotId }) },
      billId: { path: '/admin/contractor/erp/stock_bill/record', search: (row) => ({ id: row.billId }) },
    },
  },
});

/** What the gap of goods is made of: portions that should have taken it beside the documents that did. */
export const gapParts = page({
  of: foodMargin,
  path: 'gap',
  title: '差额构成',
  fields: {
    organizationId: ref('单位', 'organization', { none: '中心仓' }),
    businessDate: date('用餐日期'),
    mealName: text('餐次'),
    central,
    goodsId: ref('商品', 'goods'),
    category: choice('分类', goodsCategories, { hidden: true }),
    part: choice('构成', [{ value: 'THEORY', label: '应耗', tone: 'info' }, ...usedKinds]),
    about: text('菜品份数 / 单据', { columnWidth: 200 }),
    qtyWords: text('数量'),
    theoryFen: money('应耗成本', cost),
    usedFen: money('实耗成本', cost),
    gapFen: money('差额', { ...cost, help: '实耗 − 应耗' }),
    dishId: int('菜品编号', { hidden: true }),
    billId: int('单据编号', { hidden: true }),
  },
  list: {
    columns: except('category', 'central', 'dishId', 'billId'),
    important: ['businessDate', 'mealName', 'goodsId', 'part', 'about', 'qtyWords', 'gapFen'],
    search: [range('businessDate', 'past7Days'), 'organizationId', 'goodsId', 'category', 'central'],
    sort: '-businessDate',
    totals: ['theoryFen', 'usedFen', 'gapFen'],
    drills: {
      about: {
        path: (row) =>
          row.billId === null
            ? '/admin/contractor/supermarket/food_bom/record'
            : '/admin/contractor/erp/stock_bill/record',
        search: (row) => ({ id: row.billId ?? row.dishId }),
      },
    },
  },
  report: { identities: [sum('gapFen', ['usedFen', '-theoryFen'])] },
});

export default [foodMargin, goodsGap, theoryLines, usedLines, gapParts];
