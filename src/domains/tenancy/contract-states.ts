/** The states of a contract and who takes it from one to the next; pages show buttons from it, commands check it. */
import type { Choice } from '../../kit/define/field.ts';
import { labelIn, mayIn, type Transition } from '../../kit/define/states.ts';

export const contractStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'ACTIVE', label: '生效', tone: 'success' },
  { value: 'EXPIRED', label: '到期', tone: 'warning' },
  { value: 'TERMINATED', label: '终止', tone: 'danger' },
] as const satisfies readonly Choice[];
export type ContractStatus = (typeof contractStatuses)[number]['value'];

interface Step extends Transition<ContractStatus> {
  /** Only the organization may open its people to a contractor; either side may end it; the house lets it expire. */
  by: readonly ('ORGANIZATION' | 'CONTRACTOR' | 'HOUSE')[];
}

export const contractTransitions = {
  activate: { label: '签约生效', from: ['DRAFT'], to: 'ACTIVE', by: ['ORGANIZATION'] },
  terminate: { label: '终止', from: ['ACTIVE'], to: 'TERMINATED', by: ['ORGANIZATION', 'CONTRACTOR'] },
  expire: { label: '到期', from: ['ACTIVE'], to: 'EXPIRED', by: ['HOUSE'] },
} as const satisfies Record<string, Step>;

/** May it happen to a contract in this state? */
export const contractMay = mayIn(contractTransitions);

export const contractStatusLabel = (status: string) => labelIn(contractStatuses, status);
