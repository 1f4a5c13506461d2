/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { choice, date, int, json, money, percent, ref, text } from '../../../kit/define/field.ts';
import { type Drill, keyword, page, range } from '../../../kit/define/page.ts';
import { drillByKind } from '../drill.ts';

/** The lines of one person, of all meals or of those a column counts. */
const ofPerson = (meal?: 'breakfast' | 'lunch' | 'dinner' | 'other'): Drill => ({
  path: '/admin/organization/consume_detail',
  search: (row, search) => ({
    businessDate: search.businessDate,
    personId: row.id,
    ...(meal ? { mealPeriodId: (row.meals as Record<string, number[]> | null)?.[meal] } : {}),
  }),
});

const purses = { mainFen: money('主账户'), subsidyFen: money('补贴'), thirdFen: money('第三方') };
const identity = '合计 = 主账户 + 补贴 + 第三方；净额 = 合计 − 纠错退回 + 补扣';

export const departmentConsumeSummary = page({
  path: '/admin/organization/department_consume_summary',
  title: '部门消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 40,
  kind: 'report',
  fields: {
    groupName: text('部门', { columnWidth: 200 }),
    businessDate: date('期间'),
    level: choice('部门层级', [
      { value: 'own', label: '所在部门' },
      { value: '1', label: '一级部门' },
      { value: '2', label: '二级部门' },
      { value: '3', label: '三级部门' },
    ]),
    mealPeriodId: ref('餐次', '/admin/organization/meal'),
    consumeCount: int('笔数', { unit: '笔' }),
    heads: int('人次', { unit: '人次' }),
    ...purses,
    amountFen: money('合计'),
    perHeadFen: money('人均'),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
  },
  list: {
    columns: [
      'groupName',
      'consumeCount',
      'heads',
      'mainFen',
      'subsidyFen',
      'thirdFen',
      'amountFen',
      'perHeadFen',
      'reversedFen',
      'supplementFen',
      'netFen',
    ],
    search: [range('businessDate', 'thisMonth'), { key: 'level' }, 'mealPeriodId'],
    totals: [
      'consumeCount',
      'heads',
      'mainFen',
      'subsidyFen',
      'thirdFen',
      'amountFen',
      'reversedFen',
      'supplementFen',
      'netFen',
    ],
    export: true,
  },
  report: {
    identity,
    drill: drillByKind((row, search) => ({
      businessDate: search.businessDate,
      mealPeriodId: search.mealPeriodId,
      ownDepartmentId: row.departmentIds,
    })),
    chart: { kind: 'bar', x: 'groupName', y: ['netFen'] },
  },
});

export const personalConsumeSummary = page({
  path: '/admin/organization/personal_consume_summary',
  title: '个人消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 50,
  kind: 'report',
  fields: {
    name: text('姓名', { sortable: true }),
    jobNumber: text('工号', { sortable: true }),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    typeId: ref('人员类别', '/admin/organization/type'),
    businessDate: date('期间'),
    breakfastCount: int('早餐次', { unit: '次' }),
    lunchCount: int('午餐次', { unit: '次' }),
    dinnerCount: int('晚餐次', { unit: '次' }),
    otherCount: int('其他次', { unit: '次' }),
    meals: json('餐次编号'),
    count: int('次数合计', { unit: '次', sortable: true }),
    ...purses,
    amountFen: money('金额合计', { sortable: true, help: '消费与补扣，已减纠错退回' }),
  },
  list: {
    columns: [
      'name',
      'departmentId',
      'typeId',
      'breakfastCount',
      'lunchCount',
      'dinnerCount',
      'otherCount',
      'count',
      'mainFen',
      'subsidyFen',
      'thirdFen',
      'amountFen',
    ],
    subline: { name: 'jobNumber' },
    search: [range('businessDate', 'thisMonth'), 'departmentId', 'typeId', keyword('姓名/工号', 'name', 'jobNumber')],
    sort: '-amountFen',
    totals: [
      'breakfastCount',
      'lunchCount',
      'dinnerCount',
      'otherCount',
      'count',
      'mainFen',
      'subsidyFen',
      'thirdFen',
      'amountFen',
    ],
    export: true,
  },
  report: {
    identity: '金额合计 = 主账户 + 补贴 + 第三方',
    drill: {
      ...ofPerson(),
      columns: {
        breakfastCount: ofPerson('breakfast'),
        lunchCount: ofPerson('lunch'),
        dinnerCount: ofPerson('dinner'),
        otherCount: ofPerson('other'),
      },
    },
  },
});

export const restaurantMonthlyData = page({
  path: '/admin/organization/restaurant/monthly_data',
  aliases: ['/admin/organization/restaurant_monthly_data', '/admin/organization/restaurant_month_data'],
  title: '餐厅月数据',
  menu: ['消费管理', '消费报表'],
  order: 60,
  kind: 'report',
  fields: {
    month: text('月份', { sortable: true }),
    businessDate: date('月份'),
    restaurantId: ref('餐厅', '/admin/organization/restaurant'),
    contractorName: text('承包商'),
    heads: int('人次', { unit: '人次' }),
    amountFen: money('金额'),
    perHeadFen: money('人均'),
    ...purses,
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
    monthOnMonth: percent('环比', { min: -1_000_000 }),
    yearOnYear: percent('同比', { min: -1_000_000 }),
  },
  list: {
    columns: [
      'month',
      'restaurantId',
      'contractorName',
      'heads',
      'amountFen',
      'perHeadFen',
      'mainFen',
      'subsidyFen',
      'thirdFen',
      'reversedFen',
      'supplementFen',
      'netFen',
      'monthOnMonth',
      'yearOnYear',
    ],
    search: [range('businessDate'), 'restaurantId'],
    sort: '-month',
    totals: ['heads', 'amountFen', 'mainFen', 'subsidyFen', 'thirdFen', 'reversedFen', 'supplementFen', 'netFen'],
    export: true,
  },
  report: {
    identity,
    drill: drillByKind((row) => ({ businessDate: [row.firstDay, row.lastDay], restaurantId: row.restaurantId })),
  },
});
