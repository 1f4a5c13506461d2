/** The states of a card and what may happen in each (domain.md §4, Card). Pages show buttons from it, commands check it. */
import { flow } from '../../../kit/define/flow.ts';

export const cardStatuses = [
  { value: 'BLANK', label: '空白', tone: 'neutral' },
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'LOST', label: '挂失', tone: 'danger' },
  { value: 'FROZEN', label: '冻结', tone: 'warning' },
  { value: 'REPLACED', label: '已补换', tone: 'neutral' },
  { value: 'RETURNED', label: '已退卡', tone: 'neutral' },
  { value: 'CANCELLED', label: '已注销', tone: 'neutral' },
] as const;
export type CardStatus = (typeof cardStatuses)[number]['value'];

/** How what a card costs is paid. */
export const payWays = [
  { value: 'CASH', label: '现金' },
  { value: 'MAIN', label: '从主账户扣' },
] as const;

export const cardKinds = [
  { value: 'IC', label: 'IC 卡' },
  { value: 'CPU', label: 'CPU 卡' },
  { value: 'NFC', label: 'NFC 手机卡' },
  { value: 'VIRTUAL', label: '虚拟卡' },
] as const;

/** Issuing a number that is not in stock starts in BLANK as well. 补卡 follows a loss, 换卡 a broken card. */
export const cardFlow = flow(
  cardStatuses,
  {
    issue: { label: '发卡', from: ['BLANK'], to: 'NORMAL' },
    loss: { label: '挂失', from: ['NORMAL'], to: 'LOST' },
    lift: { label: '解挂', from: ['LOST'], to: 'NORMAL' },
    freeze: { label: '冻结', from: ['NORMAL'], to: 'FROZEN' },
    unfreeze: { label: '解冻', from: ['FROZEN'], to: 'NORMAL' },
    replace: { label: '补卡', from: ['LOST'], to: 'REPLACED' },
    exchange: { label: '换卡', from: ['NORMAL'], to: 'REPLACED' },
    return: { label: '退卡', from: ['NORMAL', 'LOST'], to: 'RETURNED' },
    cancel: { label: '注销', from: ['RETURNED'], to: 'CANCELLED' },
  },
  { life: true },
);
export type CardEvent = keyof typeof cardFlow.moves;

/** In these a card occupies its number; in the last three also its person. */
export const liveCardStatuses: readonly CardStatus[] = ['BLANK', 'NORMAL', 'LOST', 'FROZEN'];
export const heldCardStatuses: readonly CardStatus[] = ['NORMAL', 'LOST', 'FROZEN'];
