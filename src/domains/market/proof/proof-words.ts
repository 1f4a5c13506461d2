/** How far back the books are gone through: what a night found is kept, everything else is looked at now. */
export const proofSpans = [
  { value: 'NIGHT', label: '昨夜核对发现的' },
  { value: 'LATEST', label: '夜间核对之后的' },
  { value: 'TWO_MONTHS', label: '上月与本月' },
  { value: 'HALF_YEAR', label: '近半年' },
  { value: 'ALL', label: '启用以来全部' },
] as const;

/** The rules that stock, buying and the shop are held to, in words. */
export const proofRules = [
  { value: 'S1', label: 'S1', compares: '结存 = 各笔流水之和（数量与金额，逐仓逐品）' },
  { value: 'S2', label: 'S2', compares: '结存 = 各批次数量之和' },
  { value: 'S3', label: 'S3', compares: '每笔流水接着前一笔：序号连续，前结存 + 本笔 = 后结存' },
  { value: 'S4', label: 'S4', compares: '数量与金额从不小于 0；数量为 0 时金额也是 0' },
  { value: 'S5', label: 'S5', compares: '调出 = 调入 + 在途 + 途中损失（数量与金额）' },
  { value: 'S6', label: 'S6', compares: '验收 = 采购入库，退货 = 退货出库；到货不超过订购加允差' },
  { value: 'S7', label: 'S7', compares: '期初 + 入 − 出 ± 盘 + 调价 = 期末（逐日、逐仓、逐品）' },
  { value: 'S8', label: 'S8', compares: '商品销售明细 = 已出库 + 待补；销售出库的流水 = 各次入账之和' },
  { value: 'S9', label: 'S9', compares: '预留 = 未完订单与调拨各行之和；订单冻结的钱 = 订单需要的' },
  { value: 'S10', label: 'S10', compares: '上月期末 = 本月期初；结账的期末 = 那一天的结存' },
  {
    value: 'S11',
    label: 'S11',
    compares: '订单 = 明细 + 配送费 = 它的交易；渠道收款 = 订单应收；收银交易 = 商品之和',
  },
  { value: 'S12', label: 'S12', compares: '服务费账单 = 各单位服务费之和' },
  { value: 'S13', label: 'S13', compares: '每一批：入 − 出 = 在库 + 在途 + 途中损失，到克' },
  { value: 'S14', label: 'S14', compares: '日汇总 = 当日流水重新加一遍' },
  { value: 'S15', label: 'S15', compares: '加工：投料成本 + 价差 = 产出成本' },
  { value: 'S16', label: 'S16', compares: '夜里加好的累计 = 各日汇总逐日相加' },
] as const;
