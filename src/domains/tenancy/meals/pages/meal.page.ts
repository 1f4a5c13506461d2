/** 餐次设置 of the organization: when people eat, and how often one may in each. */
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';
import { mealFields } from '../meal-fields.ts';

export default page({
  title: '餐次设置',
  limited: 'common',
  path: '/admin/organization/meal',
  menu: ['消费管理', '消费设置'],
  order: 3,
  fields: mealFields,
  list: {
    search: ['name', 'status'],
    sort: 'startTime',
    tools: [
      'create',
      {
        key: 'adopt',
        label: '采用承包商默认餐次',
        confirm: '把承包商的默认餐次加到本单位？与现有餐次重叠的会跳过',
        done: '已采用',
      },
    ],
    row: ['edit', ...onOff('确定停用「{name}」？停用后该时段不能消费'), 'remove'],
  },
  form: { sections: [{ fields: ['name', 'startTime', 'endTime', 'times', 'color', 'sort'] }] },
});
