/** Every «no» of sales, orders and deliveries: numbers 3925–3949. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const saleRefusals = defineRefusals({
  TILL_PRICE_CHANGED: { errorcode: 3925, status: 200, message: '价格已变，请更新商品后重新结账：{prices}' },
  TILL_NO_SHOP: { errorcode: 3926, status: 200, message: '本设备所在的位置没有可售货的商店：{why}' },
  TILL_SHUT: { errorcode: 3927, status: 200, message: '「{shop}」{why}' },
  TILL_GOODS: { errorcode: 3928, status: 200, message: '商品 {code} 不在本店货架上' },
  TILL_OFF_SHELF: { errorcode: 3929, status: 200, message: '「{goods}」已下架，不能销售' },
  TILL_PRICE_THEN: {
    errorcode: 3930,
    status: 200,
    message: '「{goods}」在售出时没有 {price} 元的价格，请核对后按当时的价格补扣',
  },
  TILL_SCALE_CODE: { errorcode: 3931, status: 200, message: '秤码 {code} 不能使用：{why}' },
  TILL_BY_WEIGHT: { errorcode: 3932, status: 200, message: '「{goods}」应按{what}销售' },
  TILL_LIMIT: { errorcode: 3933, status: 200, message: '「{goods}」每人每天限购 {limit}' },
  TILL_AMOUNT: { errorcode: 3934, status: 200, message: '商超记录按商品明细计价，不能另输金额' },
});
