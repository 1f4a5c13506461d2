/** A count's way: counted blind, far-off lines again by another person, booked by somebody who did not make it. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const countStatuses = [
  { value: 'OPEN', label: '盘点中', tone: 'info' },
  { value: 'RECOUNT', label: '待复盘', tone: 'warning' },
  { value: 'COUNTED', label: '待审核', tone: 'warning' },
  { value: 'POSTED', label: '已过账', tone: 'success' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const countScopes = [
  { value: 'ALL', label: '全部物料' },
  { value: 'CATEGORY', label: '一个分类' },
  { value: 'CLASS_A', label: 'A 类（占金额七成）' },
  { value: 'RANDOM', label: '随机 20 种' },
] as const satisfies readonly Choice[];

export const countFlow = flow(countStatuses, {
  finish: { label: '盘完提交', from: ['OPEN', 'RECOUNT'], to: 'COUNTED', tone: 'primary', done: '已提交' },
  send: { label: '差异复盘', from: ['OPEN'], to: 'RECOUNT', by: 'house' },
  post: {
    label: '审核过账',
    from: ['COUNTED'],
    to: 'POSTED',
    by: 'other',
    tone: 'success',
    confirm: '{countNo} 的差异将计入库存，不能撤销。确定过账？',
    done: '已过账',
  },
  again: {
    label: '退回重盘',
    from: ['COUNTED'],
    to: 'RECOUNT',
    by: 'other',
    tone: 'warning',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '有差异的行已退回',
  },
  cancel: {
    label: '取消',
    from: ['OPEN', 'RECOUNT', 'COUNTED'],
    to: 'CANCELLED',
    tone: 'danger',
    confirm: '取消后不计差异。确定取消 {countNo}？',
  },
});

/** Whoever counts does not see what the book says. */
export const isBlind = (status: unknown): boolean => status === 'OPEN' || status === 'RECOUNT';

/** A line is counted again when it is off by more than this. */
export const farOff = { basisPoints: 200, fen: 5_000 } as const;
