/** Every «no» of checking and closing that is not the wallet's: numbers 2900–2949. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const closingRefusals = defineRefusals({
  CLOSE_STEP_OPEN: { errorcode: 2900, status: 200, message: '「{step}」尚未完成：{figure}，不能月结' },
  CLOSE_TOTALS_CHANGED: {
    errorcode: 2901,
    status: 200,
    message: '核对的期末余额为 {seen} 元，现在为 {now} 元，请刷新后重新核对',
  },
  CLOSE_RUNNING: { errorcode: 2902, status: 200, message: '{month} 正在月结，请稍候' },
  CLOSE_NOTHING: { errorcode: 2903, status: 200, message: '{month} 没有可月结的账目' },
  CLOSE_STEP_HARD: { errorcode: 2904, status: 200, message: '「{step}」不能用说明代替，须处理完毕' },
  CLOSE_NOT_CLOSED: { errorcode: 2905, status: 200, message: '{month} 尚未月结' },
});
