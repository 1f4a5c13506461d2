/** A kitchen's sheet: prepared by the storekeeper, taken by the cook; what nobody weighed is marked as taken as prepared. */
import type { Choice } from '../../../kit/define/field.ts';
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const sheetStatuses = [
  { value: 'PREPARED', label: '待领用', tone: 'warning' },
  { value: 'TAKEN', label: '已领用', tone: 'success' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const wasteKinds = [
  { value: 'RAW', label: '原料' },
  { value: 'WORK', label: '加工' },
  { value: 'LEFT', label: '剩餐' },
] as const satisfies readonly Choice[];

export const sheetFlow = flow(sheetStatuses, {
  take: {
    label: '确认领用',
    from: ['PREPARED'],
    to: 'TAKEN',
    by: 'other',
    tone: 'primary',
    confirm: '{sheetNo} 没有填写实领的按备料数量领用，并记为「照备料」。确认后库存立即出库。',
    done: '已领用出库',
  },
  cancel: {
    label: '作废',
    from: ['PREPARED'],
    to: 'CANCELLED',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '已作废，可以重新备料',
  },
});
