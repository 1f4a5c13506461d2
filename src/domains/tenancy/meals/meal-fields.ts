/** What a meal period is made of; the organization's and the contractor's page share it. */
import { bool, choice, hm, int, normalDisabled, time } from '../../../kit/define/field.ts';

export const mealNames = [
  { value: '早餐', label: '早餐' },
  { value: '午餐', label: '午餐' },
  { value: '晚餐', label: '晚餐' },
  { value: '夜宵', label: '夜宵' },
  { value: '加餐', label: '加餐' },
] as const;

export const mealColors = [
  { value: '#0a8250', label: '绿', swatch: true },
  { value: '#2563eb', label: '蓝', swatch: true },
  { value: '#b45309', label: '橙', swatch: true },
  { value: '#7c3aed', label: '紫', swatch: true },
  { value: '#c0392b', label: '红', swatch: true },
  { value: '#5b6b63', label: '灰', swatch: true },
] as const;

export const mealFields = {
  name: choice('餐次', mealNames, { required: true, width: 200 }),
  startTime: hm('开始时间', { required: true, width: 150, sortable: true, help: '营业日从 04:00 开始' }),
  endTime: hm('结束时间', { required: true, width: 150, help: '夜宵可写到 28:00，即次日 04:00' }),
  crossDay: bool('跨天', { columnWidth: 70 }),
  times: int('每人限次', { unit: '次', min: 1, max: 99, width: 150, help: '每人每餐最多消费次数，不填为不限' }),
  color: choice('颜色', mealColors, { required: true, initial: '#0a8250', width: 150 }),
  sort: int('排序', { min: 0, max: 999, initial: 0, width: 100 }),
  status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  createdAt: time('创建时间'),
} as const;
