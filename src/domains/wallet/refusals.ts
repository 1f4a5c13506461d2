/** Every «no» of the money door: code, number 2000–2199, and a message naming the rule and the figure. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const walletRefusals = defineRefusals({
  IDEMPOTENCY_MISMATCH: { errorcode: 2000, status: 200, message: '该请求编号已用于另一笔内容不同的业务，请重新提交' },
  BAD_AMOUNT: { errorcode: 2001, status: 200, message: '金额不正确：{detail}' },
  NO_PURSE: { errorcode: 2002, status: 200, message: '该人员没有可用的{purse}（未开户或已销户）' },
  PURSE_FROZEN: { errorcode: 2004, status: 200, message: '{purse}已冻结，不能扣款' },
  INSUFFICIENT_BALANCE: { errorcode: 2010, status: 200, message: '余额不足：应扣 {amount} 元，可用 {available} 元' },
  INSUFFICIENT_COUNT: { errorcode: 2011, status: 200, message: '次数不足：应扣 {amount} 次，剩余 {available} 次' },
  MIN_BALANCE: { errorcode: 2012, status: 200, message: '余额低于最低消费余额：可用 {available} 元，最低 {limit} 元' },
  MAX_BALANCE: { errorcode: 2013, status: 200, message: '超过余额存储上限：存入后 {balance} 元，上限 {limit} 元' },
  LIMIT_SINGLE: { errorcode: 2020, status: 200, message: '超过单笔限额：本笔 {amount} 元，上限 {limit} 元' },
  LIMIT_PER_MEAL: { errorcode: 2021, status: 200, message: '本餐次已消费 {count} 次，上限 {limit} 次' },
  LIMIT_PER_MEAL_AMOUNT: {
    errorcode: 2022,
    status: 200,
    message: '超过本餐限额：已消费 {spent} 元，本笔 {amount} 元，上限 {limit} 元',
  },
  LIMIT_PER_DAY: { errorcode: 2023, status: 200, message: '今日已消费 {count} 次，上限 {limit} 次' },
  LIMIT_PER_DAY_AMOUNT: {
    errorcode: 2024,
    status: 200,
    message: '超过每日限额：今日已消费 {spent} 元，本笔 {amount} 元，上限 {limit} 元',
  },
  CARD_LOST: { errorcode: 2030, status: 200, message: '该卡已挂失，不能使用' },
  CARD_NOT_VALID: { errorcode: 2031, status: 200, message: '卡片状态为「{state}」，不能使用' },
  PERSON_NOT_NORMAL: { errorcode: 2032, status: 200, message: '人员账户状态为「{state}」，不能消费' },
  POSTING_NOT_FOUND: { errorcode: 2040, status: 200, message: '原交易不存在或不属于该人员' },
  NOT_REVERSIBLE: { errorcode: 2041, status: 200, message: '{kind}不能再冲正' },
  OVER_REVERSED: {
    errorcode: 2042,
    status: 200,
    message: '超过可退金额：原金额 {amount} 元，已退 {reversed} 元，本次 {wanted} 元',
  },
  HOLD_NOT_FOUND: { errorcode: 2050, status: 200, message: '冻结记录不存在或不属于该人员' },
  HOLD_SETTLED: { errorcode: 2051, status: 200, message: '该笔冻结已{state}，不能再处理' },
  OVER_HELD: { errorcode: 2052, status: 200, message: '超过冻结金额：冻结 {held} 元，本次 {wanted} 元' },
  NOTHING_LEFT: { errorcode: 2060, status: 200, message: '没有可{action}的余额' },
  OVER_LOT: { errorcode: 2061, status: 200, message: '超过可退补贴：剩余 {available}，本次 {wanted}' },
  LOT_EXPIRED: { errorcode: 2062, status: 200, message: '补贴到期日 {date} 早于发放日，不能发放' },
  PERIOD_CLOSED: { errorcode: 2070, status: 200, message: '{month} 已月结，不能重复月结' },
  PERIOD_ORDER: { errorcode: 2071, status: 200, message: '请先完成 {month} 的月结' },
  PERIOD_NOT_OVER: { errorcode: 2072, status: 200, message: '{month} 尚未结束，不能月结' },
  LEDGER_BREAK: { errorcode: 2073, status: 200, message: '账目核对发现 {count} 处不平，不能月结：{first}' },
  BALANCE_LEFT: { errorcode: 2080, status: 200, message: '账户尚有余额 {balance} 元（冻结 {held} 元），不能销户' },
  MEALS_LEFT: { errorcode: 2081, status: 200, message: '账户尚有 {meals} 次，不能销户' },
  FACTS_MOVED: { errorcode: 2089, status: 200, message: '人员或卡片资料刚有变动，请重试' },
  SERVICE_CLOSING: { errorcode: 2090, status: 503, message: '系统正在停止服务，请稍后再试' },
});

/** Chinese name of a purse kind, for messages. */
export const purseNames = {
  MAIN: '主账户',
  SUBSIDY: '补贴账户',
  GIFT: '赠送账户',
  COUNT: '次数账户',
  ARREARS: '欠款账户',
} as const;
