/** The life of an activity, and the words of its kinds. */
import { type Choice, money } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const activityKinds = [
  { value: 'RECHARGE_GIFT', label: '充值赠送' },
  { value: 'DISCOUNT', label: '消费折扣' },
  { value: 'COUPON', label: '优惠券' },
] as const satisfies readonly Choice[];

export const bearers = [
  { value: 'CONTRACTOR', label: '本公司承担' },
  { value: 'ORGANIZATION', label: '单位承担' },
] as const satisfies readonly Choice[];

export const activityStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'ONGOING', label: '进行中', tone: 'success' },
  { value: 'PAUSED', label: '已暂停', tone: 'warning' },
  { value: 'ENDED', label: '已结束', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const activityFlow = flow(activityStatuses, {
  start: {
    label: '上架',
    from: ['DRAFT'],
    to: 'ONGOING',
    tone: 'primary',
    outcome: true,
    done: '已上架；由单位承担费用的，单位同意后生效',
  },
  pause: {
    label: '下架',
    from: ['ONGOING'],
    to: 'PAUSED',
    confirm: '暂停「{name}」？期间的充值、消费不享受，已送出的不变。',
    done: '已暂停',
  },
  resume: { label: '恢复', from: ['PAUSED'], to: 'ONGOING', tone: 'primary', done: '已恢复，从现在起享受' },
  setBudget: {
    label: '调整预算',
    from: ['ONGOING'],
    to: 'ONGOING',
    ask: { budgetFen: money('预算', { required: true, min: 1, max: 1_000_000_000, help: '不能低于已占用的金额' }) },
    done: '已调整',
  },
  end: {
    label: '结束',
    from: ['ONGOING', 'PAUSED'],
    to: 'ENDED',
    tone: 'danger',
    confirm: '结束「{name}」？不能再恢复；已送出的赠送金和优惠券在有效期内照常可用。',
    done: '已结束',
  },
  lapse: { label: '到期结束', from: ['ONGOING', 'PAUSED'], to: 'ENDED', by: 'house' },
});

export const unitStatuses = [
  { value: 'WAITING', label: '待本单位同意', tone: 'warning' },
  { value: 'ON', label: '已生效', tone: 'success' },
  { value: 'REFUSED', label: '不同意', tone: 'danger' },
] as const satisfies readonly Choice[];

export const unitFlow = flow(unitStatuses, {
  agree: {
    label: '同意承担',
    from: ['WAITING'],
    to: 'ON',
    tone: 'primary',
    confirm:
      '同意由本单位承担「{activityName}」的优惠？优惠的金额计入结算单，由本单位付给承包商，最多 {budgetFen} 元。',
    done: '已同意，活动在本单位生效',
  },
  refuse: { label: '不同意', from: ['WAITING'], to: 'REFUSED', tone: 'danger', done: '已答复，活动在本单位不生效' },
});

export const couponStatuses = [
  { value: 'ISSUED', label: '未使用', tone: 'info' },
  { value: 'USED', label: '已使用', tone: 'success' },
  { value: 'EXPIRED', label: '已过期', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const useStatuses = [
  { value: 'GIVEN', label: '有效', tone: 'success' },
  { value: 'RETURNED', label: '已退回', tone: 'neutral' },
  { value: 'MISSED', label: '未送', tone: 'warning' },
] as const satisfies readonly Choice[];
