/** 菜谱汇总, 菜品余量汇总 of a contractor: per dish of a published menu what was planned, ordered and sold, and what is left. */
import { choice, date, int, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { against, eq, sum } from '../../../../kit/define/identity.ts';
import { type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { itemStatuses, menuStatuses } from '../../menus/menu-flow.ts';
import { bookedElsewhere, type PortionState, pickedElsewhere, standingStates } from '../portion-words.ts';

const path = '/admin/organization/food_menu_summary';
const rest = '/admin/contractor/report_form/food_menu_rest_summary';

const ordered = (...state: readonly PortionState[]): Drill => ({
  path: `${path}/ordered`,
  search: (row) => ({ menuItemId: row.id, menuDate: [row.menuDate, row.menuDate], state }),
});
const sold: Drill = {
  path: `${path}/sold`,
  search: (row) => ({ menuItemId: row.id, menuDate: [row.menuDate, row.menuDate] }),
};

const foodMenuSummary = page({
  aliases: ['/admin/organization/food_menu/summary'],
  title: '菜谱汇总',
  places: [
    { path, menu: ['菜谱营养', '菜谱'] },
    { path: rest, title: '菜品余量汇总', menu: ['报表中心', '菜品'] },
  ],
  order: 5,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    menuDate: date('日期', { sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period', { only: ['organization'] }),
    mealName: text('餐次', { only: ['contractor'] }),
    restaurantId: ref('餐厅', 'restaurant'),
    dishName: text('菜品', { columnWidth: 160 }),
    typeName: text('分类', { columnWidth: 90 }),
    planQty: int('计划份数', { unit: '份' }),
    madeQty: int('实备', { unit: '份', none: '按计划', help: '厨房实际备了几份；没有填的，浪费按计划份数算' }),
    orderedQty: int('已订', { unit: '份', help: '有效订单的份数，不含已取消、已退款' }),
    soldQty: int('已售', { unit: '份', help: '订餐已取的份数与窗口点餐的份数，已退回的不算' }),
    pickedQty: int('订餐已取', { unit: '份' }),
    windowQty: int('窗口点餐', { unit: '份' }),
    cancelledQty: int('取消', { unit: '份', help: '已取消与已退款的订餐份数' }),
    restQty: int('剩余', { unit: '份' }),
    restRate: percent('剩余率', { help: '剩余份数占计划份数' }),
    wasteGrams: int('浪费', {
      unit: '克',
      noneOf: (row) => (row.menuStatus === 'CLOSED' ? '未知' : `计划 ${row.planQty} 份`),
      help: '当天过后：（实备或计划的份数 − 已售）× 每份配料净重。这一餐有人没有按菜记下吃了什么的，按份数减实到人数算，是至少的数；没有配方、没有份数的，未知',
    }),
    wasteFen: money('浪费金额', {
      noneOf: (row) => (row.menuStatus === 'CLOSED' ? '未知' : '未供餐'),
      help: '当天过后：（实备或计划的份数 − 已售）× 发布时的每份成本。有人没有按菜记的按份数减实到人数算，是至少的数；配料缺价格的，未知',
    }),
    wasteUnknown: int('浪费未知', { hidden: true }),
    wasteLeast: int('浪费只知至少', { hidden: true }),
    wasteNote: text('浪费说明'),
    overQty: int('超售', { unit: '份', alarm: true, help: '已售超过计划的份数' }),
    orderLimit: int('限量', { unit: '份' }),
    leftToOrder: int('可订余量', { unit: '份', help: '限量减已订；未设限量的不显示' }),
    amountFen: money('金额', { help: '已售份数的入账净额' }),
    pickedFen: money('订餐金额'),
    windowFen: money('点餐金额'),
    grossFen: money('售出份数 × 单价', { help: '订餐的已减优惠券' }),
    backFen: money('退回金额'),
    status: choice('状态', itemStatuses),
    menuStatus: choice('菜谱状态', menuStatuses, { hidden: true }),
  },
  list: {
    columns: except('wasteNote', 'pickedFen', 'windowFen', 'grossFen', 'backFen', 'orderLimit'),
    subline: { wasteGrams: 'wasteNote', wasteFen: 'wasteNote' },
    important: [
      'mealPeriodId',
      'mealName',
      'dishName',
      'planQty',
      'orderedQty',
      'soldQty',
      'restQty',
      'amountFen',
      'status',
    ],
    search: [
      range('menuDate', 'thisWeek'),
      'mealPeriodId',
      'mealName',
      'restaurantId',
      'dishName',
      'typeName',
      'status',
    ],
    totals: [
      'planQty',
      'orderedQty',
      'soldQty',
      'pickedQty',
      'windowQty',
      'cancelledQty',
      'restQty',
      'overQty',
      'amountFen',
      'pickedFen',
      'windowFen',
      'grossFen',
      'backFen',
    ],
    refreshSeconds: 30,
    notice: true,
    row: [
      {
        key: 'stop',
        label: '停售',
        tone: 'neutral',
        only: ['organization'],
        batch: true,
        form: { status: choice('改为', itemStatuses.slice(1), { required: true, initial: 'SOLD_OUT' }) },
        outcome: true,
        when: (row) => row.menuStatus === 'PUBLISHED' && row.status === 'ON',
        whyNot: (row) => (row.menuStatus === 'PUBLISHED' ? undefined : '菜谱已结束或没有发布'),
      },
      {
        key: 'made',
        label: '实备',
        only: ['organization'],
        form: {
          madeQty: int('实备', {
            unit: '份',
            min: 0,
            max: 100_000,
            help: '厨房实际备了几份；不填则回到按计划份数算浪费',
          }),
        },
        done: '已填',
      },
      {
        key: 'resume',
        label: '恢复在售',
        only: ['organization'],
        batch: true,
        when: (row) => row.menuStatus === 'PUBLISHED' && row.status !== 'ON',
      },
    ],
  },
  report: {
    identities: [
      sum('soldQty', ['pickedQty', 'windowQty']),
      sum('amountFen', ['pickedFen', 'windowFen']),
      sum('restQty', ['planQty', 'overQty', '-soldQty']),
      eq('grossFen', ['pickedFen', 'windowFen', 'backFen']),
      against('pickedQty', pickedElsewhere),
      against('amountFen', bookedElsewhere),
    ],
    drill: {
      ...ordered(...standingStates),
      columns: {
        planQty: null,
        madeQty: null,
        soldQty: null,
        restQty: null,
        restRate: null,
        wasteGrams: null,
        wasteFen: null,
        overQty: null,
        orderLimit: null,
        leftToOrder: null,
        amountFen: null,
        grossFen: null,
        backFen: null,
        pickedQty: ordered('PICKED'),
        pickedFen: ordered('PICKED'),
        cancelledQty: ordered('CANCELLED', 'REFUNDED'),
        windowQty: sold,
        windowFen: sold,
      },
    },
  },
});

export default foodMenuSummary;
