/** Why an import is refused or failed. Codes 1330–1339. */
import { defineRefusals } from '../../refusal.ts';

export const importRefusals = defineRefusals({
  IMPORT_UNMAPPED: {
    errorcode: 1330,
    status: 200,
    message: '必填项没有对应的列：{titles}，请选择文件中的列或填写固定值',
  },
  IMPORT_BAD_MAPPING: { errorcode: 1331, status: 200, message: '「{title}」对应的列不在文件中，请重新选择' },
  IMPORT_WRONG_STATE: { errorcode: 1332, status: 200, message: '该导入任务{state}，不能{action}' },
  IMPORT_NOTHING_GOOD: { errorcode: 1333, status: 200, message: '没有可以导入的行，请按原因修改后重新上传' },
  IMPORT_NO_BAD_ROWS: { errorcode: 1334, status: 200, message: '没有需要修改的行' },
  IMPORT_FILE_GONE: { errorcode: 1335, status: 200, message: '上传的文件已不存在，请重新上传' },
  IMPORT_CHECK_KILLED: {
    errorcode: 1336,
    status: 200,
    message: '检查这个文件时服务中断过，没有自动重试，请点重新检查；再次中断时请拆分文件',
  },
});

/** A status in the words of the messages. */
export const importStateText: Record<string, string> = {
  MAPPING: '尚未检查',
  CHECKING: '正在检查',
  CHECKED: '已检查',
  COMMITTING: '正在导入',
  DONE: '已导入完成',
  FAILED: '已失败',
  CANCELLED: '已取消',
};
