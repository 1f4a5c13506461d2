/** The kinds and states of what a unit owes the platform, and of the ways it is paid (units.md §7). */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const billKinds = [
  { value: 'ANNUAL_FEE', label: '年费' },
  { value: 'APPLICATION', label: '应用' },
  { value: 'DEVICE_ORDER', label: '设备采购' },
  { value: 'MARKET_SERVICE', label: '商超服务费' },
] as const satisfies readonly Choice[];
export type BillKind = (typeof billKinds)[number]['value'];

export const billStatuses = [
  { value: 'PENDING', label: '待出账', tone: 'neutral' },
  { value: 'UNPAID', label: '待付款', tone: 'warning' },
  { value: 'OVERDUE', label: '已逾期', tone: 'danger' },
  { value: 'PAID', label: '已付款', tone: 'success' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
  { value: 'WAIVED', label: '已减免', tone: 'info' },
] as const satisfies readonly Choice[];
export type BillStatus = (typeof billStatuses)[number]['value'];

/** A bill that waits for its money. */
export const owed = ['UNPAID', 'OVERDUE'] as const;

export const payWays = [
  { value: 'WALLET', label: '余额' },
  { value: 'ONLINE', label: '扫码' },
  { value: 'TRANSFER', label: '转账' },
] as const satisfies readonly Choice[];

const reason = longText('原因', { required: true, max: 100 });

export const billFlow = flow(billStatuses, {
  issue: {
    label: '出账',
    from: ['PENDING'],
    to: 'UNPAID',
    confirm: '{title} {amountFen} 元，通知付款单位？',
    batch: true,
    done: '已出账，付款单位可以支付',
  },
  pay: {
    label: '余额支付',
    from: ['UNPAID', 'OVERDUE'],
    to: 'PAID',
    tone: 'primary',
    outcome: true,
    done: '已支付',
  },
  settle: { label: '到账', from: ['UNPAID', 'OVERDUE'], to: 'PAID', by: 'house' },
  lapse: { label: '逾期', from: ['UNPAID'], to: 'OVERDUE', by: 'house' },
  waive: {
    label: '减免',
    from: ['UNPAID', 'OVERDUE'],
    to: 'WAIVED',
    decides: true,
    outcome: true,
    ask: { reason },
    witness: { needs: 'vouch', says: '我已核对减免的理由与金额，同意不再收取。' },
    done: '已减免，视同付清',
  },
  void: {
    label: '作废',
    from: ['PENDING', 'UNPAID', 'OVERDUE', 'PAID'],
    to: 'VOID',
    decides: true,
    tone: 'danger',
    outcome: true,
    ask: { reason },
    witness: { needs: 'vouch', says: '我已核对作废的理由；已付的款退回付款单位的可提现，佣金与期限一并收回。' },
    done: '已作废',
  },
});

export const paymentStatuses = [
  { value: 'WAITING', label: '待确认', tone: 'warning' },
  { value: 'PAID', label: '已到账', tone: 'success' },
  { value: 'TOPPED_UP', label: '转入余额', tone: 'info' },
  { value: 'DENIED', label: '未收到', tone: 'danger' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
  { value: 'RETURNED', label: '已退回', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** A payment on its way: the bank's is confirmed by the platform, the channel's by the channel. */
export const paymentFlow = flow(paymentStatuses, {
  confirm: {
    label: '确认到账',
    from: ['WAITING'],
    to: 'PAID',
    by: 'other',
    tone: 'primary',
    outcome: true,
    confirm: '已在平台收款账户核对到流水 {bankFlowNo}？',
    done: '已确认到账',
    unless: (row) => (row.way === 'TRANSFER' ? undefined : ''),
  },
  deny: {
    label: '未收到',
    from: ['WAITING'],
    to: 'DENIED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('说明', { required: true, max: 100 }) },
    done: '已退回付款方核对',
    unless: (row) => (row.way === 'TRANSFER' ? undefined : ''),
  },
  withdraw: {
    label: '撤回',
    from: ['WAITING'],
    to: 'CLOSED',
    by: 'maker',
    confirm: '撤回这笔转账登记？',
    done: '已撤回',
    unless: (row) => (row.way === 'TRANSFER' ? undefined : ''),
  },
  topUp: { label: '转入余额', from: ['WAITING'], to: 'TOPPED_UP', by: 'house' },
  giveBack: { label: '退回', from: ['PAID'], to: 'RETURNED', by: 'house' },
});
