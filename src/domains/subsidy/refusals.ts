/** Every «no» of subsidies that is not the purse's: numbers 2800–2899. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const subsidyRefusals = defineRefusals({
  SUBSIDY_CONTROL_TOTAL: {
    errorcode: 2802,
    status: 200,
    message:
      '核对合计不符：录入 {count} 笔 {fen} {sign}，批次 {batchCount} 笔 {batchFen} {sign}，差 {difference} {sign}',
  },
  SUBSIDY_NOTHING_TO_POST: { errorcode: 2803, status: 200, message: '批次 {no} 没有可以执行的明细，不能{action}' },
  SUBSIDY_GRANT_DAY_PAST: { errorcode: 2804, status: 200, message: '有效期至 {date} 早于发放日 {day}，请重新选择' },
  SUBSIDY_RULE_DISABLED: { errorcode: 2805, status: 200, message: '规则「{name}」已停用，不能用于发放' },
  SUBSIDY_RULE_NEEDS_SHEET: {
    errorcode: 2806,
    status: 200,
    message: '规则「{name}」按{basis}计发，请上传含{basis}的表格',
  },
  SUBSIDY_PERSON_LEFT: { errorcode: 2807, status: 200, message: '{name} 已{state}，不能发放补贴' },
  SUBSIDY_CLEAR_RUNNING: { errorcode: 2808, status: 200, message: '清零 {no} 正在执行，请等它完成' },
  SUBSIDY_NOTHING_DUE: { errorcode: 2809, status: 200, message: '没有需要清零的补贴' },
  SUBSIDY_RESTORE_DATE: {
    errorcode: 2810,
    status: 200,
    message: '该补贴已于 {date} 到期，恢复时须填写新的有效期（不早于 {today}）',
  },
  SUBSIDY_EARLIER_DAY: { errorcode: 2815, status: 200, message: '发放日 {day} 早于今天 {today}，请重新选择' },
  SUBSIDY_NO_SUBSIDY_PART: { errorcode: 2816, status: 200, message: '该笔消费没有用到补贴，请在消费记录中撤销' },
  SUBSIDY_CLEAR_WAITING: { errorcode: 2820, status: 200, message: '清零 {no} 正在等待审核，请先审核或驳回' },
  SUBSIDY_STOPPED: { errorcode: 2821, status: 200, message: '已停止执行' },
  SUBSIDY_LINE_LEFT: { errorcode: 2822, status: 200, message: '{state}' },
  SUBSIDY_GIVEN: { errorcode: 2823, status: 200, message: '本期已在批次 {no} 中发放' },
  SUBSIDY_RETURN_DECIDED: { errorcode: 2818, status: 200, message: '退补贴 {no} 已审核或已驳回' },
});
