/** The states of a replacement-card request and what may happen in each. Pages show buttons from it, commands check it. */
import { labelIn, mayIn, type Transition } from '../../kit/define/states.ts';

export const repairStatuses = [
  { value: 'PENDING', label: '待受理', tone: 'warning' },
  { value: 'ACCEPTED', label: '已受理', tone: 'info' },
  { value: 'MADE', label: '已制卡待领', tone: 'info' },
  { value: 'DELIVERED', label: '已领取', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const;
export type RepairStatus = (typeof repairStatuses)[number]['value'];

export const repairReasons = [
  { value: 'LOST', label: '丢失', tone: 'danger' },
  { value: 'BROKEN', label: '损坏', tone: 'warning' },
  { value: 'OTHER', label: '其他', tone: 'neutral' },
] as const;
export type RepairReason = (typeof repairReasons)[number]['value'];

/** A card that was made is handed over or lies there: it can no longer be refused, only returned or cancelled as a card. */
export const repairTransitions = {
  accept: { label: '受理', from: ['PENDING'], to: 'ACCEPTED' },
  make: { label: '制卡完成', from: ['ACCEPTED'], to: 'MADE' },
  deliver: { label: '领取', from: ['MADE'], to: 'DELIVERED' },
  reject: { label: '驳回', from: ['PENDING', 'ACCEPTED'], to: 'REJECTED' },
  cancel: { label: '取消申请', from: ['PENDING', 'ACCEPTED'], to: 'CANCELLED' },
} as const satisfies Record<string, Transition<RepairStatus>>;
export type RepairEvent = keyof typeof repairTransitions;

/** May `event` happen to a request in this state? */
export const repairMay = mayIn(repairTransitions);

export const repairStatusLabel = (status: string) => labelIn(repairStatuses, status);
