/** The states of a 退补贴 that stands by itself, and who moves it. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';
import type { Action } from '../../../kit/define/page.ts';
import type { GrantUnit } from '../units.ts';

export const returnStates = [
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'OK', label: '已退回', tone: 'neutral' },
  { value: 'REVERSED', label: '已撤销', tone: 'neutral' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
] as const;

/** Money leaves the lot at OK and comes back at REVERSED. */
export const returnFlow = flow(returnStates, {
  approve: {
    label: '审核通过',
    from: ['PENDING'],
    to: 'OK',
    by: 'other',
    tone: 'success',
    outcome: true,
    confirm: '从「{personName}」退回补贴 {amountFen} 元，审核通过后立即入账。',
    done: '已审核通过并入账',
    undo: { key: 'reverse', values: { reason: '审核后当场撤销' } },
  },
  reject: {
    label: '驳回',
    from: ['PENDING'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回',
  },
  reverse: {
    label: '撤销',
    from: ['OK'],
    to: 'REVERSED',
    tone: 'danger',
    outcome: true,
    ask: { reason: longText('撤销原因', { required: true, max: 100 }) },
    done: '已撤销，金额已回到原补贴',
  },
});

/** The buttons of a return counted in `unit`. */
export const returnButtons = (unit: GrantUnit): readonly Action[] =>
  returnFlow.buttons.map((button) =>
    unit.purse === 'COUNT' && button.confirm
      ? { ...button, confirm: button.confirm.replace('补贴 {amountFen} 元', `${unit.noun} {amountFen}`) }
      : button,
  );
