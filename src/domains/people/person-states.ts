/** The states of a person's account and what may happen in each (domain.md §4, Person account). */
import { labelIn, mayIn, type Transition } from '../../kit/define/states.ts';

export const personStatuses = [
  { value: 'PENDING', label: '待审核', tone: 'info' },
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'SUSPENDED', label: '停用', tone: 'warning' },
  { value: 'CLOSING', label: '销户中', tone: 'warning' },
  { value: 'CLOSED', label: '已销户', tone: 'neutral' },
] as const;
export type PersonStatus = (typeof personStatuses)[number]['value'];

/** CLOSING spends no more and waits for devices and refunds; CLOSED needs every balance at 0. */
export const personTransitions = {
  verify: { label: '审核通过', from: ['PENDING'], to: 'NORMAL' },
  suspend: { label: '停用', from: ['NORMAL'], to: 'SUSPENDED' },
  resume: { label: '恢复', from: ['SUSPENDED', 'CLOSING'], to: 'NORMAL' },
  leave: { label: '登记销户', from: ['NORMAL', 'SUSPENDED'], to: 'CLOSING' },
  close: { label: '销户', from: ['PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING'], to: 'CLOSED' },
  reopen: { label: '重新开户', from: ['CLOSED'], to: 'NORMAL' },
} as const satisfies Record<string, Transition<PersonStatus>>;
export type PersonEvent = keyof typeof personTransitions;

/** May `event` happen to a person in this state? */
export const personMay = mayIn(personTransitions);

export const personStatusLabel = (status: string) => labelIn(personStatuses, status);
