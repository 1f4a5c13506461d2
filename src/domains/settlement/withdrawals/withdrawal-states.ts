/** The states of a withdrawal; each step by another account than those before it (units.md §5). */
import { type Choice, file, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const withdrawalStatuses = [
  { value: 'APPLIED', label: '待初审', tone: 'warning' },
  { value: 'AUDITING', label: '待复核', tone: 'warning' },
  { value: 'APPROVED', label: '待打款', tone: 'info' },
  { value: 'PAYING', label: '打款中', tone: 'info' },
  { value: 'PAID', label: '已打款', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'FAILED', label: '打款失败', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** Money frozen: asked for, and neither paid nor given back. */
export const underWay = ['APPLIED', 'AUDITING', 'APPROVED', 'PAYING'] as const;

export const withdrawalFlow = flow(withdrawalStatuses, {
  cancel: {
    label: '撤回',
    from: ['APPLIED'],
    to: 'CANCELLED',
    by: 'maker',
    outcome: true,
    tone: 'danger',
    done: '已撤回，金额回到可提现',
  },
  check: {
    label: '初审',
    from: ['APPLIED'],
    to: 'AUDITING',
    by: 'other',
    tone: 'primary',
    batch: true,
    outcome: true,
    done: '初审通过',
  },
  approve: {
    label: '复核',
    from: ['AUDITING'],
    to: 'APPROVED',
    by: 'other',
    tone: 'success',
    batch: true,
    outcome: true,
    done: '复核通过，待出纳打款',
  },
  reject: {
    label: '驳回',
    from: ['APPLIED', 'AUDITING', 'APPROVED'],
    to: 'REJECTED',
    by: 'other',
    tone: 'danger',
    outcome: true,
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回，金额回到单位可提现',
  },
  send: { label: '列入打款', from: ['APPROVED'], to: 'PAYING', by: 'house' },
  paid: {
    label: '登记打款成功',
    from: ['PAYING'],
    to: 'PAID',
    tone: 'success',
    tells: true,
    outcome: true,
    ask: { bankFlowNo: text('银行流水号', { required: true, max: 64 }), proof: file('回单') },
    done: '已登记打款成功',
  },
  fail: {
    label: '登记打款失败',
    from: ['PAYING'],
    to: 'FAILED',
    tone: 'danger',
    tells: true,
    outcome: true,
    ask: { reason: longText('失败原因', { required: true, max: 100 }) },
    witness: { needs: 'vouch', says: '我已在网银核对，这笔款没有付出。' },
    done: '已登记失败，金额回到单位可提现',
  },
  bounce: {
    label: '登记退票',
    from: ['PAID'],
    to: 'FAILED',
    tone: 'danger',
    tells: true,
    outcome: true,
    ask: {
      // Its own key: the row's number is that of the payment, which is not what is asked for.
      returnNo: text('退回流水号', { required: true, max: 64, help: '银行退回这笔款的流水号，不是打款时的那个' }),
      reason: longText('退票原因', { required: true, max: 100 }),
    },
    witness: { needs: 'vouch', says: '我已核对银行流水，这笔款已退回平台账户。' },
    done: '已登记退票，实付金额回到单位可提现',
  },
});
