/** Every «no» of alerts and of the robots that carry them: numbers 3200–3249. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const alertRefusals = defineRefusals({
  ALERT_CRITICAL: { errorcode: 3200, status: 200, message: '「{name}」是严重预警，不能忽略，请处理后关闭' },
  ALERT_TOO_OLD: { errorcode: 3201, status: 200, message: '「{name}」结束已超过 24 小时，不能重新打开' },
  ALERT_AGAIN: { errorcode: 3202, status: 200, message: '「{name}」已有一条未结束的预警，不必重新打开' },
  ALERT_NOTHING_DUE: { errorcode: 3203, status: 200, message: '「{name}」已自行恢复，不必再关闭' },
  ROBOT_HOST: { errorcode: 3210, status: 200, message: '机器人地址须为 https，且是{host}的地址' },
  ROBOT_FAILED: { errorcode: 3211, status: 200, message: '发送没有成功：{reason}' },
});
