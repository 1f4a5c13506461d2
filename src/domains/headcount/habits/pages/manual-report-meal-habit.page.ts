/** 固定周历: on which weekdays people eat which meals. */
import { choice, choices, date, of, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { weekdays as weekdayWords } from '../../../../kit/define/weekdays.ts';

const weekdays = choices('星期', weekdayWords, { required: true });
const mealPeriodIds = refs('餐次', 'meal_period', { required: true });

export default page({
  path: '/admin/organization/manual_report_meal/habit',
  title: '固定周历',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 34,
  fields: {
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    weekdays,
    mealPeriodIds,
    fromDate: date('开始日期', { sortable: true }),
    toDate: date('结束日期', { none: '不限' }),
    state: choice('当前', [
      { value: 'ON', label: '有效', tone: 'success' },
      { value: 'COMING', label: '未开始', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
    ]),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
    endedName: text('停用人'),
  },
  list: {
    columns: except('madeAt'),
    subline: { personId: 'jobNumber', madeName: 'madeAt' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId', 'state', range('fromDate')],
    row: [
      {
        key: 'end',
        label: '停用',
        batch: true,
        form: { lastOn: date('最后一天', { required: true, help: '这一天以后不再按此报餐；已经报的照旧' }) },
        when: (r) => r.state !== 'OVER',
        done: '已停用',
      },
    ],
    tools: [
      {
        key: 'register',
        label: '登记',
        tone: 'primary',
        form: {
          departmentIds: refs('部门', 'department', { help: '含下级部门；部门、人员至少选一项' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          weekdays,
          mealPeriodIds,
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { help: '留空不限' }),
        },
        shows: 'receipt',
      },
      { key: 'grid', label: '按周报餐', open: '/admin/organization/manual_report_meal_v2' },
    ],
    notice: true,
  },
});
