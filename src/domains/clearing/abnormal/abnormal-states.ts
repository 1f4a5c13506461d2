/** What may be abnormal, how it is worked off, and what can be done with each kind. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const abnormalKinds = [
  { value: 'UNCREDITED', label: '已付未入账', tone: 'danger' },
  { value: 'ORPHAN', label: '渠道多收', tone: 'danger' },
  { value: 'DUPLICATE', label: '重复付款', tone: 'danger' },
  { value: 'MISSING', label: '账单没有', tone: 'danger' },
  { value: 'AMOUNT', label: '金额不符', tone: 'danger' },
  { value: 'NUMBER', label: '流水号不符', tone: 'warning' },
  { value: 'REVERSED', label: '已冲正有收款', tone: 'danger' },
  { value: 'REFUND_OPEN', label: '退款未完成', tone: 'warning' },
  { value: 'REFUND_ORPHAN', label: '渠道多退', tone: 'danger' },
  { value: 'REFUND_MISSING', label: '账单没有退款', tone: 'warning' },
  { value: 'DOUBLE_CHARGE', label: '疑似重复扣款', tone: 'warning' },
  { value: 'BOOKS', label: '账目不平', tone: 'danger' },
  { value: 'REPORTED', label: '人工登记', tone: 'info' },
] as const satisfies readonly Choice[];
export type AbnormalKind = (typeof abnormalKinds)[number]['value'];

export const abnormalStatuses = [
  { value: 'OPEN', label: '待处理', tone: 'warning' },
  { value: 'PROCESSING', label: '处理中', tone: 'warning' },
  { value: 'FIXED', label: '已处理', tone: 'success' },
  { value: 'IGNORED', label: '已说明', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type AbnormalStatus = (typeof abnormalStatuses)[number]['value'];

/** From this amount on a second person agrees that nothing is to be done. */
export const secondFromFen = 10_000;

/** Money of nobody that lies with the platform. */
export const parkable: ReadonlySet<string> = new Set<AbnormalKind>(['ORPHAN', 'DUPLICATE']);
/** Days after which money nobody claimed may become the platform's income. */
export const incomeAfterDays = 365;

type Row = Readonly<Record<string, unknown>>;
const ofKinds =
  (...kinds: AbnormalKind[]) =>
  (row: Row) =>
    kinds.includes(row.kind as AbnormalKind) ? undefined : '';

/** What moves money is not in the flow: its own commands do it, and the state follows. */
export const abnormalFlow = flow(abnormalStatuses, {
  take: { label: '接手', from: ['OPEN'], to: 'PROCESSING', batch: true, done: '已接手，由您跟进' },
  fix: {
    label: '标为已处理',
    from: ['OPEN', 'PROCESSING'],
    to: 'FIXED',
    ask: { note: longText('怎样处理的', { required: true, min: 2, max: 200 }) },
    unless: ofKinds(
      'AMOUNT',
      'NUMBER',
      'REVERSED',
      'REFUND_ORPHAN',
      'REFUND_MISSING',
      'DOUBLE_CHARGE',
      'REPORTED',
      'MISSING',
    ),
    done: '已记下',
  },
  explain: {
    label: '说明',
    from: ['OPEN', 'PROCESSING'],
    to: 'IGNORED',
    ask: { reason: longText('为什么不必处理', { required: true, min: 2, max: 200 }) },
    unless: (row) => (Number(row.amountFen) >= secondFromFen ? '' : undefined),
    done: '已说明，事实有变化时会重新打开',
  },
  explainTwo: {
    label: '说明（两人）',
    from: ['OPEN', 'PROCESSING'],
    to: 'IGNORED',
    ask: { reason: longText('为什么不必处理', { required: true, min: 2, max: 200 }) },
    witness: { needs: 'vouch', says: '我已核对双方凭据，同意不再处理。' },
    unless: (row) => (Number(row.amountFen) < secondFromFen ? '' : undefined),
    done: '已说明，事实有变化时会重新打开',
  },
  reopen: {
    label: '重新打开',
    from: ['FIXED', 'IGNORED'],
    to: 'OPEN',
    ask: { reason: longText('原因', { required: true, min: 2, max: 200 }) },
    done: '已重新打开',
  },
});
