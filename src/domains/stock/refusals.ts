/** Every «no» of goods and stock: numbers 3800–3849. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const stockRefusals = defineRefusals({
  STOCK_SHORT: {
    errorcode: 3800,
    status: 200,
    message: '第 {line} 行「{goods}」在「{house}」可用 {left}，不够 {want}{taken}；请减少数量，或先入库、调拨',
  },
  LOT_HELD: {
    errorcode: 3801,
    status: 200,
    message: '第 {line} 行「{goods}」批次 {lot} {why}，不能出库，只能报损或退货',
  },
  STOCK_VALUE: { errorcode: 3802, status: 200, message: '第 {line} 行「{goods}」库存金额只有 {value} 元，不能再减' },
  UNIT_USED: { errorcode: 3803, status: 200, message: '单位「{unit}」已有单据使用，换算不能改；请停用后新增一个单位' },
  UNIT_FOREIGN: { errorcode: 3804, status: 200, message: '第 {line} 行 所选单位不是「{goods}」的单位' },
  QTY_FRACTION: {
    errorcode: 3805,
    status: 200,
    message: '第 {line} 行「{goods}」{typed} {unit} 不是整 {base}，请改用更小的单位',
  },
  QTY_RANGE: { errorcode: 3806, status: 200, message: '第 {line} 行「{goods}」的数量须大于 0，且不超过 {most}' },
  GOODS_IN_STOCK: { errorcode: 3807, status: 200, message: '「{goods}」还有库存或未完单据，不能停用：{where}' },
  GOODS_OFF: { errorcode: 3808, status: 200, message: '第 {line} 行「{goods}」已停用' },
  HOUSE_NOT_EMPTY: { errorcode: 3809, status: 200, message: '「{house}」还有库存或未完单据，不能停用：{what}' },
  HOUSE_OFF: { errorcode: 3810, status: 200, message: '「{house}」已停用' },
  LOT_NEEDED: { errorcode: 3811, status: 200, message: '第 {line} 行「{goods}」入库须填写{what}' },
  LOT_DATES: { errorcode: 3812, status: 200, message: '第 {line} 行「{goods}」{why}' },
  LOT_FOREIGN: { errorcode: 3813, status: 200, message: '第 {line} 行 所选批次不是「{goods}」的批次' },
  LOT_REASON: {
    errorcode: 3814,
    status: 200,
    message: '第 {line} 行「{goods}」应先出 {first}（先到期），另选批次须填写原因',
  },
  BACK_DATED: { errorcode: 3815, status: 200, message: '{why}' },
  BILL_SECOND: { errorcode: 3816, status: 200, message: '{no} {why}，须由制单人以外的人过账' },
  BILL_GONE: { errorcode: 3817, status: 200, message: '{no} 不能冲销：{why}' },
  TRANSFER_OVER: { errorcode: 3818, status: 200, message: '{no} 第 {line} 行 实收不能多于发出的 {sent}' },
  TRANSFER_REASON: { errorcode: 3819, status: 200, message: '{no} 短少 {short}，请填写短少原因' },
  ATTRIBUTE_USED: { errorcode: 3820, status: 200, message: '「{name}」已有 {count} 个商品使用，只能改名，不能删除' },
  RETURN_OVER: { errorcode: 3821, status: 200, message: '第 {line} 行「{goods}」最多可退 {left}' },
  BARCODE_BAD: { errorcode: 3822, status: 200, message: '条码 {code} {why}' },
  COST_NEEDED: {
    errorcode: 3823,
    status: 200,
    message: '第 {line} 行「{goods}」入库须填写金额；您没有查看成本的权限，请由成本会计办理',
  },
  COUNT_EMPTY: { errorcode: 3825, status: 200, message: '「{house}」在此范围内没有物料可盘' },
  COUNT_OPEN: { errorcode: 3826, status: 200, message: '{no} 还有 {left} 行没有填实盘数量' },
  COUNT_SAME: { errorcode: 3827, status: 200, message: '第 {line} 行「{goods}」须由初盘以外的人复盘' },
  COUNT_AGAIN: {
    errorcode: 3828,
    status: 200,
    message: '第 {line} 行「{goods}」盘点后已出库，差异会使库存小于 0，请退回重新清点这一行',
  },
  COUNT_RUNS: { errorcode: 3829, status: 200, message: '「{house}」已有未完的盘点 {no}，先完成或取消它' },
  BILL_EMPTY: { errorcode: 3824, status: 200, message: '至少填写一行商品' },
});
