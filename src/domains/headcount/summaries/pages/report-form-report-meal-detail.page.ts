/** 报餐明细 of a contractor: what the units it serves reported for its restaurants; names in full only with a reason. */
import { bool, choice, date, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { fates, outcomes, reportSources, reportStatuses } from '../../reports/report-words.ts';
import { standingFields, standingIdentities, standingKeys } from '../../reports/standing.ts';

export default page({
  path: '/admin/contractor/report_form/report_meal_detail',
  title: '报餐明细',
  wide: ['organizationId'],
  menu: ['报表中心', '明细'],
  order: 30,
  fields: {
    organizationId: ref('单位', 'organization'),
    diningDate: date('就餐日期', { sortable: true }),
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    personName: text('姓名', { mask: 'name' }),
    jobNumber: text('工号'),
    departmentName: text('部门'),
    restaurantId: ref('餐厅', 'restaurant'),
    portions: int('份数', { unit: '份' }),
    source: choice('来源', reportSources),
    reportedName: text('报餐人'),
    reportedAt: time('报餐时间'),
    eatenAt: time('就餐时间'),
    outcome: choice('状态', outcomes),
    fate: choice('结果', fates, { hidden: true }),
    status: choice('报餐', reportStatuses, { hidden: true }),
    pending: bool('凭脱机记录认定', { hidden: true }),
    ...standingFields,
  },
  list: {
    important: ['organizationId', 'diningDate', 'mealName', 'personName', 'portions', 'outcome'],
    subline: { personName: 'jobNumber' },
    search: [
      range('diningDate', 'last7Days'),
      'organizationId',
      'mealName',
      'departmentName',
      'outcome',
      'source',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'restaurantId',
      'status',
      'fate',
      'mealPeriodId',
      'pending',
    ],
    totals: ['portions', ...standingKeys],
    row: ['view'],
  },
  report: { identities: standingIdentities },
});
