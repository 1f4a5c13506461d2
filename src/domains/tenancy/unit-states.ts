/** The states of units and what may happen in each; pages show buttons from it, the engine checks it. */
import type { Choice } from '../../kit/define/field.ts';
import { mayIn, type Transition } from '../../kit/define/states.ts';

export const agentStatuses = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
  { value: 'EXPIRED', label: '合同到期', tone: 'warning' },
] as const satisfies readonly Choice[];

export const contractorStatuses = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
  { value: 'FROZEN', label: '冻结', tone: 'warning' },
  { value: 'EXPIRED', label: '服务到期', tone: 'warning' },
] as const satisfies readonly Choice[];

export const organizationStatuses = [
  { value: 'TRIAL', label: '试用', tone: 'info' },
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'EXPIRING', label: '即将到期', tone: 'warning' },
  { value: 'EXPIRED', label: '服务到期', tone: 'danger' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
] as const satisfies readonly Choice[];

/** From shown states, dated ones included, to stored ones. */
export const unitTransitions = {
  disable: { label: '停用', from: ['TRIAL', 'NORMAL', 'EXPIRING', 'EXPIRED', 'FROZEN'], to: 'DISABLED' },
  enable: { label: '启用', from: ['DISABLED'], to: 'NORMAL' },
  freeze: { label: '冻结', from: ['NORMAL', 'EXPIRED'], to: 'FROZEN' },
  unfreeze: { label: '解冻', from: ['FROZEN'], to: 'NORMAL' },
} as const satisfies Record<string, Transition>;

/** May it happen to a unit shown in this state? */
export const unitMay = mayIn(unitTransitions);
