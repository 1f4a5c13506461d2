/** 缺勤登记: who is away on which days and meals, so that nothing is cooked for them and nothing is charged. */
import { choice, date, longText, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { lateVerb } from '../../reports/report-words.ts';
import { absenceKinds } from '../absence-words.ts';

const kind = choice('类型', absenceKinds, { required: true, initial: 'LEAVE' });
const mealPeriodIds = refs('餐次', 'meal_period', { help: '不选则全部餐次', none: '全部餐次' });
const reason = text('事由', { max: 60, width: 400 });
const lateReason = longText('补登原因', {
  needs: lateVerb,
  max: 100,
  help: '餐次已开始才登记时必填，最多补登 7 天内；填写后已开始的餐次也不计未就餐',
});

export default page({
  path: '/admin/organization/manual_report_meal/absence',
  title: '缺勤登记',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 33,
  fields: {
    personId: ref('姓名', 'person'),
    jobNumber: text('工号', { max: 32, required: true, aliases: ['学号', '工号/学号'] }),
    departmentId: ref('部门', 'department'),
    kind,
    fromDate: date('开始日期', { sortable: true, required: true }),
    toDate: date('结束日期', { required: true }),
    mealPeriodIds,
    mealNames: text('缺勤餐次', {
      aliases: ['餐次'],
      hidden: true,
      max: 60,
      help: '多个餐次用顿号分隔；空着表示全部餐次',
    }),
    // Another's illness or family: opened one by one, and that stands in the log.
    reason: { ...reason, mask: 'whole' },
    state: choice('当前', [
      { value: 'AWAY', label: '缺勤中', tone: 'warning' },
      { value: 'COMING', label: '未开始', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
      { value: 'REVOKED', label: '已撤销', tone: 'neutral' },
    ]),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
    lateReason,
    endedName: text('销假人'),
  },
  verbs: { [lateVerb]: '餐次开始后补登缺勤' },
  list: {
    subline: { personId: 'jobNumber', madeName: 'madeAt' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId', 'kind', 'state', range('fromDate')],
    row: [
      {
        key: 'end',
        label: '销假',
        form: { backOn: date('恢复就餐日期', { required: true, help: '这一天起照常报餐和就餐' }) },
        when: (r) => r.state === 'AWAY' || r.state === 'COMING',
        done: '已销假',
      },
    ],
    tools: [
      {
        key: 'register',
        label: '登记缺勤',
        tone: 'primary',
        form: {
          departmentIds: refs('部门', 'department', { help: '含下级部门，如整班研学；部门、人员至少选一项' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          kind,
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { required: true, starts: 'today' }),
          mealPeriodIds,
          reason,
          lateReason,
        },
        shows: 'receipt',
      },
    ],
  },
  import: {
    fields: ['jobNumber', 'kind', 'fromDate', 'toDate', 'mealNames', 'reason', 'lateReason'],
    help: '一行一人一段缺勤；餐次空着表示全部餐次。开始日期已过的须有补登权限并填写补登原因，最多补登 7 天内。',
  },
});
