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
    jobNumber: text('工号', { max: 32, required: true, aliases: ['学号', '工号/学号'] }),
    departmentId: ref('部门', 'department'),
    diningDate: date('就餐日期', { sortable: true, required: true, aliases: ['日期'] }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true }),
    portions: int('份数', { unit: '份', required: true, min: 0, max: 99 }),
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
    totals: ['portions'],
    row: [
      {
        key: 'change',
        label: '改报',
        form: {
          portions: int('份数', { required: true, unit: '份', min: 1, max: 99 }),
          mealPeriodId: ref('餐次', 'meal_period', { required: true, help: '改为另一餐：原报餐取消，改报该餐' }),
          restaurantId: ref('餐厅', 'restaurant', { required: true }),
          lateReason,
        },
        when: (r) => r.status === 'REPORTED',
        done: '已改报',
      },
      {
        key: 'swap',
        label: '换人',
        form: {
          otherId: ref('改由谁就餐', 'person', { required: true }),
          reason: longText('原因', { required: true, max: 60 }),
        },
        confirm: '{personName} {diningDate} {mealPeriodName} 的报餐换给别人？供餐结束前都可以换，份数不变。',
        when: (r) => r.status === 'REPORTED',
        done: '已换人',
      },
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
      {
        key: 'decline',
        label: '不就餐',
        form: {
          departmentIds: refs('部门', 'department', { help: '含下级部门；部门、人员至少选一项' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { required: true, starts: 'today', help: '一次最多 31 天' }),
          mealPeriodIds: refs('餐次', 'meal_period', {
            required: true,
            help: '已报的取消；默认就餐的记为不就餐，截止时不再自动报餐',
          }),
          lateReason,
        },
        shows: 'receipt',
      },
      { key: 'grid', label: '按周报餐', open: '/admin/organization/manual_report_meal_v2' },
    ],
    notice: true,
  },
  import: {
    fields: ['jobNumber', 'diningDate', 'mealPeriodId', 'portions', 'lateReason'],
    help: '一行一人一餐；份数填 0 表示不就餐；已报的按表中的份数改报。已过截止时间的须有补报权限并填写原因。',
  },
});
