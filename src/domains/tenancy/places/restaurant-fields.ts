/** What a restaurant or stall is; the organization's and the contractor's page share it. */
import { choice, int, normalDisabled, phone, place, ref, refs, text, time } from '../../../kit/define/field.ts';

export const restaurantKinds = [
  { value: 'RESTAURANT', label: '餐厅' },
  { value: 'STALL', label: '档口' },
  { value: 'SHOP', label: '商店' },
] as const;

export const consumeModes = [
  { value: 'FIXED', label: '定值' },
  { value: 'AMOUNT', label: '金额' },
  { value: 'DISH', label: '点餐' },
  { value: 'WEIGH', label: '称重' },
  { value: 'COUNT', label: '计次' },
] as const;

export const restaurantFields = {
  name: text('名称', { required: true, max: 40, width: 300, sortable: true }),
  kind: choice('类型', restaurantKinds, { required: true, initial: 'RESTAURANT', width: 150 }),
  organizationId: ref('单位', 'organization', { required: true, createOnly: true, width: 300 }),
  contractorId: ref('承包商', 'contractor', {
    width: 300,
    help: '不选为单位自营；须与承包商有生效的合同',
    none: '单位自营',
  }),
  seatCount: int('座位', { unit: '个', min: 0, max: 100_000, width: 150 }),
  manager: text('负责人', { max: 20, width: 200 }),
  phone: phone('电话', { width: 200 }),
  address: place('位置', { max: 100, placeholder: '如：教学区北侧一楼' }),
  mealPeriodIds: refs('供应餐次', 'meal_period', { width: 300, help: '不选为全部餐次', none: '全部餐次' }),
  consumeMode: choice('消费方式', consumeModes, { required: true, initial: 'FIXED', width: 150 }),
  deviceCount: int('设备', { unit: '台' }),
  status: choice('状态', normalDisabled),
  createdAt: time('创建时间', { sortable: true }),
} as const;
