/** The check of a dish: who wrote it does not approve it; a change of its recipe or allergens goes back to the check. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const dishStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '已通过', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
] as const;

export const shelves = [
  { value: 'ON', label: '上架', tone: 'success' },
  { value: 'OFF', label: '下架', tone: 'neutral' },
] as const;

export const priceModes = [
  { value: 'PORTION', label: '按份' },
  { value: 'PER_100G', label: '按百克' },
  { value: 'FREE', label: '免费' },
] as const;

export const dishFlow = flow(dishStatuses, {
  submit: { label: '提交审核', from: ['DRAFT', 'REJECTED'], to: 'PENDING', batch: true, tone: 'success' },
  approve: {
    label: '通过',
    from: ['PENDING'],
    to: 'APPROVED',
    by: 'other',
    batch: true,
    tone: 'success',
    ask: { note: longText('审核意见', { max: 200 }) },
  },
  reject: {
    label: '驳回',
    from: ['PENDING'],
    to: 'REJECTED',
    by: 'other',
    tone: 'danger',
    ask: { note: longText('驳回原因', { required: true, max: 200 }) },
  },
  recall: { label: '撤回', from: ['PENDING'], to: 'DRAFT', by: 'maker' },
});
