/** Every «no» of reconciliation: numbers 3600–3649. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const clearingRefusals = defineRefusals({
  BILL_UNKNOWN: {
    errorcode: 3600,
    status: 200,
    message:
      '「{name}」不是渠道账单：{why}。请上传微信「交易账单」「资金账单」或支付宝「业务明细」「账务明细」的原始文件',
  },
  BILL_TOO_LARGE: {
    errorcode: 3601,
    status: 200,
    message: '「{name}」展开后超过 {limitMiB} MiB，请按日分别下载后上传',
  },
  BILL_DAMAGED: { errorcode: 3602, status: 200, message: '「{name}」{why}，请重新下载原始文件后上传' },
  BILL_ALTERED: { errorcode: 3603, status: 200, message: '「{name}」{why}，请上传渠道的原始文件', noted: true },
  BILL_FOREIGN: {
    errorcode: 3604,
    status: 200,
    message:
      '「{name}」是{channel}商户 {merchant} 的账单，这个商户号没有登记或已停用，整份没有保存。核实是平台或单位的，先由两人在「账单商户号」登记，再导入一次',
    noted: true,
  },
  BILL_MERCHANT: {
    errorcode: 3605,
    status: 200,
    message: '「{name}」看不出是哪个商户号的资金账单，请先上传同一天的交易账单，或在文件名中写上商户号',
  },
  EXPLAIN_SECOND: {
    errorcode: 3610,
    status: 200,
    message: '{no} 金额 {amount} 元，{limit} 元起须由两人说明，请用「说明（两人）」',
    noted: true,
  },
  ABNORMAL_NOT: { errorcode: 3611, status: 200, message: '{no} {why}' },
  ABNORMAL_NOT_CREDITED: { errorcode: 3612, status: 200, message: '{no} 未入账：{why}' },
  ABNORMAL_BACK_WAITS: {
    errorcode: 3613,
    status: 200,
    message: '{no} 渠道还没有退成：{why}。状态已记为处理中，可再按「原路退回」查询，不会退两次',
  },
  INCOME_EARLY: {
    errorcode: 3614,
    status: 200,
    message: '{no} 从 {day} 起挂账，满一年（{from}）无人认领才能转收入',
  },
  DAY_NOT_OVER: { errorcode: 3620, status: 200, message: '{day} 还没有结束，不能签核' },
  DAY_OPEN: { errorcode: 3621, status: 200, message: '{day} 还有未完成的项目：{what}。处理完再签核，或填写说明' },
  MONTH_STEP_OPEN: { errorcode: 3630, status: 200, message: '{name}「{step}」未完成：{figure}，不能通过' },
  MONTH_BATCH: {
    errorcode: 3631,
    status: 200,
    message: '{name}「{step}」以说明代替，不能批量通过，请单独审核',
  },
  MONTH_CHANGED: { errorcode: 3632, status: 200, message: '{name} 初审以后「{step}」有变动：{figure}，请重新初审' },
  PACK_UNKNOWN: { errorcode: 3640, status: 200, message: '「{name}」不是月度资料包：{why}' },
  BILL_NO_SOURCE: {
    errorcode: 3607,
    status: 200,
    message:
      '没有可以自动下载账单的{channel}商户号，请在商户平台下载后拖到本页；由系统管理员配置渠道的商户号后才能自动下载',
  },
  BANK_DAY_TAKEN: { errorcode: 3645, status: 200, message: '{account} {day} 的余额已经录入，录错的先作废' },
  BANK_OTHER_WAY: {
    errorcode: 3646,
    status: 200,
    message: '已按「{other}」录入过：打款与收款是同一个账户还是两个，只能有一种。改用另一种的，先作废原来的',
  },
  BILL_NONE: { errorcode: 3606, status: 200, message: '「{name}」里没有一个可读的账单文件' },
});
