/** 餐厅/档口 of the organization: who runs them, their devices and how they charge. */
import { onOff } from '../../../kit/define/on-off.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import { restaurantFields } from '../restaurant-fields.ts';

export default page({
  title: '餐厅/档口',
  path: '/admin/organization/restaurant',
  menu: ['消费管理', '消费设置'],
  order: 1,
  fields: restaurantFields,
  list: {
    columns: [
      'name',
      'kind',
      'contractorId',
      'consumeMode',
      'mealPeriodIds',
      'seatCount',
      'manager',
      'phone',
      'deviceCount',
      'status',
      'createdAt',
    ],
    search: [keyword('名称/负责人', 'name', 'manager'), 'kind', 'contractorId', 'status'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', ...onOff('确定停用「{name}」？停用后其设备不能消费'), 'remove'],
    export: true,
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'kind', 'contractorId', 'seatCount', 'manager', 'phone'] },
      { title: '供餐与消费', fields: ['mealPeriodIds', 'consumeMode'] },
    ],
  },
});
