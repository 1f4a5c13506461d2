/** 餐厅/档口 of the organization: who runs them, their devices and how they charge. */
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { restaurantFields } from '../restaurant-fields.ts';

export default page({
  title: '餐厅/档口',
  limited: 'common',
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
    row: [
      'edit',
      ...onOff('确定停用「{name}」？停用后其设备不能消费'),
      { key: 'screen', label: '人次大屏', shows: 'link', when: (r) => r.status === 'NORMAL', done: '网址已生成' },
      {
        key: 'screen_off',
        label: '停用大屏网址',
        confirm: '确定停用「{name}」的人次大屏网址？已打开的大屏不再显示，再次生成会得到新的网址',
      },
      'remove',
    ],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'kind', 'contractorId', 'seatCount', 'manager', 'phone', 'address'] },
      { title: '供餐与消费', fields: ['mealPeriodIds', 'consumeMode'] },
    ],
  },
});
