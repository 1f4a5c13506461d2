/** The states of a WeChat binding and what may happen in each. */
import { mayIn } from '../../kit/define/states.ts';

export const bindingStatuses = [
  { value: 'BOUND', label: '已绑定', tone: 'success' },
  { value: 'UNBOUND', label: '已解绑', tone: 'neutral' },
] as const;

export const bindingTransitions = { unbind: { label: '解绑', from: ['BOUND'], to: 'UNBOUND' } } as const;

/** May it be unbound? */
export const bindingMay = mayIn(bindingTransitions);
