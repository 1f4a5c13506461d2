/** 排餐成本: what the menus to come will cost a head, against a budget, and what a rise of prices would make of it. */
import { date, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { usualRise } from '../rise.ts';

const cost = { sees: 'cost' } as const;
const path = '/admin/contractor/report_form/menu_cost';
const bom = '/admin/contractor/supermarket/food_bom';
/** Nobody comes for one dish. */
const aHead = ['heads', 'headFen', 'overFen', 'raisedHeadFen'] as const;
const raised = '采购价按查询条件「进价涨幅」上涨以后';

export default page({
  path,
  title: '排餐成本',
  menu: ['报表中心', '菜品'],
  order: 5,
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    menuDate: date('用餐日期', { hidden: true }),
    organizationId: ref('单位', 'organization', { hidden: true }),
    restaurantId: ref('餐厅', 'restaurant', { hidden: true }),
    mealName: text('餐次', { hidden: true }),
    rise: int('进价涨幅', { unit: '%', min: 0, max: 200, hidden: true }),
    budgetFen: money('每人预算', { hidden: true }),
    groupName: text('分组项', { columnWidth: 170 }),
    placeName: text('餐厅', { columnWidth: 170 }),
    heads: int('计划人数', { unit: '人', help: '每餐按计划份数最多的那道菜' }),
    portions: int('计划份数', { unit: '份' }),
    unknownCount: int('未计成本', {
      ...cost,
      unit: '份',
      alarm: true,
      help: '没有菜谱、食材没有配商品或没有价格的份数',
    }),
    costFen: money('成本', { ...cost, help: '计划份数 × 用料，按当天有效的供货价，没有的按库存均价' }),
    headFen: money('每人成本', cost),
    overFen: money('超预算', { ...cost, alarm: true, help: '每人成本超过查询条件「每人预算」的部分' }),
    priceFen: money('售价合计', { help: '计划份数 × 售价' }),
    marginRatio: percent('毛利率', cost),
    raisedFen: money('涨价后成本', { ...cost, help: `${raised}；不填按 ${usualRise}%` }),
    raisedHeadFen: money('涨价后每人', { ...cost, help: raised }),
    raisedRatio: percent('涨价后毛利率', { ...cost, help: raised }),
  },
  list: {
    important: ['groupName', 'placeName', 'heads', 'costFen', 'headFen', 'overFen', 'marginRatio', 'raisedRatio'],
    search: [range('menuDate', 'next7Days'), 'organizationId', 'budgetFen', 'rise', 'restaurantId', 'mealName'],
    totals: ['portions', 'unknownCount', 'costFen', 'priceFen', 'raisedFen'],
    tools: [{ key: 'bom', label: '菜品BOM', open: bom }],
  },
  report: {
    groups: [
      { value: 'meal', label: '餐', also: ['placeName', ...aHead] },
      { value: 'day', label: '日', also: aHead },
      { value: 'unit', label: '单位', also: aHead },
      { value: 'dish', label: '菜品' },
    ],
    // A meal's dishes; of a dish what it is made of.
    drill: {
      path: (row) => (row.dish ? bom : path),
      group: 'dish',
      search: (row, search) =>
        row.dish
          ? { keyword: row.dish }
          : {
              ...search,
              menuDate: row.day ? [row.day, row.day] : search.menuDate,
              organizationId: row.organizationId ?? search.organizationId,
              restaurantId: row.restaurantId ?? search.restaurantId,
              mealName: row.mealName ?? search.mealName,
            },
      columns: { heads: null, headFen: null, overFen: null, marginRatio: null, raisedHeadFen: null, raisedRatio: null },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['costFen', 'raisedFen'] },
  },
});
