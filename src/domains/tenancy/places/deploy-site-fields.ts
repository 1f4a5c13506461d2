/** What a deploy site is: a point where devices stand. The organization's and the contractor's page share it. */
import { choice, normalDisabled, place, ref, refs, text, time } from '../../../kit/define/field.ts';

export const siteKinds = [
  { value: 'CONSUME_WINDOW', label: '消费窗口' },
  { value: 'GATE', label: '闸机' },
  { value: 'SHOP', label: '商店' },
  { value: 'RECHARGE', label: '充值点' },
  { value: 'SAMPLE', label: '留样间' },
  { value: 'MORNING_CHECK', label: '晨检点' },
  { value: 'DISPLAY', label: '公示屏' },
] as const;

export const deploySiteFields = {
  name: text('名称', { required: true, max: 40, width: 300, sortable: true }),
  kind: choice('类型', siteKinds, { required: true, initial: 'CONSUME_WINDOW', width: 150 }),
  organizationId: ref('单位', 'organization'),
  restaurantId: ref('餐厅', 'restaurant', { width: 300, help: '窗口、商店和充值点须属于一个餐厅' }),
  deviceIds: refs('设备', 'device'),
  address: place('位置', { max: 100, placeholder: '如：一食堂二楼东侧' }),
  status: choice('状态', normalDisabled),
  createdAt: time('创建时间', { sortable: true }),
} as const;
