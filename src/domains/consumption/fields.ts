/** Words of consumption that several pages share. */
import { int, money } from '../../kit/define/field.ts';
import { eq, sum } from '../../kit/define/identity.ts';

export const tradeModes = [
  { value: 'FIXED', label: '定值' },
  { value: 'AMOUNT', label: '金额' },
  { value: 'COUNT', label: '计次' },
  { value: 'DISH', label: '点餐' },
  { value: 'WEIGH', label: '称重' },
  { value: 'ORDER', label: '订餐' },
  { value: 'SHOP', label: '商超' },
  { value: 'MANUAL', label: '人工' },
] as const;

export const identifyWays = [
  { value: 'CARD', label: '刷卡' },
  { value: 'FACE', label: '人脸' },
  { value: 'QR', label: '二维码' },
  { value: 'CODE', label: '取餐码' },
  { value: 'MANUAL', label: '人工' },
] as const;

export const tradeKinds = [
  { value: 'CONSUME', label: '消费', tone: 'success' },
  { value: 'SUPPLEMENT', label: '补扣', tone: 'warning' },
  { value: 'REVERSE', label: '纠错退回', tone: 'info' },
] as const;

/** States of a trade as they follow from what was taken back. */
export const tradeStates = [
  { value: 'SUCCESS', label: '成功', tone: 'success' },
  { value: 'PART_CORRECTED', label: '部分纠错', tone: 'warning' },
  { value: 'CORRECTED', label: '已纠错', tone: 'neutral' },
] as const;

/** Ways a trade is paid past the purses. */
export const thirdChannels = [
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
  { value: 'BANK', label: '银行' },
  { value: 'TRANSFER', label: '转账' },
  { value: 'CASH', label: '现金' },
  { value: 'DEVICE', label: '自助机' },
  { value: 'IMPORT', label: '批量导入' },
  { value: 'THIRD_SYSTEM', label: '第三方系统' },
  { value: 'PAYROLL', label: '工资代扣' },
  { value: 'UNIT', label: '单位挂账' },
] as const;

/** What a consumption was paid from, one column each; together they are the whole amount. `paid` follows the names. */
export const purseFields = (paid = '') => ({
  mainFen: money(`主账户${paid}`),
  subsidyFen: money(`补贴${paid}`),
  giftFen: money(`赠送${paid}`),
  arrearsFen: money('记欠款', { help: '余额不足而记下的欠款，下次充值先还' }),
  thirdFen: money(`第三方${paid}`, { help: '微信、支付宝等直接付的部分，不经过账户' }),
});
export const purseKeys = ['mainFen', 'subsidyFen', 'giftFen', 'arrearsFen', 'thirdFen'] as const;

/** What was consumed is what the purses and the channels paid of it; the net is what is left after it was put right. */
export const consumedIdentities = [
  eq('amountFen', purseKeys),
  sum('netFen', ['amountFen', '-reversedFen', 'supplementFen']),
] as const;

/** Figures of the consumption summaries that add up. */
export const summaryTotals = [
  'consumeCount',
  'heads',
  'originFen',
  'discountFen',
  ...purseKeys,
  'countUsed',
  'amountFen',
  'reversedFen',
  'supplementFen',
  'netFen',
] as const;

/** The figures of a summary of consumption; `counted` says how often a diner counts in its rows. */
export const consumeFigures = (counted: string) => ({
  consumeCount: int('消费笔数', { unit: '笔' }),
  heads: int('消费人次', { unit: '人次', help: counted }),
  originFen: money('原价'),
  discountFen: money('优惠'),
  ...purseFields('支付'),
  countUsed: int('次数消费', { unit: '次' }),
  amountFen: money('消费合计'),
  reversedFen: money('纠错退回'),
  supplementFen: money('补扣'),
  netFen: money('净额'),
});
