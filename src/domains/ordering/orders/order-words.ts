/** What orders are called on every page, and the states they are in. */

export const orderStatuses = [
  { value: 'UNPAID', label: '待支付', tone: 'warning' },
  { value: 'PAID', label: '已预订', tone: 'info' },
  { value: 'ACCEPTED', label: '已接单', tone: 'info' },
  { value: 'COOKING', label: '备餐中', tone: 'info' },
  { value: 'READY', label: '待取', tone: 'warning' },
  { value: 'DELIVERING', label: '配送中', tone: 'info' },
  { value: 'EATEN', label: '已就餐', tone: 'success' },
  { value: 'NO_SHOW', label: '未就餐', tone: 'danger' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
  { value: 'REFUNDED', label: '已退款', tone: 'neutral' },
  { value: 'EXPIRED', label: '已失效', tone: 'neutral' },
] as const;
export type OrderStatus = (typeof orderStatuses)[number]['value'];

/** Paid for and not yet eaten: what the kitchen has before it. */
export const liveOrders = ['PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING'] as const;

/** Orders that stand: neither taken back nor never come about. */
export const countedOrders = [...liveOrders, 'EATEN', 'NO_SHOW'] as const;

/** Orders that have portions of a dish's limit. */
export const reservingOrders = ['UNPAID', ...countedOrders] as const;

export const orderModes = [
  { value: 'BY_DISH', label: '按菜订', tone: 'info' },
  { value: 'SET_MEAL', label: '套餐（选几道）', tone: 'success' },
  { value: 'HEAD_ONLY', label: '只订份数', tone: 'neutral' },
] as const;

export const payTimes = [
  { value: 'ON_ORDER', label: '下单即付，不取照扣' },
  { value: 'ON_EAT', label: '就餐时扣，不取按规则' },
  { value: 'MONTHLY', label: '月结（工资代扣）' },
  { value: 'COUNT', label: '计次（次数账户）' },
] as const;
export type PayTime = (typeof payTimes)[number]['value'];

/** How an order is paid: as its rule says, or by the unit. */
export const orderPayTimes = [...payTimes, { value: 'UNIT', label: '单位挂账' }] as const;
export type OrderPayTime = (typeof orderPayTimes)[number]['value'];
/** Nothing is held for these before they are booked. */
export const unheldPayTimes: readonly OrderPayTime[] = ['MONTHLY', 'UNIT'];

export const pickupWays = [
  { value: 'DINE_IN', label: '堂食' },
  { value: 'PICKUP', label: '自取' },
  { value: 'LOCKER', label: '自提柜' },
  { value: 'DELIVERY', label: '配送' },
] as const;
export type PickupWay = (typeof pickupWays)[number]['value'];

export const orderSources = [
  { value: 'STAFF', label: '代订' },
  { value: 'DINER', label: '本人' },
  { value: 'DEVICE', label: '终端' },
] as const;

/** 订餐明细, whose rights all else that changes orders asks for. */
export const ordersPath = '/admin/organization/order_food_detail';

/** Permission to order, change and take back after the cut-off. */
export const lateOrderVerb = 'late';
