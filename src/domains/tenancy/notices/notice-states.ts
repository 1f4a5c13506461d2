/** What a caterer tells the units it serves. */
import type { Choice } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const noticeStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'PUBLISHED', label: '已发布', tone: 'success' },
  { value: 'WITHDRAWN', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const noticeFlow = flow(noticeStatuses, {
  publish: {
    label: '发布',
    from: ['DRAFT'],
    to: 'PUBLISHED',
    tone: 'primary',
    confirm: '发布「{title}」？所选单位的人员登录后即可看到，发布后不能再改。',
    done: '已发布',
  },
  withdraw: {
    label: '撤回',
    from: ['PUBLISHED'],
    to: 'WITHDRAWN',
    tone: 'danger',
    confirm: '撤回「{title}」？单位不再看到，阅读记录保留。',
    done: '已撤回',
  },
});
