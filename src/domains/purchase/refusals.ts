/** Every «no» of buying: numbers 3850–3899. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const purchaseRefusals = defineRefusals({
  PRICE_OVERLAP: {
    errorcode: 3850,
    status: 200,
    message: '「{goods}」与 {supplier} 已有 {from} 至 {to} 的价格，日期不能重叠',
  },
  PRICE_PAST: { errorcode: 3851, status: 200, message: '生效日期不能早于今天 {today}，已成的价格不追改' },
  PRICE_UNIT: { errorcode: 3852, status: 200, message: '所选单位不是「{goods}」的单位' },
  SUPPLIER_BAD: { errorcode: 3853, status: 200, message: '供应商「{supplier}」{why}，不能下单' },
  SUPPLIER_NONE: { errorcode: 3854, status: 200, message: '「{goods}」没有选供应商或没有有效价格，不能生成采购单' },
  NO_CENTRAL: { errorcode: 3857, status: 200, message: '没有{what}，请先在「仓库管理」建立' },
  DELIVERY_DONE: { errorcode: 3858, status: 200, message: '{no} {status}，不能再收货' },
  RECEIPT_ORDERER: { errorcode: 3859, status: 200, message: '{no} 由{name}下单，验收须由下单人以外的两人办理' },
  RETURN_MORE: { errorcode: 3861, status: 200, message: '「{goods}」最多可退 {left}' },
  HELD_SAME: { errorcode: 3862, status: 200, message: '价格须由验收人以外的人批准' },
  MAP_STUFF: { errorcode: 3863, status: 200, message: '「{stuff}」不在平台食材库里，请先在食材库对应后再配商品' },
  RECALL_LEFT: { errorcode: 3865, status: 200, message: '{no} 不能结案：{where}，请先报损或退货' },
  RECALL_SEALED: { errorcode: 3866, status: 200, message: '批次 {lot} {where}' },
  PREPARE_NOTHING: {
    errorcode: 3867,
    status: 200,
    message: '{date} 没有要备料的：没有菜谱、没有配商品，或领料单都已生成',
  },
  TAKE_NOTHING: { errorcode: 3868, status: 200, message: '{no} 一种也没有领，请作废' },
  SUPPLY_NONE: { errorcode: 3869, status: 200, message: '没有要调拨的：{why}' },
  WASTE_MORE: { errorcode: 3870, status: 200, message: '「{goods}」损耗不能多于实领的 {taken}' },
  REPLY_BAD: { errorcode: 3871, status: 200, message: '「{goods}」{why}' },
  REPLY_LINES: { errorcode: 3872, status: 200, message: '请刷新页面：有的行不在这张采购单里' },
  REPLY_CLOSED: { errorcode: 3873, status: 200, message: '{no} {why}，不能再确认，请联系采购方' },
  BOM_ROUND: { errorcode: 3874, status: 200, message: '用料绕回了自己：{chain}，请换掉其中一种' },
  BOM_DEEP: { errorcode: 3875, status: 200, message: '半成品里再用半成品最多 {most} 层：{chain}' },
  BOM_PAST: { errorcode: 3876, status: 200, message: '生效日期不能早于今天 {today}，做过的菜不追改' },
  BOM_LIBRARY: {
    errorcode: 3877,
    status: 200,
    message: '「{dish}」没有对应平台菜品，不能对各单位一起改，请选「单位菜品」',
  },
  PAPER_BAD: { errorcode: 3864, status: 200, message: '{why}' },
});
