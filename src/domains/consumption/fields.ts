/** Words of consumption that several pages share. */

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
] as const;

/** Columns of the consumption summaries that add up. */
export const summaryTotals = [
  'consumeCount',
  'heads',
  'originFen',
  'discountFen',
  'mainFen',
  'subsidyFen',
  'thirdFen',
  'countUsed',
  'amountFen',
  'reversedFen',
  'supplementFen',
  'netFen',
] as const;
