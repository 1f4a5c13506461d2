/** 陪餐排班: which leader is to eat along at which meal, beside what was recorded. */
import { choice, choices, date, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { weekdays } from '../../../../kit/define/weekdays.ts';
import inspectionUser from './inspection_user.page.ts';

const records = '/admin/organization/inspection_user/record_log';

export default page({
  of: inspectionUser,
  path: 'duty',
  title: '陪餐排班',
  fields: {
    day: date('日期', { sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    inspectorId: ref('陪餐人', 'inspector'),
    state: choice('状态', [
      { value: 'DUE', label: '待陪餐', tone: 'info' },
      { value: 'DONE', label: '已陪餐', tone: 'success' },
      { value: 'OTHER', label: '他人代陪', tone: 'success' },
      { value: 'MISSED', label: '没有记录', tone: 'danger' },
    ]),
    madeName: text('排班人'),
    madeAt: time('排班时间'),
  },
  list: {
    subline: { madeName: 'madeAt' },
    search: [range('day', 'thisMonth'), 'mealPeriodId', 'restaurantId', 'inspectorId', 'state'],
    row: [
      {
        key: 'swap',
        label: '换人',
        form: { inspectorId: ref('改由', 'inspector', { required: true }) },
        when: (row) => row.state === 'DUE',
        done: '已换人',
      },
      {
        key: 'strike',
        label: '取消',
        tone: 'danger',
        batch: true,
        confirm: '取消 {inspectorName} {day} {mealPeriodName} 的陪餐？',
        when: (row) => row.state === 'DUE',
        done: '已取消',
      },
    ],
    tools: [
      {
        key: 'arrange',
        label: '排班',
        tone: 'primary',
        form: {
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { required: true, starts: 'today' }),
          weekdays: choices('星期', weekdays, { required: true }),
          mealPeriodIds: refs('餐次', 'meal_period', { required: true }),
          restaurantIds: refs('餐厅', 'restaurant', { required: true }),
          inspectorIds: refs('陪餐人', 'inspector', { required: true, help: '按所选的次序逐餐轮流；已排的餐不变' }),
        },
        shows: 'receipt',
      },
    ],
    drills: {
      state: {
        path: records,
        search: (row) => ({ day: [row.day, row.day], restaurantId: row.restaurantId, mealPeriodId: row.mealPeriodId }),
      },
    },
  },
});
