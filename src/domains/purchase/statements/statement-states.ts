/** 供应商对账单: drawn up, marked by another of ours, marked by the supplier, paid under a number of the bank. */
import { type Choice, date, file, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const statementStatuses = [
  { value: 'DRAWN', label: '待我方确认', tone: 'warning' },
  { value: 'SENT', label: '待供应商确认', tone: 'info' },
  { value: 'AGREED', label: '双方已确认', tone: 'info' },
  { value: 'PAID', label: '已付款', tone: 'success' },
  { value: 'DISPUTED', label: '供应商有异议', tone: 'danger' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** Those that still ask for money. */
export const unpaid = ['DRAWN', 'SENT', 'AGREED', 'DISPUTED'] as const;

export const theirWays = [
  { value: 'LINK', label: '链接' },
  { value: 'PAPER', label: '盖章回单' },
] as const satisfies readonly Choice[];

export const statementFlow = flow(statementStatuses, {
  confirm: {
    label: '我方确认',
    from: ['DRAWN', 'DISPUTED'],
    to: 'SENT',
    by: 'other',
    tone: 'primary',
    confirm: '{supplierId} {amountFen} 元，验收与退货核对无误？',
    done: '我方已确认，可以发给供应商',
  },
  agree: { label: '供应商确认', from: ['SENT'], to: 'AGREED', by: 'house' },
  dispute: { label: '供应商提出异议', from: ['SENT'], to: 'DISPUTED', by: 'house' },
  signed: {
    label: '登记回单',
    from: ['SENT'],
    to: 'AGREED',
    ask: {
      theirName: text('供应商签字人', { required: true, max: 20 }),
      theirFile: file('盖章回单', { required: true }),
    },
    done: '已登记供应商的确认',
  },
  pay: {
    label: '登记付款',
    from: ['AGREED'],
    to: 'PAID',
    tone: 'primary',
    batch: true,
    confirm: '付给 {supplierId}，应付 {amountFen} 元。',
    ask: {
      flowNo: text('银行流水号', { required: true, max: 40, help: '同一供应商的几张一次付清的，选中一起登记' }),
      paidOn: date('付款日期', { required: true, starts: 'today' }),
    },
    done: '已登记付款',
  },
  cancel: {
    label: '作废',
    from: ['DRAWN', 'SENT', 'AGREED', 'DISPUTED'],
    to: 'VOID',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '已作废，其中的验收单可以重新出对账单',
  },
});
