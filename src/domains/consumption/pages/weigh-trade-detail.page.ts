/** 称重消费明细: what was taken from scales, take by take. */
import { choice, date, int, money, ref, text, time, weight } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';

export const plateStatuses = [
  { value: 'SETTLED', label: '已结算', tone: 'success' },
  { value: 'UNPAID', label: '未结算', tone: 'danger' },
  { value: 'REFUNDED', label: '已退回', tone: 'neutral' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/weigh_trade_detail',
  title: '称重消费明细',
  menu: ['消费管理', '消费报表'],
  order: 80,
  kind: 'report',
  fields: {
    occurredAt: time('时间', { sortable: true }),
    businessDate: date('营业日期'),
    trayNo: text('托盘号'),
    personName: text('姓名'),
    jobNumber: text('工号'),
    restaurantId: ref('餐厅', '/admin/organization/restaurant'),
    deviceId: ref('称重台', '/admin/organization/device_list'),
    mealPeriodId: ref('餐次', '/admin/organization/meal'),
    name: text('菜品'),
    beforeG: weight('取前'),
    afterG: weight('取后'),
    grams: weight('取用', { sortable: true }),
    pricePer100gFen: money('百克价'),
    amountFen: money('金额', { sortable: true }),
    kcal: int('热量', { unit: '千卡' }),
    tradeNo: text('交易号', { columnWidth: 130 }),
    status: choice('状态', plateStatuses),
  },
  list: {
    columns: [
      'occurredAt',
      'trayNo',
      'personName',
      'jobNumber',
      'restaurantId',
      'deviceId',
      'mealPeriodId',
      'name',
      'beforeG',
      'afterG',
      'grams',
      'pricePer100gFen',
      'amountFen',
      'kcal',
      'tradeNo',
      'status',
    ],
    search: [
      range('businessDate', 'today'),
      'mealPeriodId',
      'restaurantId',
      'deviceId',
      keyword('菜品/姓名/工号/托盘号', 'name', 'personName', 'jobNumber', 'trayNo'),
      'status',
    ],
    sort: '-occurredAt',
    totals: ['grams', 'amountFen', 'kcal'],
    export: true,
  },
  report: { identity: '金额 = 四舍五入(取用克重 × 百克价 ÷ 100)；每笔交易各项合计 = 交易实收' },
});
