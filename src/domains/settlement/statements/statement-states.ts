/** The states of a statement, and who takes it from one to the next (units.md §4). */
import { type Choice, date, file, longText, money, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const statementStatuses = [
  { value: 'GENERATED', label: '待确认', tone: 'warning' },
  { value: 'DISPUTED', label: '有异议', tone: 'danger' },
  { value: 'CONFIRMED', label: '待结算', tone: 'warning' },
  { value: 'SETTLED', label: '已结算', tone: 'success' },
] as const satisfies readonly Choice[];

/** What a line of a statement is of. */
export const lineKinds = [
  { value: 'DAY', label: '本期', tone: 'success' },
  { value: 'ADJUST', label: '以前期间调整', tone: 'warning' },
  { value: 'MANAGE_FEE', label: '管理费', tone: 'neutral' },
  { value: 'CARRY_IN', label: '上期结转', tone: 'info' },
  { value: 'CARRY_OUT', label: '结转下期', tone: 'info' },
] as const satisfies readonly Choice[];

export const sides = [
  { value: 'ORGANIZATION', label: '单位' },
  { value: 'CONTRACTOR', label: '承包商' },
] as const satisfies readonly Choice[];
export type Side = (typeof sides)[number]['value'];

/** Whom the organization owes outside. */
export const receivers = [
  { value: 'CONTRACTOR', label: '承包商' },
  { value: 'PLATFORM', label: '平台' },
] as const satisfies readonly Choice[];
export type Receiver = (typeof receivers)[number]['value'];

const answer = longText('答复', { required: true, max: 200 });

type Row = Readonly<Record<string, unknown>>;

/** A dispute waits for the side that did not raise it until that side has answered, then for who raised it. */
const awaits = (who: 'answer' | 'consent') => (row: Row) => {
  if (who === 'consent' && row.disputeAnswered !== true) return '';
  if (row.disputeOurs === (who === 'answer')) return '';
  if (who === 'answer' && row.disputeAnswered === true) return '已答复，等待对方接受或平台裁定';
  return undefined;
};

/** Both sides confirm before it is CONFIRMED; of what the organization runs itself it is the one side. */
export const statementFlow = flow(statementStatuses, {
  regenerate: {
    label: '重新生成',
    from: ['GENERATED', 'DISPUTED'],
    to: 'GENERATED',
    confirm: '按现在的日账重新生成 {statementNo}？金额有变动时，双方须重新确认。',
  },
  confirm: {
    label: '确认',
    from: ['GENERATED'],
    to: 'CONFIRMED',
    tone: 'primary',
    ask: { payFen: money('应结金额', { required: true, help: '须与结算单上的应结金额一致；金额变动过的不能确认' }) },
    done: '已确认',
    unless: (row) => (row.confirmedHere === true ? '本方已确认，等待另一方' : undefined),
  },
  lapse: { label: '到期确认', from: ['GENERATED'], to: 'CONFIRMED', by: 'house' },
  dispute: {
    label: '提出异议',
    from: ['GENERATED'],
    to: 'DISPUTED',
    tone: 'danger',
    ask: {
      disputeFrom: date('异议开始日期', { required: true }),
      disputeTo: date('异议结束日期', { required: true }),
      disputeFen: money('争议金额', { required: true, min: 1 }),
      tradeNos: text('交易号', { max: 500, width: 400, help: '可填多笔，用逗号隔开' }),
      reason: longText('原因', { required: true, max: 200 }),
      file: file('附件'),
    },
    done: '已提出异议，等待对方答复',
  },
  correct: {
    label: '已纠错',
    from: ['DISPUTED'],
    to: 'GENERATED',
    ask: { answer },
    confirm:
      '差错须先在「消费纠错」办理：纠错记在办理的那天，差额进那天的结算单。{statementNo} 按现在的日账由双方再确认。',
    done: '已答复，由双方再确认',
    unless: awaits('answer'),
  },
  consent: {
    label: '接受答复',
    from: ['DISPUTED'],
    to: 'CONFIRMED',
    tone: 'primary',
    confirm: '接受对方的答复，按应结金额 {payFen} 元确认 {statementNo}？',
    done: '已接受，结算单已确认',
    unless: awaits('consent'),
  },
  decide: {
    label: '裁定',
    from: ['DISPUTED'],
    to: 'CONFIRMED',
    ask: { answer: longText('裁定理由', { required: true, max: 200 }) },
    witness: { needs: 'vouch', says: '我已核对双方的说明，同意按结算单金额结算。' },
    done: '已裁定，结算单已确认',
    unless: (row) =>
      row.disputeAnswered === true || row.disputeLapsed === true
        ? undefined
        : `对方可以答复到 ${row.answerBy}，期满没有答复再裁定`,
  },
  settle: {
    label: '结算',
    from: ['CONFIRMED'],
    to: 'SETTLED',
    tone: 'primary',
    batch: true,
    outcome: true,
    witness: { needs: 'vouch', says: '我已核对结算单与双方确认，同意划付。' },
    done: '已结算，划付部分转入可提现',
  },
});

export const claimStatuses = [
  { value: 'PAID', label: '待收款方确认', tone: 'warning' },
  { value: 'CONFIRMED', label: '已确认', tone: 'success' },
  { value: 'DENIED', label: '未收到', tone: 'danger' },
  { value: 'WITHDRAWN', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** A payment outside the platform, entered by who pays and confirmed by who receives. */
export const claimFlow = flow(claimStatuses, {
  confirm: {
    label: '确认收款',
    from: ['PAID'],
    to: 'CONFIRMED',
    by: 'other',
    tone: 'primary',
    outcome: true,
    done: '已确认收款，线下往来已冲减',
  },
  deny: {
    label: '未收到',
    from: ['PAID'],
    to: 'DENIED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('说明', { required: true, max: 100 }) },
    done: '已退回付款方核对',
  },
  withdraw: {
    label: '撤回',
    from: ['PAID'],
    to: 'WITHDRAWN',
    confirm: '撤回这笔付款登记？',
    done: '已撤回',
  },
});
