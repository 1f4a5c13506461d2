/** Every «no» of a consumption that is not the purse's: numbers 2500–2599. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const consumptionRefusals = defineRefusals({
  UNKNOWN_CARD: { errorcode: 2500, status: 200, message: '卡号 {card} 未发卡或不属于本单位' },
  NO_MEAL_NOW: { errorcode: 2501, status: 200, message: '{time} 不在任何餐次的供餐时间内' },
  NO_PRICE: { errorcode: 2502, status: 200, message: '未设置定值：{meal}，{type}' },
  AMOUNT_NEEDED: { errorcode: 2503, status: 200, message: '金额方式消费需要输入大于 0 的金额' },
  DEVICE_NOT_PLACED: { errorcode: 2504, status: 200, message: '设备尚未绑定部署点，不能消费' },
  MODE_NOT_SUPPORTED: { errorcode: 2505, status: 200, message: '设备消费模式「{mode}」不支持此交易' },
  SITE_DISABLED: { errorcode: 2506, status: 200, message: '部署点或餐厅已停用' },
  TIME_SKEW: { errorcode: 2507, status: 200, message: '交易时间 {time} 与服务器相差过大，转入脱机待处理' },
  ALREADY_SETTLED: { errorcode: 2508, status: 200, message: '该脱机记录已处理' },
  EXPIRED: { errorcode: 2510, status: 200, message: '{what}已于 {day} 到期，不能消费' },
  NOT_A_TRADE: { errorcode: 2509, status: 200, message: '纠错退回不能再次撤销' },
});
