/** The states of a WeChat binding and what may happen in each. */

export const bindingStatuses = [
  { value: 'BOUND', label: '已绑定', tone: 'success' },
  { value: 'UNBOUND', label: '已解绑', tone: 'neutral' },
] as const;

export const bindingTransitions = { unbind: { label: '解绑', from: ['BOUND'], to: 'UNBOUND' } } as const;

/** May it be unbound? */
export function bindingMay(event: keyof typeof bindingTransitions, status: string | null | undefined): boolean {
  return (bindingTransitions[event].from as readonly string[]).includes(status ?? '');
}
