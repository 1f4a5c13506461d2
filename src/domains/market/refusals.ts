/** Every «no» of the market: numbers 3900–3949. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const marketRefusals = defineRefusals({
  SHOP_NONE: { errorcode: 3900, status: 200, message: '「{site}」还没有开店，请先在「商超管理」新增' },
  PRICE_NONE: { errorcode: 3901, status: 200, message: '「{goods}」还没有生效的价格，请先调价再上架' },
  PRICE_BACK: { errorcode: 3902, status: 200, message: '「{goods}」的价格不能从过去开始，最早是今天 {today}' },
  PRICE_TAKEN: {
    errorcode: 3903,
    status: 200,
    message: '「{goods}」{from} 起已有价格 {price} 元，请先在记录的「价格」里撤回它',
  },
  SHELF_CODE: { errorcode: 3904, status: 200, message: '条码 {code} {why}' },
  PLU_TAKEN: { errorcode: 3905, status: 200, message: 'PLU {plu} 在这家店已是「{goods}」的，请换一个' },
  SHELF_UNIT: { errorcode: 3906, status: 200, message: '所选单位不是「{goods}」的售卖单位' },
  SHELF_WEIGHT: { errorcode: 3907, status: 200, message: '「{goods}」不按克记账，不能称重销售' },
  SHOP_PLACE: {
    errorcode: 3908,
    status: 200,
    message: '「{place}」不是该单位的商店，请选择该单位里类型为「商店」的餐厅/档口',
  },
  CATALOG_DEEP: {
    errorcode: 3910,
    status: 200,
    message: '分类最多四级，「{name}」放到「{above}」下面会有 {levels} 级',
  },
  CATALOG_ROUND: { errorcode: 3911, status: 200, message: '「{name}」不能放到自己或自己的下级「{above}」下面' },
  BASE_CODE: { errorcode: 3912, status: 200, message: '条码 {code} {why}' },
  MERGE_SELF: { errorcode: 3913, status: 200, message: '「{name}」不能与自己合并，请选另一个商品' },
  MERGE_TAKEN: { errorcode: 3914, status: 200, message: '承包商「{who}」两个商品都在用，请其先停用一个再合并' },
  SHEET_ROW: { errorcode: 3915, status: 200, message: '第 {row} 行「{name}」{why}' },
  SUB_TWICE: { errorcode: 3917, status: 200, message: '该承包商已开通「{name}」，请调整费率或先终止' },
  SHELF_TWICE: { errorcode: 3909, status: 200, message: '「{goods}」已在「{site}」的货架上' },
});
