/** The states of a binding in WeChat or an app, and how it ends. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const bindingStatuses = [
  { value: 'BOUND', label: '已绑定', tone: 'success' },
  { value: 'UNBOUND', label: '已解绑', tone: 'neutral' },
] as const;

export const bindingFlow = flow(
  bindingStatuses,
  {
    unbind: {
      label: '解绑',
      from: ['BOUND'],
      to: 'UNBOUND',
      tone: 'danger',
      batch: true,
      ask: {
        reason: longText('解绑原因', { required: true, max: 100, placeholder: '如：换手机、家长更换、绑错人' }),
      },
      done: '已解绑，不能再查询、订餐和充值；可由本人重新绑定',
    },
  },
  { life: true },
);
