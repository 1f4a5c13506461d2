/** 餐次设置 of a contractor: the defaults it offers to the organizations it serves. */
import { page } from '../../../../kit/define/page.ts';
import { mealFields } from '../meal-fields.ts';

export default page({
  title: '餐次设置',
  limited: 'common',
  path: '/admin/contractor/meal',
  menu: ['经营管理', '项目与餐厅'],
  order: 4,
  fields: mealFields,
  list: {
    search: ['name', 'status'],
    sort: 'startTime',
    tools: ['create'],
    row: [
      'edit',
      { key: 'disable', label: '停用', when: (r) => r.status === 'NORMAL' },
      { key: 'enable', label: '启用', when: (r) => r.status === 'DISABLED' },
      'remove',
    ],
  },
  form: { sections: [{ fields: ['name', 'startTime', 'endTime', 'times', 'color', 'sort'] }] },
});
