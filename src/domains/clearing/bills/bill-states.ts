/** What bills are, what becomes of their lines, and which of that is no difference; both ends read it. */
import type { Choice } from '../../../kit/define/field.ts';

export const channels = [
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
] as const satisfies readonly Choice[];

export const billKinds = [
  { value: 'TRADE', label: '交易账单' },
  { value: 'FUND', label: '资金账单' },
] as const satisfies readonly Choice[];

export const lineTypes = [
  { value: 'PAYMENT', label: '收款' },
  { value: 'REFUND', label: '退款' },
  { value: 'IN', label: '收入' },
  { value: 'OUT', label: '支出' },
] as const satisfies readonly Choice[];

/** Of a line of a trade bill; MATCHED and OTHER_DAY are no difference. */
export const lineStates = [
  { value: 'MATCHED', label: '相符', tone: 'success' },
  { value: 'OTHER_DAY', label: '跨日在途', tone: 'info' },
  { value: 'UNCREDITED', label: '已付未入账', tone: 'danger' },
  { value: 'ORPHAN', label: '本系统没有订单', tone: 'danger' },
  { value: 'DUPLICATE', label: '重复付款', tone: 'danger' },
  { value: 'AMOUNT', label: '金额不符', tone: 'danger' },
  { value: 'NUMBER', label: '流水号不符', tone: 'warning' },
  { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
  { value: 'REFUND_OPEN', label: '退款未完成', tone: 'warning' },
  { value: 'REFUND_ORPHAN', label: '本系统没有退款', tone: 'warning' },
] as const satisfies readonly Choice[];
export type LineState = (typeof lineStates)[number]['value'];

/** How a day of a merchant number stands. */
export const billStates = [
  { value: 'EVEN', label: '已核平', tone: 'success' },
  { value: 'TRANSIT', label: '在途', tone: 'info' },
  { value: 'DIFF', label: '有差异', tone: 'danger' },
  { value: 'EXPLAINED', label: '已说明', tone: 'neutral' },
  { value: 'OLD', label: '已有新版本', tone: 'neutral' },
] as const satisfies readonly Choice[];
