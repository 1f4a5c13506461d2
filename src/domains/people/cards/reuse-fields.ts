/** The tick and the reason by which a card number is used although terminals do not know yet that it changed hands. */
import { bool, longText } from '../../../kit/define/field.ts';

/** Its permission, in the `verbs` of the pages that ask. */
export const reuseVerb = 'reuseCard';
export const reuseVerbs = { [reuseVerb]: '终端未全部同步仍启用卡号' } as const;

export const reuseFields = {
  reuseNow: bool('终端未全部同步，仍然启用', {
    needs: reuseVerb,
    createOnly: true,
    help: '卡号原属他人时，须等所有设备确认停用旧卡。选「是」立即启用，未同步的设备上旧卡的消费会记到新持卡人',
  }),
  reuseReason: longText('启用原因', {
    needs: reuseVerb,
    createOnly: true,
    max: 100,
    help: '必填，记入系统日志',
    when: (v) => v.reuseNow === true,
  }),
};
