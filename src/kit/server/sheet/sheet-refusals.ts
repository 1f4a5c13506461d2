/** Why a table cannot be read, in words for the person who chose the file. Codes 1300–1319. */
import { defineRefusals } from '../refusal.ts';

export const sheetRefusals = defineRefusals({
  SHEET_EMPTY: { errorcode: 1300, status: 200, message: '文件为空，没有任何内容' },
  SHEET_NOT_A_TABLE: {
    errorcode: 1301,
    status: 200,
    message: '「{filename}」不是表格文件，请使用 .xlsx 或 .csv 文件',
  },
  SHEET_OLD_FORMAT: {
    errorcode: 1302,
    status: 200,
    message: '「{filename}」是旧版 .xls 或加密的表格，请取消密码并另存为 .xlsx 后再试',
  },
  SHEET_TOO_MANY_ROWS: {
    errorcode: 1303,
    status: 200,
    message: '数据超过行数上限 {limit} 行，请拆分为多个文件后分别导入',
  },
  SHEET_NO_HEADER: { errorcode: 1304, status: 200, message: '缺少表头：第 {row} 行应为列名，例如「姓名」「卡号」' },
  SHEET_NO_ROWS: { errorcode: 1305, status: 200, message: '表格只有表头，没有数据行' },
  SHEET_TOO_LARGE: { errorcode: 1306, status: 200, message: '表格展开后超过 {limitMiB} MiB，无法读取，请拆分后再试' },
  SHEET_DAMAGED: {
    errorcode: 1307,
    status: 200,
    message: '「{filename}」已损坏，无法读取（{detail}），请重新保存后再试',
  },
  SHEET_UNKNOWN_ENCODING: {
    errorcode: 1308,
    status: 200,
    message: '无法识别「{filename}」的文字编码，请另存为 UTF-8 编码的 .csv 或 .xlsx',
  },
  SHEET_NO_SUCH_SHEET: { errorcode: 1309, status: 200, message: '表格中没有名为「{name}」的工作表' },
  SHEET_TOO_MANY_COLUMNS: { errorcode: 1310, status: 200, message: '表格超过 {limit} 列，请删除多余的列后再试' },
  SHEET_TOO_MANY_CELLS: {
    errorcode: 1311,
    status: 200,
    message: '表格超过 {limit} 万个单元格，请删除多余的列或拆分为多个文件后再试',
  },
  SHEET_TOO_MANY_AT_ONCE: { errorcode: 1312, status: 503, message: '正在读取的表格太多，请稍后再试，文件没有丢失' },
  SHEET_TOO_SLOW: {
    errorcode: 1313,
    status: 200,
    message: '读取或检查超过 {minutes} 分钟，已停止，请拆分为多个文件后再试',
  },
  SHEET_LOCKED: {
    errorcode: 1314,
    status: 200,
    message: '「{filename}」设有打开密码，请在 Excel 或 WPS 中取消密码后再试',
  },
  SHEET_WEB_PAGE: {
    errorcode: 1315,
    status: 200,
    message: '「{filename}」其实是网页，请用 Excel 或 WPS 打开后另存为 .xlsx 再试',
  },
  SHEET_QUOTES: {
    errorcode: 1316,
    status: 200,
    message: '第 {row} 行的双引号没有成对，后面的行会连成一格，请删去多余的双引号，或另存为 .xlsx 再试',
  },
});
