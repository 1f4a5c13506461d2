/** 就餐提醒: what people were told of their meals, and when. */
import { choice, date, of, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { noticeKinds, noticeStages } from '../notice-words.ts';

export default page({
  path: '/admin/organization/manual_report_meal/notice',
  title: '就餐提醒',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 37,
  fields: {
    at: time('时间', { sortable: true }),
    kind: choice('提醒', noticeKinds, { columnWidth: 130 }),
    stage: choice('时点', noticeStages, { none: '—', columnWidth: 130 }),
    diningDate: date('就餐日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    content: text('内容', { columnWidth: 340 }),
    readAt: time('本人已读', { none: '未读' }),
  },
  list: {
    subline: { personId: 'jobNumber' },
    search: [
      range('at', 'last7Days'),
      'kind',
      'mealPeriodId',
      'departmentId',
      keyword('姓名/工号', 'personId', 'jobNumber'),
      range('diningDate'),
    ],
    notice: true,
  },
});
