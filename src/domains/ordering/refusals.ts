/** Every «no» of ordering meals: numbers 3100–3149. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const orderingRefusals = defineRefusals({
  MEAL_NOT_ORDERED: { errorcode: 3100, status: 200, message: '{type}的{meal}在 {date} 不能在这家餐厅订餐' },
  ORDER_NOT_OPEN: { errorcode: 3101, status: 200, message: '{date} {meal}还未开放订餐，{opens} 起可订' },
  ORDER_CLOSED: { errorcode: 3102, status: 200, message: '{date} {meal}订餐已于 {closed} 截止' },
  ORDER_DINER_NOT_NORMAL: { errorcode: 3103, status: 200, message: '{person}不是正常状态，不能订餐' },
  ORDER_TOO_MANY: { errorcode: 3104, status: 200, message: '每单最多 {most} 份' },
  ORDERED_BEFORE: { errorcode: 3105, status: 200, message: '{person} {date} {meal}已有订单 {orderNo}，每餐一单' },
  DISH_NOT_OFFERED: { errorcode: 3106, status: 200, message: '所选菜品不在 {date} {meal}已发布的菜谱里，或已停售' },
  DISH_SOLD_OUT: { errorcode: 3107, status: 200, message: '「{dish}」剩 {left} 份' },
  DISH_PER_PERSON: { errorcode: 3108, status: 200, message: '「{dish}」每人限 {most} 份' },
  SET_CHOICE: { errorcode: 3109, status: 200, message: '套餐须选 {count} 道不同的菜' },
  SET_GROUPS: { errorcode: 3131, status: 200, message: '套餐须选 {groups}' },
  ORDER_EMPTY: { errorcode: 3110, status: 200, message: '没有选择菜品或份数' },
  ORDER_ALLERGY: { errorcode: 3111, status: 200, message: '{person}对{allergens}过敏，{dishes}含有，不能订' },
  PICKUP_WAY: { errorcode: 3112, status: 200, message: '这一餐不能选择「{way}」' },
  ADDRESS_NEEDED: { errorcode: 3113, status: 200, message: '配送须选择使用中的送餐地址' },
  ORDER_KEY_USED: { errorcode: 3114, status: 200, message: '该请求编号已用于另一张订单 {orderNo}' },
  ORDER_STATE: { errorcode: 3115, status: 200, message: '订单 {orderNo} {state}，不能{what}' },
  ORDER_COLLECTED: { errorcode: 3116, status: 200, message: '订单 {orderNo} 已于 {at} 在「{where}」取餐' },
  ORDER_NOT_HERE: { errorcode: 3117, status: 200, message: '订单 {orderNo} 在「{restaurant}」取餐' },
  ORDER_TOO_EARLY: { errorcode: 3118, status: 200, message: '{meal} {starts} 开餐，现在还不能取餐' },
  NO_ORDER: { errorcode: 3119, status: 200, message: '没有找到可取的订单' },
  ORDER_CHANGING: { errorcode: 3120, status: 200, message: '订单 {orderNo} 正在处理，请稍后再试' },
  ORDER_RULE_OVERLAPS: { errorcode: 3121, status: 200, message: '{meal}、{type}在这家餐厅已由规则「{rule}」规定' },
  MEAL_IS_REPORTED: {
    errorcode: 3122,
    status: 200,
    message: '{meal}、{type}已由报餐规则「{rule}」规定，一餐只有一种办法',
  },
  OWN_ORDER: { errorcode: 3123, status: 200, message: '不能给本人的订单退款，请由他人办理' },
  AREA_IN_USE: {
    errorcode: 3124,
    status: 200,
    message: '还有 {count} 张未完成的订单送往这里，请用「停用」选改取餐、取消并退款或照旧送到',
  },
  DINER_UNKNOWN: { errorcode: 3125, status: 401, message: '应用或绑定不存在，或已停用、已解绑' },
  SUBSTITUTE: { errorcode: 3127, status: 200, message: '不能换成「{dish}」：{why}' },
  ORDER_COUNTS: {
    errorcode: 3128,
    status: 200,
    message: '{person}的次数账户剩 {own} 次，未取的订单已占 {open} 次，不够这一单的 {counts} 次',
  },
  ORDER_LINES: { errorcode: 3129, status: 200, message: '「{dish}」最多还能退 {left} 份' },
  ORDERS_LEFT: {
    errorcode: 3130,
    status: 200,
    message:
      '{name} 还有 {count} 张未完成的订单（{orders}），请选「取消这些订餐」，或先在「订餐明细」核销、取消，再销户',
  },
  DINER_CODE: { errorcode: 3126, status: 200, message: '绑定码不正确或已过期，请向单位重新索取' },
});
