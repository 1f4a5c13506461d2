/** A recall's way: sealed at once, traced, closed by another person when nothing is left; or released as harmless. And its notices'. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const recallStatuses = [
  { value: 'SEALED', label: '已封存', tone: 'danger' },
  { value: 'TRACED', label: '已追溯', tone: 'warning' },
  { value: 'CLOSED', label: '已结案', tone: 'success' },
  { value: 'RELEASED', label: '已解除', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const recallScopes = [
  { value: 'LOT', label: '一个批次' },
  { value: 'DELIVERY', label: '同一供应商同日' },
  { value: 'DISH', label: '一道菜' },
] as const satisfies readonly Choice[];

const note = longText('说明', { required: true, max: 200 });

export const recallFlow = flow(recallStatuses, {
  trace: { label: '完成追溯', from: ['SEALED'], to: 'TRACED', tone: 'primary', ask: { note }, done: '已记录追溯结论' },
  close: {
    label: '结案',
    from: ['TRACED'],
    to: 'CLOSED',
    by: 'other',
    tone: 'success',
    ask: { note },
    done: '已结案',
  },
  release: {
    label: '解除封存',
    from: ['SEALED', 'TRACED'],
    to: 'RELEASED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('解除依据', { required: true, max: 200 }) },
    done: '已解除，批次可以出库，因它下架的商品重新上架',
  },
});

/** What a unit is told of a recall, as its caterer and as the unit itself see it. */
export const noticeStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'SENT', label: '待处理', tone: 'warning' },
  { value: 'ANSWERED', label: '已处理', tone: 'success' },
  { value: 'OVER', label: '已解除', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const noticeFlow = flow(noticeStatuses, {
  send: { label: '发出', from: ['DRAFT'], to: 'SENT', by: 'house' },
  answer: {
    label: '回复处理',
    from: ['SENT'],
    to: 'ANSWERED',
    tone: 'primary',
    ask: {
      answer: longText('处理情况', { required: true, max: 300, help: '停用、封存了多少，放在哪里；有没有人不适' }),
    },
    done: '已回复承包商',
  },
  end: { label: '解除', from: ['SENT', 'ANSWERED'], to: 'OVER', by: 'house' },
});
