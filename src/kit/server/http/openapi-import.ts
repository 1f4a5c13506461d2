/** The import verbs every page with an import has, for the API's description. */

import { noBody } from './no-body.ts';

type Schema = Record<string, unknown>;

const taskId: Schema = { type: 'integer', minimum: 1 };
const byTask: Schema = { type: 'object', required: ['taskId'], properties: { taskId } };
const count: Schema = { type: 'integer', minimum: 0 };
const mapping: Schema = {
  type: 'object',
  additionalProperties: {
    oneOf: [count, { type: 'object', required: ['fixed'], properties: { fixed: { type: 'string' } } }],
  },
  description: '字段 → 表头序号（从 0 开始），或所有行共用的固定值 {fixed}',
};
const checked: Schema = {
  type: 'object',
  properties: {
    taskId,
    headers: { type: 'array', items: { type: 'string' } },
    mapping,
    total: count,
    good: count,
    bad: count,
    missing: { type: 'array', items: { type: 'string' } },
    warnings: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'object' } },
  },
};
const workbook: Schema = { description: '不是信封，而是 xlsx 文件本身' };

/** Summary, body and answer by verb. */
export const importVerbs: Record<string, { summary: string; body: Schema; data: Schema }> = {
  import_template: {
    summary: '导入模板',
    body: noBody,
    data: workbook,
  },
  import_last: {
    summary: '最近一次可以撤回的导入',
    body: noBody,
    data: {
      type: ['object', 'null'],
      properties: { taskId, filename: { type: 'string' }, rows: count, at: { type: 'string' } },
    },
  },
  import_take_back: {
    summary: '整批撤回导入',
    body: byTask,
    data: { type: 'object', properties: { count } },
  },
  import_check: {
    summary: '检查上传的表格',
    body: {
      type: 'object',
      properties: {
        fileKey: { type: 'string', description: '/api/upload 返回的 key' },
        taskId,
        mapping,
      },
    },
    data: checked,
  },
  import_fix: {
    summary: '改正单元格并重新检查',
    body: {
      type: 'object',
      required: ['taskId', 'rows'],
      properties: {
        taskId,
        rows: {
          type: 'array',
          items: {
            type: 'object',
            required: ['rowNo', 'values'],
            properties: {
              rowNo: count,
              values: { type: 'object', additionalProperties: { type: 'string' }, description: '字段 → 新的文字' },
            },
          },
        },
      },
    },
    data: checked,
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
