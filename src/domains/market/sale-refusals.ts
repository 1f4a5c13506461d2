/** Every «no» of sales, orders and deliveries: numbers 3918–3949. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const saleRefusals = defineRefusals({
  ORDER_PAYING: { errorcode: 3918, status: 200, message: '{no} 的付款渠道还没有给出结果，请稍后再试' },
  PICK_PAID: { errorcode: 3919, status: 200, message: '{no} 退回付款人的部分不能再收，备货不能多于上次' },
  ORDER_MONEY_BACK: {
    errorcode: 3920,
    status: 200,
    message: '{no} 的货款已被纠错退回，只余 {left} 元，不足 {amount} 元，请减少实备或取消订单',
  },
  ORDER_RECALLED: {
    errorcode: 3921,
    status: 200,
    message: '{no} 的「{goods}」被召回 {recall} 封存：请在「备货」里按换好的批次重新填写这一行，或填 0 退回货款',
  },
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
  ORDER_WAY: { errorcode: 3934, status: 200, message: '「{shop}」不支持{way}' },
  ORDER_LATE: { errorcode: 3935, status: 200, message: '{date} 的订单已于 {until} 截止' },
  ORDER_LEAST: { errorcode: 3936, status: 200, message: '商品共 {amount} 元，满 {least} 元才配送' },
  PICK_OVER: { errorcode: 3937, status: 200, message: '第 {line} 行「{goods}」备货多于所订（称重商品最多多一成）' },
  PICK_REASON: { errorcode: 3938, status: 200, message: '第 {line} 行「{goods}」缺货，请填写原因' },
  PICK_NOTHING: { errorcode: 3939, status: 200, message: '{no} 全部缺货，请取消订单' },
  CLAIM_LATE: { errorcode: 3940, status: 200, message: '{no} 已完成超过 {hours} 小时，不能申请售后' },
  CLAIM_OVER: { errorcode: 3941, status: 200, message: '第 {line} 行「{goods}」没有这么多可退' },
  PICK_CODE: { errorcode: 3942, status: 200, message: '取货码不正确、已使用或不在本店' },
  PICK_LOCKED: { errorcode: 3943, status: 200, message: '取货码连续输错 {tries} 次，{until} 前不能再试' },
  ORDER_LIST_LONG: {
    errorcode: 3945,
    status: 200,
    message: '名单有 {rows} 行，一次最多 {most} 行，请分开导入',
  },
  WAVE_TEMP: { errorcode: 3946, status: 200, message: '{no} 有冷藏、冷冻的「{goods}」，请填写温度' },
  WAVE_WARM: {
    errorcode: 3947,
    status: 200,
    message: '{no} 的「{goods}」测得 {temp} ℃，高于 {most} ℃：发车前请降温，送达时这一商品须全部拒收',
  },
  WAVE_BOUND: { errorcode: 3948, status: 200, message: '{bill} 在配送波次 {no} 里，{why}' },
  ORDER_PERSON: { errorcode: 3944, status: 200, message: '「{unit}」没有工号 {jobNumber} 的正常人员' },
});
