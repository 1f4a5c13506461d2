/** 餐厅/档口 a contractor runs, across the organizations it serves. */
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { restaurantFields } from '../restaurant-fields.ts';

export default page({
  title: '餐厅/档口',
  limited: 'common',
  path: '/admin/contractor/restaurant',
  menu: ['经营管理', '项目与餐厅'],
  order: 2,
  wide: ['organizationId'],
  fields: restaurantFields,
  list: {
    columns: [
      'name',
      'kind',
      'organizationId',
      'consumeMode',
      'mealPeriodIds',
      'seatCount',
      'manager',
      'phone',
      'deviceCount',
      'status',
      'createdAt',
    ],
    search: [keyword('名称/负责人', 'name', 'manager'), 'organizationId', 'kind', 'status'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', ...onOff('确定停用「{name}」？停用后其设备不能消费')],
  },
  form: {
    sections: [
      { fields: ['organizationId', 'name', 'kind', 'seatCount', 'manager', 'phone', 'address', 'consumeMode'] },
    ],
  },
});
