/** The buttons every document of the counter has, for its page. */
import { longText } from '../../../kit/define/field.ts';

export const printSlip = { key: 'receipt', label: '打印小票', shows: 'receipt' } as const;
export const endSlipButton = {
  key: 'end_slip',
  label: '停用电子凭条',
  confirm: '确定停用这张小票上二维码打开的电子凭条？重新打印小票会得到新的二维码',
} as const;

/** 冲正 of what stands in the state `booked`; `whyNot` tells of the others, `done` what is left for the clerk to do. */
export const reverseButton = (booked: string, whyNot: (status: unknown) => string, done: string) =>
  ({
    key: 'reverse',
    label: '冲正',
    tone: 'danger',
    outcome: true,
    form: { reason: longText('冲正原因', { required: true, max: 100 }) },
    when: (r: { status: unknown }) => r.status === booked,
    whyNot: (r: { status: unknown }) => whyNot(r.status),
    done,
  }) as const;

/** What was booked a moment ago is taken back whole, without a dialog. */
export const undoAtOnce = (reason = '办理后当场撤销', done = '已撤销，金额已退回') => ({
  key: 'reverse',
  values: { reason },
  done,
});

export const reversedAlready = () => '该单已冲正';
