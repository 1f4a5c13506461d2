/** 定值设置: the price of a meal by person type, deploy site and nth time. */
import { choice, date, int, money, normalDisabled, ref, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page, range } from '../../../../kit/define/page.ts';

export const dateTypes = [
  { value: 'ALL', label: '每天' },
  { value: 'WORKDAY', label: '工作日' },
  { value: 'WEEKEND', label: '周末' },
  { value: 'HOLIDAY', label: '节假日' },
] as const;

export default page({
  path: '/admin/organization/fixed_value',
  title: '定值设置',
  limited: 'common',
  menu: ['消费管理', '消费设置'],
  fields: {
    mealPeriodId: ref('餐次', 'meal_period', { required: true, width: 200 }),
    typeId: ref('人员类别', 'person_type', { width: 200, help: '不选表示所有类别' }),
    restaurantId: ref('餐厅', 'restaurant', { width: 200, help: '不选表示所有餐厅' }),
    deploySiteId: ref('部署点', 'deploy_site', { width: 200, help: '不选表示所有部署点' }),
    firstPriceFen: money('第一次', { required: true, max: 1_000_000, sortable: true }),
    secondPriceFen: money('第二次', { max: 1_000_000, help: '留空与第一次同价' }),
    laterPriceFen: money('以后每次', { max: 1_000_000, help: '留空与第二次同价' }),
    maxTimes: int('每餐限次', { unit: '次', min: 1, max: 99, help: '留空以餐次设置为准' }),
    dateType: choice('适用日期', dateTypes, { required: true, initial: 'ALL' }),
    startDate: date('开始日期'),
    endDate: date('结束日期'),
    priority: int('优先级', { min: 0, max: 999, initial: 0, help: '条件同样具体时，数值大的优先' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except('createdAt'),
    search: ['mealPeriodId', 'typeId', 'restaurantId', 'deploySiteId', 'dateType', 'status', range('createdAt')],
    row: ['edit', ...onOff('停用后该定值不再用于扣款，确定停用？', { tone: 'danger', batch: true }), 'remove'],
    tools: ['create', { key: 'calendar', label: '节假日日历', open: '/admin/organization/fixed_value/calendar' }],
  },
  // The day of a canteen begins at four.
  versions: { dayBegins: '04:00', foresees: true, until: { status: 'DISABLED' } },
  form: {
    sections: [
      {
        title: '适用条件',
        fields: ['mealPeriodId', 'typeId', 'restaurantId', 'deploySiteId', 'dateType', 'startDate', 'endDate'],
      },
      { title: '价格', fields: ['firstPriceFen', 'secondPriceFen', 'laterPriceFen', 'maxTimes'] },
      { title: '其他', fields: ['priority', 'status'] },
    ],
  },
});
