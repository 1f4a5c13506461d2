/** 学期: meals are reported within them alone. */
import { date, refs, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/meal_reporting_period/term',
  title: '学期',
  menu: ['报餐管理', '报餐设置'],
  order: 25,
  fields: {
    name: text('学期', { required: true, max: 40, width: 300, placeholder: '如 2026 年秋季学期' }),
    fromDate: date('开始日期', { required: true, sortable: true }),
    toDate: date('结束日期', { required: true }),
    departmentIds: refs('年级/部门', 'department', {
      width: 400,
      none: '全单位',
      help: '含下级；不选表示全单位。没有学期涉及的部门全年报餐',
    }),
    createdAt: time('创建时间'),
  },
  list: { columns: except('createdAt'), sort: '-fromDate', row: ['edit', 'remove'], tools: ['create'], notice: true },
  form: { sections: [{ fields: ['name', 'fromDate', 'toDate', 'departmentIds'] }] },
});
