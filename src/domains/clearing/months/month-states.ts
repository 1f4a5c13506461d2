/** The platform's month of a unit: examined by one, approved by another, locked with its pack. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const monthStatuses = [
  { value: 'OPEN', label: '未到审核', tone: 'neutral' },
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '已通过', tone: 'success' },
  { value: 'LOCKED', label: '已锁定', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
] as const satisfies readonly Choice[];

export interface MonthStep {
  key: string;
  title: string;
  /** SOFT may be accepted with a note. */
  weight: 'HARD' | 'SOFT';
  ok: boolean;
  figure: string;
  note: { text: string; by: string } | null;
}

export const settled = (step: MonthStep): boolean => step.ok || (step.weight === 'SOFT' && step.note !== null);

type Row = Readonly<Record<string, unknown>>;
const notExamined = (row: Row) => (row.makerName ? undefined : '还没有初审');

export const monthFlow = flow(monthStatuses, {
  ask: { label: '提请审核', from: ['OPEN'], to: 'PENDING', batch: true, done: '已列入待审核' },
  follow: { label: '列入待审核', from: ['OPEN'], to: 'PENDING', by: 'house' },
  approve: {
    label: '审核通过',
    from: ['PENDING'],
    to: 'APPROVED',
    by: 'other',
    batch: true,
    tone: 'success',
    unless: notExamined,
    confirm: '通过所选月份？多选时只通过各项全部为绿的。',
    done: '已通过',
  },
  reject: {
    label: '驳回',
    from: ['PENDING', 'APPROVED'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, min: 2, max: 200 }) },
    done: '已驳回',
  },
  again: { label: '重新提请', from: ['REJECTED'], to: 'PENDING', done: '已列入待审核' },
  seal: { label: '锁定', from: ['APPROVED'], to: 'LOCKED', by: 'house' },
});
