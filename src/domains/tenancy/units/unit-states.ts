/** The states of units and what may happen in each; pages show buttons from it, the engine checks it. */
import type { Choice } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const agentStatuses = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
  { value: 'EXPIRED', label: '合同到期', tone: 'warning' },
] as const satisfies readonly Choice[];

export const contractorStatuses = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
  { value: 'FROZEN', label: '冻结', tone: 'warning' },
  { value: 'EXPIRED', label: '服务到期', tone: 'danger' },
] as const satisfies readonly Choice[];

export const organizationStatuses = [
  { value: 'TRIAL', label: '试用', tone: 'info' },
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'EXPIRING', label: '即将到期', tone: 'warning' },
  { value: 'EXPIRED', label: '服务到期', tone: 'danger' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
] as const satisfies readonly Choice[];

const disabled = (then: string) => `确定停用「{name}」？${then}`;

/** Over shown states, dated ones included; the stored ones are among them. */
export const agentFlow = flow(
  agentStatuses,
  {
    disable: {
      label: '停用',
      from: ['NORMAL', 'EXPIRED'],
      to: 'DISABLED',
      confirm: disabled('其账号将不能登录'),
    },
    enable: { label: '启用', from: ['DISABLED'], to: 'NORMAL' },
  },
  { life: true },
);

export const contractorFlow = flow(
  contractorStatuses,
  {
    freeze: {
      label: '冻结',
      from: ['NORMAL', 'EXPIRED'],
      to: 'FROZEN',
      tone: 'warning',
      confirm: '确定冻结「{name}」？',
    },
    unfreeze: { label: '解冻', from: ['FROZEN'], to: 'NORMAL' },
    disable: {
      label: '停用',
      from: ['NORMAL', 'EXPIRED', 'FROZEN'],
      to: 'DISABLED',
      confirm: disabled('其账号将不能登录'),
    },
    enable: { label: '启用', from: ['DISABLED'], to: 'NORMAL' },
  },
  { life: true },
);

export const organizationFlow = flow(
  organizationStatuses,
  {
    disable: {
      label: '停用',
      from: ['TRIAL', 'NORMAL', 'EXPIRING', 'EXPIRED'],
      to: 'DISABLED',
      confirm: disabled('其账号不能登录，设备不能消费'),
    },
    enable: { label: '启用', from: ['DISABLED'], to: 'NORMAL' },
  },
  { life: true },
);
