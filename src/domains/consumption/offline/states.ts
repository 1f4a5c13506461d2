/** States of an offline record that waits for a clerk, what may happen in each, and why it waits. Both sides read it. */
import { type Choice, longText, money, ref, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const offlineStatuses = [
  { value: 'SUSPENSE', label: '待处理', tone: 'warning' },
  { value: 'POSTED', label: '已补扣', tone: 'success' },
  { value: 'POSTED_OVERDRAFT', label: '已入账（欠款）', tone: 'info' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type OfflineStatus = (typeof offlineStatuses)[number]['value'];

const overrides = {
  personId: ref('扣款人员', 'person', { help: '未知卡时选择；不选按卡号的持卡人' }),
  amountFen: money('金额', { min: 1, max: 1_000_000, help: '无法计价时输入；留空按记录和定值计价' }),
  note: text('备注', { max: 100 }),
};

const takeBack = {
  key: 'takeBack',
  values: { reason: '补扣后当场退回' },
  done: '已全额退回；要再扣请用「纠错」',
};

export const offlineFlow = flow(offlineStatuses, {
  post: {
    label: '补扣',
    from: ['SUSPENSE'],
    to: 'POSTED',
    ask: overrides,
    outcome: true,
    confirm: '餐已吃过：不再检查卡片状态、次数和限额，余额不足时仍留在待处理。',
    batch: true,
    done: '已处理',
    undo: takeBack,
  },
  overdraft: {
    label: '入账为欠款',
    from: ['SUSPENSE'],
    to: 'POSTED_OVERDRAFT',
    ask: overrides,
    outcome: true,
    confirm: '余额不足的部分记为欠款，下次充值时先还；每人欠款不超过消费处理设置中的上限。',
    batch: true,
    done: '已处理',
    undo: takeBack,
  },
  void: {
    label: '作废',
    from: ['SUSPENSE'],
    to: 'VOID',
    tone: 'danger',
    ask: { reason: longText('作废原因', { required: true, max: 100 }) },
    batch: true,
    done: '已作废，没有动钱',
  },
  restore: {
    label: '恢复待处理',
    from: ['VOID'],
    to: 'SUSPENSE',
    ask: { reason: longText('恢复原因', { required: true, max: 100 }) },
    batch: true,
  },
});
export type OfflineEvent = keyof typeof offlineFlow.moves;

/** Why a record waits, in the words of the field; each stands for refusal codes of the swipe. */
export const conflicts = [
  { value: 'INSUFFICIENT', label: '余额不足' },
  { value: 'LOST_CARD', label: '挂失卡' },
  { value: 'CLOSED_ACCOUNT', label: '账户或卡不可用' },
  { value: 'UNKNOWN_PERSON', label: '未知卡' },
  { value: 'TIME_SKEW', label: '时间不符' },
  { value: 'NO_PRICE', label: '无法计价' },
  { value: 'OVER_LIMIT', label: '超限' },
  { value: 'NOT_HERE', label: '不能在此就餐' },
  { value: 'PAY_CODE', label: '付款码没有付成' },
  { value: 'GOODS', label: '商品不能卖' },
  { value: 'DEVICE', label: '设备不能收费' },
  { value: 'OTHER', label: '其他' },
] as const satisfies readonly Choice[];
export type Conflict = (typeof conflicts)[number]['value'];

export const conflictCodes: Readonly<Record<Exclude<Conflict, 'OTHER'>, readonly string[]>> = {
  INSUFFICIENT: ['INSUFFICIENT_BALANCE', 'INSUFFICIENT_COUNT', 'MIN_BALANCE'],
  LOST_CARD: ['CARD_LOST'],
  CLOSED_ACCOUNT: ['CARD_NOT_VALID', 'PERSON_NOT_NORMAL', 'NO_PURSE', 'PURSE_FROZEN', 'EXPIRED'],
  UNKNOWN_PERSON: ['UNKNOWN_CARD', 'PERSON_UNKNOWN', 'CARD_OF_OTHER'],
  TIME_SKEW: ['TIME_SKEW'],
  NO_PRICE: ['NO_PRICE', 'NO_MEAL_NOW', 'SHOP_BY_AMOUNT', 'AMOUNT_NEEDED', 'BAD_AMOUNT'],
  NOT_HERE: [
    'SITE_DISABLED',
    'RESTAURANT_CLOSED',
    'SITE_NOT_FOR_TYPE',
    'MEAL_NOT_FOR_TYPE',
    'NOT_REGISTERED_FOR_DAY',
    'WALK_IN_NOT_ALLOWED',
  ],
  PAY_CODE: ['BAD_PAY_CODE', 'CHANNEL_NOT_SET', 'PAY_REFUSED', 'PAY_REVOKED'],
  GOODS: [
    'TILL_PRICE_CHANGED',
    'TILL_NO_SHOP',
    'TILL_SHUT',
    'TILL_GOODS',
    'TILL_OFF_SHELF',
    'TILL_PRICE_THEN',
    'TILL_SCALE_CODE',
    'TILL_BY_WEIGHT',
    'TILL_LIMIT',
  ],
  DEVICE: ['DEVICE_NOT_PLACED', 'MODE_NOT_SUPPORTED', 'DEVICE_STOPPED', 'UNIT_STOPPED', 'DEVICE_MODE'],
  OVER_LIMIT: ['LIMIT_SINGLE', 'LIMIT_PER_MEAL', 'LIMIT_PER_MEAL_AMOUNT', 'LIMIT_PER_DAY', 'LIMIT_PER_DAY_AMOUNT'],
};
