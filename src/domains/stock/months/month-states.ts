/** A storehouse's month: examined by one, closed by another in a job, locked when it is handed over. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const monthStatuses = [
  { value: 'OPEN', label: '待核对', tone: 'warning' },
  { value: 'CHECKED', label: '待结账', tone: 'info' },
  { value: 'RUNNING', label: '结账中', tone: 'info' },
  { value: 'CLOSED', label: '已结账', tone: 'success' },
  { value: 'LOCKED', label: '已锁定', tone: 'success' },
] as const satisfies readonly Choice[];

export interface StockStep {
  key: string;
  title: string;
  ok: boolean;
  figure: string;
}

export const monthFlow = flow(monthStatuses, {
  examine: {
    label: '核对',
    from: ['OPEN'],
    to: 'CHECKED',
    tone: 'primary',
    batch: true,
    done: '各项已核对，由另一人结账',
  },
  close: {
    label: '结账',
    from: ['CHECKED'],
    to: 'RUNNING',
    by: 'other',
    tone: 'success',
    batch: true,
    confirm: '结账后这个月的期末即为下月的期初。确定结账？',
    done: '正在结账',
  },
  finish: { label: '结账完成', from: ['RUNNING'], to: 'CLOSED', by: 'house' },
  stop: { label: '没有完成', from: ['RUNNING'], to: 'OPEN', by: 'house' },
  reopen: {
    label: '反结账',
    from: ['CHECKED', 'CLOSED'],
    to: 'OPEN',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, min: 2, max: 100 }) },
    done: '已退回，须重新核对',
  },
  lock: {
    label: '锁定',
    from: ['CLOSED'],
    to: 'LOCKED',
    decides: true,
    confirm: '锁定以后不能反结账。确定锁定？',
    done: '已锁定',
  },
});
