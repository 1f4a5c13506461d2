/** 餐厅特殊价: fixed prices of one restaurant, by person type and for a time. */
import { choice, date, int, money, normalDisabled, ref, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { dateTypes } from './fixed-value.page.ts';

export default page({
  path: '/admin/organization/restaurant/sp',
  aliases: ['/admin/organization/restaurant_sp'],
  title: '餐厅特殊价',
  limited: 'common',
  menu: ['消费管理', '消费设置'],
  order: 30,
  fields: {
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    inForce: choice('是否生效', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'LATER', label: '未开始', tone: 'info' },
      { value: 'OVER', label: '已过期', tone: 'neutral' },
      { value: 'OFF', label: '停用', tone: 'danger' },
    ]),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true, width: 200 }),
    typeId: ref('人员类别', 'person_type', { width: 200, help: '不选表示所有类别' }),
    firstPriceFen: money('第一次', { required: true, max: 1_000_000, sortable: true }),
    secondPriceFen: money('第二次', { max: 1_000_000, help: '留空与第一次同价' }),
    laterPriceFen: money('以后每次', { max: 1_000_000, help: '留空与第二次同价' }),
    maxTimes: int('每餐限次', { unit: '次', min: 1, max: 99, help: '留空以餐次设置为准' }),
    dateType: choice('适用日期', dateTypes, { required: true, initial: 'ALL' }),
    startDate: date('开始日期', { sortable: true }),
    endDate: date('结束日期', { help: '留空表示一直有效' }),
    priority: int('优先级', { min: 0, max: 999, initial: 10, help: '条件同样具体时，数值大的优先' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except('status'),
    search: ['restaurantId', 'mealPeriodId', 'typeId', 'inForce', 'dateType'],
    row: ['edit', ...onOff('停用后恢复原来的定值，确定停用？', { tone: 'danger', batch: true }), 'remove'],
    tools: ['create', { key: 'fixed', label: '全部定值', open: '/admin/organization/fixed_value' }],
  },
  form: {
    sections: [
      {
        title: '哪家餐厅、什么时候',
        fields: ['restaurantId', 'mealPeriodId', 'typeId', 'dateType', 'startDate', 'endDate'],
      },
      { title: '价格', fields: ['firstPriceFen', 'secondPriceFen', 'laterPriceFen', 'maxTimes', 'priority'] },
    ],
  },
});
