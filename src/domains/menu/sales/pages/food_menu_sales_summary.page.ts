/** 菜品销售汇总 of a contractor: which dishes sell, for how much, how they are liked and what is earned by them. */
import { date, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { against, eq, sum } from '../../../../kit/define/identity.ts';
import { type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { bookedElsewhere, type PortionState, pickedElsewhere } from '../portion-words.ts';

const lines = '/admin/contractor/report_form/food_menu_rest_summary';
const ofDish: Drill['search'] = (row, search) => ({
  menuDate: search.menuDate,
  restaurantId: search.restaurantId,
  mealName: search.mealName,
  dishId: row.dishId,
});
const ordered = (...state: readonly PortionState[]): Drill => ({
  path: `${lines}/ordered`,
  search: (row, search) => ({ ...ofDish(row, search), state }),
});
const sold: Drill = { path: `${lines}/sold`, search: ofDish };

export default page({
  path: '/admin/contractor/report_form/food_menu_sales_summary',
  title: '菜品销售汇总',
  wide: ['organizationId'],
  menu: ['报表中心', '菜品'],
  order: 4,
  verbs: { cost: '查看库存成本' },
  duties: { cost: 'keep' },
  fields: {
    organizationId: ref('单位', 'organization'),
    menuDate: date('期间'),
    restaurantId: ref('餐厅', 'restaurant', { hidden: true }),
    mealName: text('餐次', { hidden: true }),
    dishId: int('菜品编号', { hidden: true }),
    dishName: text('菜品', { columnWidth: 170 }),
    typeName: text('分类', { columnWidth: 90 }),
    qty: int('份数', { unit: '份', sortable: true }),
    pickedQty: int('订餐已取', { unit: '份', sortable: true }),
    windowQty: int('窗口点餐', { unit: '份', sortable: true }),
    amountFen: money('金额', { sortable: true, help: '入账净额，减去退回的部分' }),
    pickedFen: money('订餐金额'),
    windowFen: money('点餐金额'),
    grossFen: money('份数 × 单价', { help: '订餐的已减优惠券' }),
    backFen: money('退回金额'),
    share: percent('占比', { sortable: true, help: '占所查全部菜品的金额' }),
    returnedQty: int('退款份数', { unit: '份', sortable: true }),
    ratings: int('评价', { unit: '条', sortable: true }),
    goodRate: percent('好评率', { sortable: true, help: '4 分及以上的评价' }),
    costFen: money('成本', { help: '按菜谱发布时留存的配料价格' }),
    uncosted: int('成本不全', { unit: '份', help: '没有菜谱或配料无价，未计入成本的份数' }),
    storeFen: money('库存成本', { sees: 'cost', help: '售出份数按当天库存均价的用料成本' }),
    storeMargin: percent('库存毛利率', { sees: 'cost', sortable: true, help: '用料没有配全或没有均价的不计算' }),
    margin: percent('毛利率', { sortable: true, help: '成本不全的不计算' }),
  },
  list: {
    columns: except('menuDate', 'pickedFen', 'windowFen', 'grossFen'),
    important: ['organizationId', 'dishName', 'qty', 'amountFen', 'share', 'goodRate', 'margin'],
    search: [range('menuDate', 'last7Days'), 'restaurantId', 'mealName', 'dishName', 'typeName'],
    sort: '-amountFen',
    totals: [
      'qty',
      'pickedQty',
      'windowQty',
      'amountFen',
      'pickedFen',
      'windowFen',
      'grossFen',
      'backFen',
      'returnedQty',
      'ratings',
      'costFen',
      'uncosted',
      'storeFen',
    ],
    tools: [{ key: 'margin', label: '毛利与用料差异', open: '/admin/contractor/report_form/food_margin' }],
  },
  report: {
    identities: [
      sum('qty', ['pickedQty', 'windowQty']),
      sum('amountFen', ['pickedFen', 'windowFen']),
      eq('grossFen', ['pickedFen', 'windowFen', 'backFen']),
      against('pickedQty', pickedElsewhere),
      against('amountFen', bookedElsewhere),
    ],
    drill: {
      ...ordered('PICKED'),
      columns: {
        qty: null,
        amountFen: null,
        grossFen: null,
        backFen: null,
        share: null,
        returnedQty: null,
        ratings: null,
        goodRate: null,
        costFen: null,
        uncosted: null,
        margin: null,
        storeFen: {
          path: '/admin/contractor/report_form/food_margin/theory',
          search: (row, search) => ({
            businessDate: search.menuDate,
            organizationId: row.organizationId,
            restaurantId: search.restaurantId,
            mealName: search.mealName,
            dishId: row.dishId,
            source: ['SOLD'],
          }),
        },
        storeMargin: null,
        windowQty: sold,
        windowFen: sold,
      },
    },
  },
});
