/** The states of a clearing, and who decides on one that was asked for by hand. */
import { flow } from '../../../kit/define/flow.ts';

export const clearStatuses = [
  { value: 'SUBMITTED', label: '待审核', tone: 'warning' },
  { value: 'RUNNING', label: '执行中', tone: 'info' },
  { value: 'DONE', label: '已完成', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
] as const;

export const clearFlow = flow(clearStatuses, {
  approve: {
    label: '审核通过',
    from: ['SUBMITTED'],
    to: 'RUNNING',
    by: 'other',
    outcome: true,
    done: '已审核通过，开始清零',
  },
  reject: {
    label: '驳回',
    from: ['SUBMITTED'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    confirm: '确定驳回「{runNo}」？没有任何补贴被清零',
  },
  finish: { label: '完成', from: ['RUNNING'], to: 'DONE', by: 'house' },
});
