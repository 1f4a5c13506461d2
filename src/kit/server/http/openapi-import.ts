/** The import verbs every page with an import has, for the API's description. */

type Schema = Record<string, unknown>;

const taskId: Schema = { type: 'integer', minimum: 1 };
const byTask: Schema = { type: 'object', required: ['taskId'], properties: { taskId } };
const count: Schema = { type: 'integer', minimum: 0 };
const workbook: Schema = { description: '不是信封，而是 xlsx 文件本身' };

/** Summary, body and answer by verb. */
export const importVerbs: Record<string, { summary: string; body: Schema; data: Schema }> = {
  import_template: { summary: '导入模板', body: { type: 'object' }, data: workbook },
  import_check: {
    summary: '检查上传的表格',
    body: {
      type: 'object',
      properties: {
        fileKey: { type: 'string', description: '/api/upload 返回的 key' },
        taskId,
        mapping: { type: 'object', additionalProperties: count, description: '字段 → 表头序号，从 0 开始' },
      },
    },
    data: {
      type: 'object',
      properties: {
        taskId,
        headers: { type: 'array', items: { type: 'string' } },
        mapping: { type: 'object', additionalProperties: count },
        total: count,
        good: count,
        bad: count,
        missing: { type: 'array', items: { type: 'string' } },
        rows: { type: 'array', items: { type: 'object' } },
      },
    },
  },
  import_commit: { summary: '导入合格的行', body: byTask, data: byTask },
  import_status: {
    summary: '导入进度',
    body: byTask,
    data: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['CHECKED', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED'] },
        total: count,
        done: count,
        good: count,
        bad: count,
      },
    },
  },
  import_cancel: { summary: '取消导入', body: byTask, data: {} },
  import_bad_rows: { summary: '不合格的行', body: byTask, data: workbook },
};
