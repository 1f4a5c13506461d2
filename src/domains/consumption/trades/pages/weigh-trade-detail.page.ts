/** 称重消费明细: what was taken from scales, take by take. */
import { choice, date, int, money, ref, text, time, weight } from '../../../../kit/define/field.ts';
import { against, eq } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';

export const plateStatuses = [
  { value: 'SETTLED', label: '已结算', tone: 'success' },
  { value: 'UNPAID', label: '未结算', tone: 'danger' },
  { value: 'REFUNDED', label: '已退回', tone: 'neutral' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/weigh_trade_detail',
  title: '称重消费明细',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费报表'],
  order: 80,
  fields: {
    occurredAt: time('时间', { sortable: true }),
    businessDate: date('营业日期'),
    trayNo: text('托盘号'),
    personName: text('姓名'),
    jobNumber: text('工号'),
    restaurantId: ref('餐厅', 'restaurant'),
    deviceId: ref('称重台', 'device'),
    mealPeriodId: ref('餐次', 'meal_period'),
    name: text('菜品'),
    beforeG: weight('取前'),
    afterG: weight('取后'),
    grams: weight('取用', { sortable: true }),
    pricePer100gFen: money('百克价'),
    pricedFen: money('克重 × 百克价', { help: '四舍五入到分' }),
    amountFen: money('金额', { sortable: true }),
    kcal: int('热量', { unit: '千卡' }),
    tradeNo: text('交易号', { columnWidth: 130 }),
    status: choice('状态', plateStatuses),
  },
  list: {
    columns: except('businessDate', 'pricedFen'),
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'today'),
      'mealPeriodId',
      'restaurantId',
      'deviceId',
      keyword('菜品/姓名/工号/托盘号', 'name', 'personName', 'jobNumber', 'trayNo'),
      'status',
    ],
    totals: ['grams', 'amountFen', 'kcal'],
  },
  report: { identities: [eq('amountFen', 'pricedFen'), against('amountFen', '交易实收与未结算合计')] },
});
