/** Every «no» of alerts and of the robots that carry them: numbers 3200–3249. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const alertRefusals = defineRefusals({
  ALERT_AGAIN: { errorcode: 3202, status: 200, message: '「{name}」已有一条未结束的预警，不必重新打开' },
  ROBOT_HOST: { errorcode: 3210, status: 200, message: '机器人地址须为 https，且是{host}的地址' },
  ROBOT_FAILED: { errorcode: 3211, status: 200, message: '发送没有成功：{reason}' },
});
