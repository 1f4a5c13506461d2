/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { date, int, json, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { same } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, keyword, months, page, range } from '../../../../kit/define/page.ts';
import { departmentLevel } from '../../../people/public.ts';
import { consumedIdentities, purseFields } from '../../fields.ts';
import { drillByKind } from '../../trades/drill.ts';

const ofPerson = drillByKind((row, search) => ({ businessDate: search.businessDate, personId: row.id }));
/** What one person consumed in the meals a column counts. */
const atMeal = (meal: 'breakfast' | 'lunch' | 'dinner' | 'other'): Drill => ({
  path: ofPerson.path,
  search: (row, search) => ({
    ...ofPerson.search(row, search),
    kind: 'CONSUME',
    mealPeriodId: (row.meals as Record<string, number[]> | null)?.[meal],
  }),
});

export const departmentConsumeSummary = page({
  path: '/admin/organization/department_consume_summary',
  title: '部门消费汇总',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费报表'],
  order: 40,
  fields: {
    groupName: text('部门', { columnWidth: 200 }),
    businessDate: date('期间'),
    level: departmentLevel,
    mealPeriodId: ref('餐次', 'meal_period'),
    consumeCount: int('笔数', { unit: '笔' }),
    heads: int('人次', { unit: '人次' }),
    ...purseFields(),
    amountFen: money('合计'),
    perHeadFen: money('人均', { help: '净额 ÷ 人次' }),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
  },
  list: {
    columns: except('businessDate', 'level', 'mealPeriodId'),
    search: [range('businessDate', 'thisMonth'), { key: 'level' }, 'mealPeriodId'],
    totals: except('perHeadFen'),
  },
  report: {
    identities: [...consumedIdentities, same('netFen', 'consume_summary', { ignoring: ['level'] })],
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
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费报表'],
  order: 50,
  fields: {
    name: text('姓名', { sortable: true }),
    jobNumber: text('工号', { sortable: true }),
    departmentId: ref('部门', 'department'),
    typeId: ref('人员类别', 'person_type'),
    businessDate: date('期间'),
    breakfastCount: int('早餐次', { unit: '次', help: '刷卡次数；补扣与纠错退回不改变次数，金额见各自的列' }),
    lunchCount: int('午餐次', { unit: '次' }),
    dinnerCount: int('晚餐次', { unit: '次' }),
    otherCount: int('其他次', { unit: '次' }),
    meals: json('餐次编号'),
    count: int('次数合计', { unit: '次', sortable: true }),
    ...purseFields(),
    amountFen: money('合计', { sortable: true }),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额', { sortable: true }),
  },
  list: {
    columns: except('businessDate', 'meals'),
    subline: { name: 'jobNumber' },
    search: [range('businessDate', 'thisMonth'), 'departmentId', 'typeId', keyword('姓名/工号', 'name', 'jobNumber')],
    sort: '-netFen',
    totals: all(),
  },
  report: {
    identities: [
      ...consumedIdentities,
      same('netFen', 'consume_summary'),
      same('count', 'consume_summary', { as: 'consumeCount' }),
    ],
    drill: {
      ...ofPerson,
      columns: {
        ...ofPerson.columns,
        breakfastCount: atMeal('breakfast'),
        lunchCount: atMeal('lunch'),
        dinnerCount: atMeal('dinner'),
        otherCount: atMeal('other'),
      },
    },
  },
});

const sameDays = '本月还没有过完，只比到昨天为止的同样几天';

export const restaurantMonthlyData = page({
  path: '/admin/organization/restaurant/monthly_data',
  aliases: ['/admin/organization/restaurant_monthly_data', '/admin/organization/restaurant_month_data'],
  title: '餐厅月数据',
  menu: ['消费管理', '消费报表'],
  order: 60,
  fields: {
    month: text('月份', { sortable: true }),
    businessDate: date('月份'),
    restaurantId: ref('餐厅', 'restaurant'),
    contractorName: text('承包商'),
    heads: int('人次', { unit: '人次' }),
    amountFen: money('金额'),
    perHeadFen: money('人均', { help: '净额 ÷ 人次' }),
    ...purseFields(),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
    monthOnMonth: percent('环比', { min: -1_000_000, help: `与上月相比；${sameDays}` }),
    yearOnYear: percent('同比', { min: -1_000_000, help: `与去年同月相比；${sameDays}` }),
  },
  list: {
    columns: except('businessDate'),
    search: [months('businessDate'), 'restaurantId'],
    sort: '-month',
    totals: except('perHeadFen'),
  },
  report: {
    identities: [...consumedIdentities, same('netFen', 'department_consume_summary')],
    drill: drillByKind((row) => ({ businessDate: [row.firstDay, row.lastDay], restaurantId: row.restaurantId })),
  },
});
