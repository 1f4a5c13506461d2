/** The states of a replacement-card request and what may happen in each. Pages show buttons from it, commands check it. */
import { choice, longText, money, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';
import { cardKinds, payWays } from '../cards/card-states.ts';
import { reuseFields } from '../cards/reuse-fields.ts';
import { cardNoField, physicalNoField } from '../persons/person-fields.ts';

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
export const repairFlow = flow(repairStatuses, {
  accept: { label: '受理', from: ['PENDING'], to: 'ACCEPTED', tone: 'primary', batch: true },
  make: {
    label: '制卡完成',
    outcome: true,
    from: ['ACCEPTED'],
    to: 'MADE',
    tone: 'primary',
    ask: {
      cardNo: cardNoField({ required: true, help: '可用空白卡库存中的卡号，也可直接写新卡' }),
      physicalNo: physicalNoField(),
      cardKind: choice('卡类型', cardKinds, { initial: 'IC' }),
      feeFen: money('工本费', { max: 100_000, help: '不填则按申请' }),
      payBy: choice('缴费方式', payWays, { help: '不选则按申请' }),
      ...reuseFields,
    },
    shows: 'receipt',
  },
  deliver: {
    label: '领取',
    from: ['MADE'],
    to: 'DELIVERED',
    tone: 'success',
    ask: { receiver: text('领取人', { max: 30, help: '本人领取可不填' }) },
  },
  reject: {
    label: '驳回',
    from: ['PENDING', 'ACCEPTED'],
    to: 'REJECTED',
    tone: 'danger',
    batch: true,
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
  },
  cancel: {
    label: '取消申请',
    from: ['PENDING', 'ACCEPTED'],
    to: 'CANCELLED',
    ask: { reason: longText('取消原因', { max: 100, help: '原卡仍为挂失，找到后请在人员管理解挂' }) },
  },
});
export type RepairEvent = keyof typeof repairFlow.moves;
