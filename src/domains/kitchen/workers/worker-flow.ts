/** The states somebody works in a kitchen through. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

const reason = longText('原因', { required: true, max: 100 });

export const workerStatuses = [
  { value: 'NORMAL', label: '在岗', tone: 'success' },
  { value: 'SUSPENDED', label: '停岗', tone: 'danger' },
  { value: 'LEFT', label: '离岗', tone: 'neutral' },
] as const;

/** Who left is gone: one who comes back is entered anew. */
export const workerFlow = flow(
  workerStatuses,
  {
    suspend: {
      label: '停岗',
      from: ['NORMAL'],
      to: 'SUSPENDED',
      ask: { reason },
      tone: 'warning',
      done: '已停岗，门禁权限已收回',
    },
    resume: { label: '复岗', from: ['SUSPENDED'], to: 'NORMAL', ask: { reason }, done: '已复岗' },
    leave: {
      label: '离岗',
      from: ['NORMAL', 'SUSPENDED'],
      to: 'LEFT',
      ask: { reason },
      tone: 'danger',
      confirm: '确定「{personName}」离岗？后厨门禁权限立即收回，之后的排班一并删除；再来须重新登记。',
      done: '已离岗，门禁权限已收回',
    },
  },
  { life: true },
);
