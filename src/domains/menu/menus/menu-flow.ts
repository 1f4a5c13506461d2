/** The states of a menu: written, handed in, published with what it was then, withdrawn, over. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const menuStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'SUBMITTED', label: '待发布', tone: 'warning' },
  { value: 'PUBLISHED', label: '已发布', tone: 'success' },
  { value: 'WITHDRAWN', label: '已撤回', tone: 'neutral' },
  { value: 'CLOSED', label: '已结束', tone: 'neutral' },
] as const;
export type MenuStatus = (typeof menuStatuses)[number]['value'];

export const itemStatuses = [
  { value: 'ON', label: '在售', tone: 'success' },
  { value: 'SOLD_OUT', label: '售罄', tone: 'warning' },
  { value: 'STOPPED', label: '停售', tone: 'neutral' },
] as const;

/** Menus whose dishes may still be rearranged. */
export const isOpen = (status: string | null | undefined): boolean =>
  status === null || status === undefined || status === 'DRAFT' || status === 'WITHDRAWN';

/** Menus that people were told of. */
export const toldStatuses = ['PUBLISHED', 'CLOSED'] as const;

export const menuFlow = flow(menuStatuses, {
  submit: { label: '提交', from: ['DRAFT'], to: 'SUBMITTED', batch: true, tone: 'success' },
  recall: { label: '退回草稿', from: ['SUBMITTED', 'WITHDRAWN'], to: 'DRAFT', batch: true },
  publish: {
    label: '发布',
    from: ['DRAFT', 'SUBMITTED'],
    to: 'PUBLISHED',
    decides: true,
    outcome: true,
    batch: true,
    tone: 'success',
  },
  withdraw: {
    label: '撤回',
    from: ['PUBLISHED'],
    to: 'WITHDRAWN',
    tone: 'danger',
    outcome: true,
    ask: { reason: longText('撤回原因', { required: true, max: 200 }) },
  },
  close: { label: '结束', from: ['PUBLISHED'], to: 'CLOSED', by: 'house' },
});
