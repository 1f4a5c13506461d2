/** A meal for guests from its application to what the department is charged. */
import { int, longText, money, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const guestStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'SUBMITTED', label: '待审批', tone: 'warning' },
  { value: 'APPROVED', label: '待就餐', tone: 'info' },
  { value: 'SERVED', label: '待挂账', tone: 'warning' },
  { value: 'CHARGED', label: '已挂账', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const;
export type GuestStatus = (typeof guestStatuses)[number]['value'];

/** Guests that are expected, or came. */
export const standingGuests = ['APPROVED', 'SERVED', 'CHARGED'] as const satisfies readonly GuestStatus[];

export const guestHeads = int('人数', { required: true, unit: '人', min: 1, max: 999, initial: 1, width: 150 });
export const guestStandard = money('每人标准', { required: true, min: 1, max: 1_000_000, width: 150 });
export const eatenHeads = int('实到人数', {
  required: true,
  unit: '人',
  min: 1,
  max: 999,
  help: '不能多于批准的人数；临时增加的先改单、重新审批',
});

export const guestFlow = flow(guestStatuses, {
  submit: {
    label: '提交',
    from: ['DRAFT'],
    to: 'SUBMITTED',
    by: 'maker',
    ask: { reason: longText('截止后提交原因', { max: 100, help: '已过该餐报餐截止时必填；未过截止不用填' }) },
    done: '已提交，由另一人审批',
  },
  approve: {
    label: '通过',
    from: ['SUBMITTED'],
    to: 'APPROVED',
    by: 'other',
    batch: true,
    tone: 'success',
    confirm: '批准 {departmentName} {diningDate} {mealPeriodName} {heads} 人，预计 {plannedFen} 元？',
    done: '已批准',
  },
  reject: {
    label: '驳回',
    from: ['SUBMITTED'],
    to: 'REJECTED',
    by: 'other',
    tone: 'danger',
    ask: { note: longText('原因', { required: true, max: 100 }) },
  },
  sign: {
    label: '签收',
    from: ['APPROVED'],
    to: 'SERVED',
    tone: 'success',
    unless: (row) => (row.begun ? undefined : '还没有开餐，开餐后签收'),
    ask: { eatenHeads, note: text('说明', { max: 60 }) },
    confirm: '{departmentName} {diningDate} {mealPeriodName} 批准 {heads} 人，按实到人数挂账到部门。',
    done: '已签收，随即挂账',
  },
  change: {
    label: '改单',
    from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'],
    to: 'SUBMITTED',
    ask: {
      heads: guestHeads,
      standardFen: guestStandard,
      menuNote: text('菜单要求', { max: 100 }),
      reason: longText('改单原因', { required: true, max: 100, help: '改后重新审批' }),
    },
    done: '已改，待重新审批',
  },
  correct: {
    label: '更正人数',
    from: ['SERVED', 'CHARGED'],
    to: 'SERVED',
    ask: { eatenHeads, reason: longText('更正原因', { required: true, max: 100 }) },
    done: '已更正，随即重新挂账',
  },
  unsign: {
    label: '撤销签收',
    from: ['SERVED', 'CHARGED'],
    to: 'APPROVED',
    tone: 'danger',
    ask: { reason: longText('撤销原因', { required: true, max: 100 }) },
    done: '已撤销，挂账的金额随即冲回',
  },
  cancel: {
    label: '取消',
    from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'],
    to: 'CANCELLED',
    tone: 'danger',
    ask: { reason: longText('取消原因', { required: true, max: 100 }) },
  },
  charge: { label: '挂账', from: ['SERVED'], to: 'CHARGED', by: 'house' },
});
