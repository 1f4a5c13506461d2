/** The states of a refund and of its talk with the channel, and what may happen in each (domain.md §4). */
import { labelIn, mayIn, type Transition } from '../../../kit/define/states.ts';

export const refundStatuses = [
  { value: 'APPLIED', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '待付款', tone: 'info' },
  { value: 'REJECTED', label: '已驳回', tone: 'neutral' },
  { value: 'PROCESSING', label: '退款中', tone: 'info' },
  { value: 'SUCCESS', label: '已退款', tone: 'success' },
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

interface Step extends Transition<RefundStatus> {
  /** Ways it exists for; all when left out. */
  ways?: readonly RefundWay[];
}

/** Money is held from APPLIED on; it leaves at SUCCESS and is released at REJECTED and CANCELLED. */
export const refundTransitions = {
  approve: { label: '审核通过', from: ['APPLIED'], to: 'APPROVED' },
  reject: { label: '驳回', from: ['APPLIED'], to: 'REJECTED' },
  cancel: { label: '撤销', from: ['APPLIED'], to: 'CANCELLED' },
  send: { label: '发往渠道', from: ['APPROVED', 'FAILED'], to: 'PROCESSING', ways: ['ORIGINAL'] },
  payCash: { label: '付现金', from: ['APPROVED'], to: 'SUCCESS', ways: ['CASH'] },
  payBank: { label: '登记打款', from: ['APPROVED'], to: 'SUCCESS', ways: ['BANK'] },
  unpaid: { label: '未能付款', from: ['APPROVED'], to: 'FAILED', ways: ['CASH', 'BANK'] },
  succeed: { label: '渠道退款成功', from: ['PROCESSING'], to: 'SUCCESS', ways: ['ORIGINAL'] },
  fail: { label: '渠道退款失败', from: ['PROCESSING'], to: 'FAILED', ways: ['ORIGINAL'] },
  change: { label: '改方式', from: ['FAILED'], to: 'APPROVED' },
  close: { label: '终止', from: ['FAILED'], to: 'CANCELLED' },
} as const satisfies Record<string, Step>;
export type RefundEvent = keyof typeof refundTransitions;

/** May `event` happen to a refund in this state and of this way? */
export function refundMay(event: RefundEvent, status: unknown, way?: unknown): boolean {
  const { from, ways }: Step = refundTransitions[event];
  return (
    (from as readonly unknown[]).includes(status) && (!ways || way === undefined || ways.includes(way as RefundWay))
  );
}

export const refundStatusLabel = (status: string) => labelIn(refundStatuses, status);

export const thirdStatuses = [
  { value: 'APPLIED', label: '待发送', tone: 'neutral' },
  { value: 'PROCESSING', label: '退款中', tone: 'info' },
  { value: 'SUCCESS', label: '退款成功', tone: 'success' },
  { value: 'FAILED', label: '退款失败', tone: 'danger' },
  { value: 'ABNORMAL', label: '退款异常', tone: 'danger' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
] as const;
export type ThirdStatus = (typeof thirdStatuses)[number]['value'];

/** An unknown answer keeps PROCESSING and is only asked about; the number never changes. */
export const thirdTransitions = {
  send: { label: '发送', from: ['APPLIED', 'FAILED', 'ABNORMAL'], to: 'PROCESSING' },
  succeed: { label: '成功', from: ['PROCESSING'], to: 'SUCCESS' },
  fail: { label: '失败', from: ['PROCESSING'], to: 'FAILED' },
  break: { label: '异常', from: ['PROCESSING'], to: 'ABNORMAL' },
  close: { label: '关闭', from: ['APPLIED', 'FAILED', 'ABNORMAL'], to: 'CLOSED' },
} as const satisfies Record<string, Transition<ThirdStatus>>;

export const thirdMay = mayIn(thirdTransitions);
