/** Why an export is refused or failed. Codes 1320–1329. */
import { defineRefusals } from '../../refusal.ts';

export const exportRefusals = defineRefusals({
  EXPORT_TOO_MANY_OPEN: {
    errorcode: 1320,
    status: 200,
    message: '您已有 {open} 个导出任务未完成（上限 {limit} 个），请等待完成或取消后再导出',
  },
  EXPORT_NOT_READY: { errorcode: 1321, status: 200, message: '文件尚未生成完毕，当前进度 {progress}%' },
  EXPORT_EXPIRED: { errorcode: 1322, status: 200, message: '文件已于 {delAt} 到期删除，请重新导出' },
  EXPORT_FAILED: { errorcode: 1323, status: 200, message: '该导出任务没有文件：{error}' },
  EXPORT_NOT_OPEN: { errorcode: 1324, status: 200, message: '该导出任务已结束，不能取消' },
  EXPORT_NOT_BROKEN: { errorcode: 1326, status: 200, message: '只有失败或已取消的导出任务可以重新生成' },
  EXPORT_TOO_MANY_ROWS: {
    errorcode: 1325,
    status: 200,
    message: '数据超过单次导出上限 {limit} 行，请缩小筛选范围后再导出',
  },
});
