/** The lives of applications and of activities. */
import { type Choice, date } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const applicationStatuses = [
  { value: 'NORMAL', label: '在售', tone: 'success' },
  { value: 'DISABLED', label: '未上架', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const applicationFlow = flow(
  applicationStatuses,
  {
    sell: {
      label: '上架',
      from: ['DISABLED'],
      to: 'NORMAL',
      tone: 'primary',
      ask: {
        until: date('现有单位可用到', {
          required: true,
          help: '已在使用的单位自动开通到这一天，到期前续费；新单位须自己开通',
        }),
      },
      done: '已上架',
    },
    withdraw: {
      label: '下架',
      from: ['NORMAL'],
      to: 'DISABLED',
      tone: 'danger',
      confirm: '下架后所有单位都能使用「{name}」，不再收费。确定下架？',
      done: '已下架',
    },
  },
  { life: true },
);

export const discountTypes = [
  { value: 'PERCENT', label: '打折' },
  { value: 'MINUS', label: '立减' },
  { value: 'GIFT_MONTH', label: '送月' },
] as const satisfies readonly Choice[];

export const activityStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'ONGOING', label: '进行中', tone: 'success' },
  { value: 'ENDED', label: '已结束', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const activityFlow = flow(activityStatuses, {
  start: {
    label: '开始',
    from: ['DRAFT'],
    to: 'ONGOING',
    tone: 'primary',
    confirm: '「{name}」开始后不能再改，确定开始？',
    done: '已开始，期间内下单自动享受',
  },
  end: {
    label: '结束',
    from: ['ONGOING'],
    to: 'ENDED',
    tone: 'danger',
    confirm: '结束「{name}」？已下的订单价格不变。',
    done: '已结束',
  },
});

export const orderKinds = [
  { value: 'OPEN', label: '开通' },
  { value: 'RENEW', label: '续费' },
  { value: 'UPGRADE', label: '升级' },
] as const satisfies readonly Choice[];

export const orderStatuses = [
  { value: 'WAITING', label: '待付款', tone: 'warning' },
  { value: 'DONE', label: '已生效', tone: 'success' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
