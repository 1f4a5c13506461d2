/** 只报人数: how many of a department eat, without names, and how many came. */
import { bool, choice, date, int, longText, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';
import { ownDepartment } from '../../../people/public.ts';
import { lateVerb, reportStatuses } from '../../reports/report-words.ts';

const portions = int('人数', { required: true, unit: '人', min: 1, max: 9_999, initial: 1 });
const lateReason = longText('补报/撤报原因', {
  needs: lateVerb,
  max: 100,
  help: '已过截止时间时必填，记入记录；未过截止不用填',
});

export default page({
  path: '/admin/organization/manual_report_meal/count',
  title: '只报人数',
  duties: { [lateVerb]: 'keep' },
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 32,
  fields: {
    diningDate: date('就餐日期', { required: true, sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true }),
    departmentId: ref('部门', 'department', { required: true, tree: true }),
    restaurantId: ref('餐厅', 'restaurant'),
    portions: int('所报人数', { required: true, unit: '人', min: 1, max: 9_999, aliases: ['人数'] }),
    cameHeads: int('实到', { unit: '人', none: '待就餐', help: '本部门（含下级）就餐而没有按人报餐的人数' }),
    missedHeads: int('未到', { unit: '人', none: '—', help: '所报人数减实到；只报人数的不扣个人的费' }),
    status: choice('状态', reportStatuses),
    note: text('备注', { max: 60, columnWidth: 180 }),
    reportedName: text('报餐人'),
    reportedAt: time('报餐时间'),
    late: bool('截止后', { words: [{ label: '补报/撤报', tone: 'warning' }, { label: '—' }] }),
    lateReason,
    final: bool('已结算'),
    ownDepartmentId: ownDepartment,
  },
  verbs: { [lateVerb]: '截止后补报、撤报' },
  list: {
    columns: except('restaurantId'),
    subline: { late: 'lateReason' },
    search: [
      range('diningDate'),
      'mealPeriodId',
      'departmentId',
      { key: 'status', initial: 'REPORTED' },
      'restaurantId',
      'ownDepartmentId',
    ],
    totals: all(),
    row: [
      {
        key: 'change',
        label: '改人数',
        form: { portions, note: text('备注', { max: 60 }), lateReason },
        when: (r) => r.status === 'REPORTED' && !r.final,
        done: '已改人数',
      },
      {
        key: 'cancel',
        label: '取消',
        batch: true,
        tone: 'danger',
        form: { lateReason },
        confirm: '取消 {departmentName} {diningDate} {mealPeriodName} 的 {portions}？',
        when: (r) => r.status === 'REPORTED' && !r.final,
        done: '已取消',
      },
    ],
    tools: [
      {
        key: 'report',
        label: '报人数',
        tone: 'primary',
        form: {
          departmentId: ref('部门', 'department', { required: true, tree: true }),
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { required: true, starts: 'today', help: '一次最多 31 天，每天同样的人数' }),
          mealPeriodIds: refs('餐次', 'meal_period', { required: true }),
          portions: int('人数', { required: true, unit: '人', min: 1, max: 9_999, help: '另外按人报餐的不计在内' }),
          note: text('备注', { max: 60 }),
          lateReason,
        },
        shows: 'receipt',
      },
    ],
    drills: {
      cameHeads: {
        path: '/admin/organization/meal_head_detail',
        search: (row) => ({
          diningDate: [row.diningDate, row.diningDate],
          mealPeriodId: row.mealPeriodId,
          departmentId: row.departmentId,
          reported: 'COUNTED',
        }),
      },
    },
    notice: true,
  },
  import: {
    fields: ['departmentId', 'diningDate', 'mealPeriodId', 'portions', 'note', 'lateReason'],
    help: '一行一个部门一天一餐；已报过的改为表中的人数。已过截止的须有补报权限并填写补报/撤报原因。',
  },
});
