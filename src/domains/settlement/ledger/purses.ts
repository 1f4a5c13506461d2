/** The purses of a unit, and the kinds of postings, by their names; both ends read them. */
import type { Choice } from '../../../kit/define/field.ts';

export const purses = [
  { value: 'FLOAT', label: '备付', tone: 'info' },
  { value: 'PENDING', label: '待结算', tone: 'warning' },
  { value: 'AVAILABLE', label: '可提现', tone: 'success' },
  { value: 'FROZEN', label: '冻结', tone: 'warning' },
  { value: 'CLAIM', label: '线下往来', tone: 'neutral' },
  { value: 'SUSPENSE', label: '待查款', tone: 'danger' },
] as const satisfies readonly Choice[];
export type Purse = (typeof purses)[number]['value'];

/** What two people may correct between units; 冻结 and 待查款 are as much as their documents say. */
export const adjustablePurses = purses.filter(({ value }) => value !== 'FROZEN' && value !== 'SUSPENSE');

/** May its balance go below 0? What is earned may be taken back later; what units owe each other has two signs. */
export const mayOwe = (purse: Purse): boolean => purse === 'PENDING' || purse === 'CLAIM';

export const postingKinds = [
  { value: 'ONLINE_IN', label: '在线充值' },
  { value: 'ONLINE_OUT', label: '原路退款' },
  { value: 'CONTRACT_DAY', label: '消费结算' },
  { value: 'FEE', label: '渠道手续费' },
  { value: 'MANAGE_FEE', label: '管理费' },
  { value: 'RELEASE', label: '结算转可提现' },
  { value: 'CLAIM_PAID', label: '线下付款' },
  { value: 'HOLD', label: '冻结' },
  { value: 'RELEASE_HOLD', label: '解冻' },
  { value: 'WITHDRAW_OUT', label: '提现打款' },
  { value: 'WITHDRAW_BACK', label: '银行退票' },
  { value: 'BILL_PAY', label: '支付平台账单' },
  { value: 'BILL_BACK', label: '平台账单退回' },
  { value: 'TOP_UP', label: '转入余额' },
  { value: 'CREDIT', label: '退货退款' },
  { value: 'COMMISSION', label: '佣金' },
  { value: 'COMMISSION_BACK', label: '佣金收回' },
  { value: 'COMMISSION_FREE', label: '佣金转可提现' },
  { value: 'ORPHAN', label: '来款挂账' },
  { value: 'ORPHAN_BACK', label: '挂账退回' },
  { value: 'ORPHAN_INCOME', label: '挂账转收入' },
  { value: 'ADJUST', label: '调账' },
] as const satisfies readonly Choice[];
export type UnitPostingKind = (typeof postingKinds)[number]['value'];

/** Documents a unit may look at that move its money. */
export const documentTypes = [
  { value: 'WITHDRAWAL', label: '提现' },
  { value: 'STATEMENT', label: '结算单' },
  { value: 'CLAIM_PAYMENT', label: '线下付款' },
  { value: 'UNIT_BILL', label: '平台账单' },
  { value: 'UNIT_BILL_PAYMENT', label: '账单付款' },
] as const satisfies readonly Choice[];

export const unitTypes = [
  { value: 'ORGANIZATION', label: '单位' },
  { value: 'CONTRACTOR', label: '承包商' },
  { value: 'AGENT', label: '代理商' },
  { value: 'PLATFORM', label: '平台' },
] as const satisfies readonly Choice[];

export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((one) => one.value === value)?.label ?? value;
