/** The states of a refund and of its talk with the channel, and what may happen in each (domain.md §4). */
import { choice, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const refundStatuses = [
  { value: 'APPLIED', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '待付款', tone: 'warning' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'PROCESSING', label: '退款中', tone: 'info' },
  { value: 'SUCCESS', label: '已退款', tone: 'neutral' },
  { value: 'FAILED', label: '退款失败', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤销', tone: 'neutral' },
] as const;
export type RefundStatus = (typeof refundStatuses)[number]['value'];

export const refundWays = [
  { value: 'ORIGINAL', label: '原路退回' },
  { value: 'CASH', label: '现金' },
  { value: 'BANK', label: '银行打款' },
] as const;
export type RefundWay = (typeof refundWays)[number]['value'];

/** Payment by hand, where the channel does not give back itself. */
export const payouts = refundWays.filter((way) => way.value !== 'ORIGINAL');
/** Asked, and of a record shown, only where a bank pays. */
const byBank = (v: Readonly<Record<string, unknown>>) => (v.restWay ?? v.way) === 'BANK';
export const bankFields = {
  bankName: text('开户行', { max: 60, width: 300, when: byBank }),
  bankAccount: text('收款账号', {
    required: true,
    when: byBank,
    mask: 'bank',
    max: 30,
    width: 300,
    pattern: { source: '^[0-9]{8,30}$', message: '只能是数字' },
  }),
};

/** Ways a move exists for; all when it is not named. */
const ways: Readonly<Record<string, readonly RefundWay[]>> = {
  retry: ['ORIGINAL'],
  payCash: ['CASH'],
  payBank: ['BANK'],
  unpaid: ['CASH', 'BANK'],
};
/** Does the move exist for a refund of this way? */
export const wayAllows = (event: string, way: unknown) => ways[event]?.includes(way as RefundWay) ?? true;
const onlyOf = (event: string) => (row: Readonly<Record<string, unknown>>) =>
  wayAllows(event, row.way) ? undefined : '';

/** Money is held from APPLIED on; it leaves at SUCCESS and is released at REJECTED and CANCELLED. */
export const refundFlow = flow(refundStatuses, {
  approve: {
    label: '审核',
    from: ['APPLIED'],
    to: 'APPROVED',
    by: 'other',
    tone: 'success',
    batch: true,
    confirm: '退款单 {refundNo}：{personId} {amountFen} 元，审核通过？原路退回的部分会立即发往渠道。',
    done: '已审核通过',
  },
  reject: {
    label: '驳回',
    from: ['APPLIED'],
    to: 'REJECTED',
    by: 'other',
    outcome: true,
    tone: 'danger',
    batch: true,
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回，金额已解冻',
  },
  payCash: {
    label: '付现金',
    from: ['APPROVED'],
    to: 'SUCCESS',
    outcome: true,
    tone: 'primary',
    confirm: '付给 {personId} 现金 {amountFen} 元？',
    unless: onlyOf('payCash'),
    shows: 'receipt',
  },
  payBank: {
    label: '登记打款',
    from: ['APPROVED'],
    to: 'SUCCESS',
    outcome: true,
    tone: 'primary',
    batch: true,
    ask: { bankFlowNo: text('银行流水号', { required: true, max: 64 }) },
    unless: onlyOf('payBank'),
    done: '已登记打款',
  },
  unpaid: {
    label: '未能付款',
    from: ['APPROVED'],
    to: 'FAILED',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    unless: onlyOf('unpaid'),
    done: '已登记，金额仍冻结，可改方式或终止',
  },
  send: { label: '发往渠道', from: ['APPROVED'], to: 'PROCESSING', by: 'house' },
  succeed: { label: '渠道退款成功', from: ['PROCESSING'], to: 'SUCCESS', by: 'house' },
  fail: { label: '渠道退款失败', from: ['PROCESSING'], to: 'FAILED', by: 'house' },
  retry: {
    label: '重试',
    from: ['FAILED'],
    to: 'PROCESSING',
    confirm: '用原退款单号 {refundNo} 重新发往渠道，退给 {personId} {amountFen} 元？',
    unless: onlyOf('retry'),
  },
  change: {
    label: '改方式',
    from: ['FAILED'],
    to: 'APPROVED',
    ask: { way: choice('方式', payouts, { required: true }), ...bankFields },
    done: '已改方式，待付款',
  },
  close: {
    label: '终止',
    from: ['FAILED'],
    to: 'CANCELLED',
    outcome: true,
    tone: 'danger',
    ask: { reason: longText('终止原因', { required: true, max: 100 }) },
    done: '已终止，金额已解冻回主账户',
  },
  cancel: {
    label: '撤销',
    from: ['APPLIED'],
    to: 'CANCELLED',
    outcome: true,
    tone: 'danger',
    confirm: '撤销退款单 {refundNo}？冻结的 {amountFen} 元回到主账户。',
    done: '已撤销，金额已解冻',
  },
});
export type RefundEvent = keyof typeof refundFlow.moves;

export const thirdStatuses = [
  { value: 'APPLIED', label: '待发送', tone: 'neutral' },
  { value: 'PROCESSING', label: '退款中', tone: 'info' },
  { value: 'SUCCESS', label: '退款成功', tone: 'success' },
  { value: 'FAILED', label: '退款失败', tone: 'danger' },
  { value: 'ABNORMAL', label: '退款异常', tone: 'danger' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
] as const;
export type ThirdStatus = (typeof thirdStatuses)[number]['value'];

/** States in which it may be sent, for the first time or again under its number; unknown answers keep PROCESSING. */
export const sendable = { refund: ['APPROVED', 'FAILED'], third: ['APPLIED', 'FAILED', 'ABNORMAL'] } as const;
