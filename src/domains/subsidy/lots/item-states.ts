/** The public states of a granted line. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

/** The public state of a line: that of its lot once it is posted. */
export const itemStates = [
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'ACTIVE', label: '可用', tone: 'success' },
  { value: 'FROZEN', label: '已冻结', tone: 'warning' },
  { value: 'USED_UP', label: '已用完', tone: 'neutral' },
  { value: 'EXPIRED', label: '已到期', tone: 'warning' },
  { value: 'CLEARED', label: '已清零', tone: 'neutral' },
  { value: 'RETURNED', label: '已退回', tone: 'neutral' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** What a clerk does with a single grant; its batch of one line moves with it, and checks under its own lock. */
export const itemFlow = flow(
  itemStates,
  {
    approve: {
      label: '审核通过',
      from: ['PENDING'],
      to: 'ACTIVE',
      by: 'other',
      tone: 'success',
      outcome: true,
      done: '已审核通过并入账',
      // What took two persons goes back by two.
      undo: {
        key: 'return',
        values: { reason: '审核后当场退回' },
        done: '已提交退回，由另一人审核后从本人扣回',
      },
    },
    reject: {
      label: '驳回',
      from: ['PENDING'],
      to: 'VOID',
      tone: 'danger',
      ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    },
  },
  { life: true },
);
