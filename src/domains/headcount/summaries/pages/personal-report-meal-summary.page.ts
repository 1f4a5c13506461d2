/** 个人报餐汇总: what a person reported in a time, came to, missed, and ate without having reported. */
import { date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { eq, same } from '../../../../kit/define/identity.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { drillHeads, drillReports, reportLines } from '../drills.ts';

const ofPerson = (row: Record<string, unknown>, search: Record<string, unknown>) => ({
  diningDate: search.diningDate,
  mealPeriodId: search.mealPeriodId,
  restaurantId: search.restaurantId,
  departmentId: search.departmentId,
  personId: row.id,
});

export default page({
  path: '/admin/organization/personal_report_meal_summary',
  title: '个人报餐汇总',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 40,
  fields: {
    name: text('姓名'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department', { help: '人员现在的部门；按部门查询时以报餐、就餐当时的部门为准' }),
    diningDate: date('期间'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    times: int('报餐次', { unit: '次', sortable: true }),
    portions: int('报餐份数', { unit: '份' }),
    eatenTimes: int('已就餐', { unit: '次' }),
    missedTimes: int('未就餐次', { unit: '次', sortable: true, help: '含免扣、警告、豁免与扣费' }),
    unclearTimes: int('待判定', { unit: '次', alarm: true }),
    waitingTimes: int('待就餐', { unit: '次' }),
    heads: int('就餐次', { unit: '次', help: '截止后的餐次里实际就餐，按消费计人次' }),
    reportedHeads: int('已报就餐次', { unit: '次' }),
    countedHeads: int('人数报餐次', { unit: '次', help: '本人没有报餐，所在部门（或上级）报了人数' }),
    unreportedHeads: int('未报就餐次', { unit: '次', sortable: true }),
    guestHeads: int('客餐', { unit: '次', help: '部门客餐签收的实到人数，不分到人，在「散客」一行' }),
    waivedTimes: int('豁免次', { unit: '次', help: '免扣与豁免' }),
    chargedTimes: int('违规次', { unit: '次', sortable: true, help: '警告与扣费' }),
    chargeFen: money('应扣', { sortable: true }),
    chargedFen: money('已扣'),
    cancelledTimes: int('取消次', { unit: '次' }),
  },
  list: {
    columns: except('diningDate', 'mealPeriodId', 'restaurantId'),
    important: ['name', 'times', 'heads', 'missedTimes', 'unreportedHeads', 'waivedTimes', 'chargedTimes', 'chargeFen'],
    subline: { name: 'jobNumber' },
    search: [
      range('diningDate', 'thisMonth'),
      'departmentId',
      'mealPeriodId',
      keyword('姓名/工号', 'name', 'jobNumber'),
      'restaurantId',
    ],
    sort: '-missedTimes',
    totals: all(),
  },
  report: {
    identities: [
      eq('times', ['eatenTimes', 'missedTimes', 'unclearTimes', 'waitingTimes']),
      eq('heads', ['reportedHeads', 'countedHeads', 'unreportedHeads', 'guestHeads']),
      same('portions', 'daily_report_meal_summary'),
    ],
    drill: { path: reportLines, search: ofPerson, columns: { ...drillReports(ofPerson), ...drillHeads(ofPerson) } },
  },
});
