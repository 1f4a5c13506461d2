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
  SHOP_BY_AMOUNT: { errorcode: 2511, status: 200, message: '{shop}是商店，只能按金额收费，不按餐次' },
  CARD_OF_OTHER: { errorcode: 2512, status: 200, message: '刷的卡与识别到的人不是同一人，请核对' },
  EXPIRED: { errorcode: 2510, status: 200, message: '{what}已于 {day} 到期，不能消费' },
  RESTAURANT_CLOSED: { errorcode: 2520, status: 200, message: '{restaurant}不供应{meal}' },
  WALK_IN_NOT_ALLOWED: { errorcode: 2521, status: 200, message: '{type}没有报{meal}或订{meal}，不能就餐' },
  NOTHING_TO_CORRECT: { errorcode: 2530, status: 200, message: '该笔消费 {amount} 元已全部退回，没有可纠正的金额' },
  CORRECT_TOO_MUCH: {
    errorcode: 2531,
    status: 200,
    message: '超过可退金额：原实收 {amount} 元，已退 {reversed} 元，最多再退 {left} 元，本次 {wanted} 元',
  },
  CORRECTION_OPEN: { errorcode: 2532, status: 200, message: '该笔消费已有未完成的纠错单 {no}（{state}），请先处理' },
  NEEDS_AUDIT: {
    errorcode: 2534,
    status: 200,
    message: '本次 {amount} 元超过免审限额 {limit} 元，请走「消费纠错」，由另一人审核',
  },
  TRADE_NOT_FOUND: { errorcode: 2535, status: 200, message: '没有交易号为 {no} 的消费' },
  NO_LINES: { errorcode: 2540, status: 200, message: '没有需要处理的记录：{detail}' },
  TOO_MANY_LINES: { errorcode: 2541, status: 200, message: '一批最多 {limit} 笔，本次 {count} 笔，请分批处理' },
  TOTAL_CHANGED: {
    errorcode: 2542,
    status: 200,
    message: '预览后情况有变：预览合计 {before} 元，现在 {after} 元，请重新预览',
  },
  MEAL_NOT_BEGUN: { errorcode: 2550, status: 200, message: '{date} {meal}（{start} 开始）还没有开始，不能人工消费' },
  PRICE_CHANGED: {
    errorcode: 2551,
    status: 200,
    message: '提交后情况有变：核对时应收 {before} 元，现在 {after} 元（本餐已消费 {count} 次）',
  },
  NOT_SELLING: { errorcode: 2552, status: 200, message: '{site} 不属于所选餐厅' },
  PERSON_UNKNOWN: { errorcode: 2560, status: 200, message: '没有找到持卡人，请选择人员' },
  ONE_PERSON_ONE_RECORD: { errorcode: 2561, status: 200, message: '选择人员或输入金额时，只能处理一条记录' },
  NOT_A_TRADE: { errorcode: 2509, status: 200, message: '纠错退回不能再次撤销' },
});
