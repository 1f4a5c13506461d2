/** 人工报餐: what is reported for the coming meals, by whom, and reporting for others. */
import { bool, choice, date, int, longText, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { lateVerb, reportSources, reportStatuses } from '../report-words.ts';

const lateReason = longText('补报/撤报原因', {
  needs: lateVerb,
  max: 100,
  help: '已过截止时间时必填，记入记录；未过截止不用填',
});

export default page({
  path: '/admin/organization/manual_report_meal',
  title: '人工报餐',
  duties: { [lateVerb]: 'keep' },
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 30,
  fields: {
    personId: ref('姓名', 'person'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department'),
    diningDate: date('就餐日期', { sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period'),
    portions: int('份数', { unit: '份' }),
    restaurantId: ref('餐厅', 'restaurant'),
    status: choice('状态', reportStatuses),
    source: choice('来源', reportSources),
    reportedName: text('报餐人'),
    reportedAt: time('报餐时间'),
    late: bool('截止后', { words: [{ label: '补报/撤报', tone: 'warning' }, { label: '—' }] }),
    lateReason,
  },
  verbs: { [lateVerb]: '截止后补报、撤报' },
  list: {
    subline: { personId: 'jobNumber', late: 'lateReason' },
    search: [
      range('diningDate'),
      'mealPeriodId',
      'departmentId',
      keyword('姓名/工号', 'personId', 'jobNumber'),
      { key: 'status', initial: 'REPORTED' },
      'source',
      'late',
    ],
    sort: '-diningDate',
    totals: ['portions'],
    row: [
      {
        key: 'cancel',
        label: '取消',
        batch: true,
        tone: 'danger',
        form: { lateReason },
        confirm: '取消 {personName} {diningDate} {mealPeriodName} 的报餐？',
        when: (r) => r.status === 'REPORTED',
        done: '已取消',
      },
    ],
    tools: [
      {
        key: 'report',
        label: '报餐',
        tone: 'primary',
        form: {
          departmentIds: refs('部门', 'department', { help: '含下级部门；部门、人员至少选一项' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { required: true, starts: 'today', help: '一次最多 31 天' }),
          mealPeriodIds: refs('餐次', 'meal_period', { required: true }),
          portions: int('份数', { required: true, unit: '份', min: 1, max: 99, initial: 1 }),
          lateReason,
        },
        shows: 'receipt',
      },
    ],
    notice: true,
  },
});
