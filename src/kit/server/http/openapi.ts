/** OpenAPI 3.1 of every page verb, derived from the definitions; nobody writes it by hand. */
import { z } from 'zod';
import type { Field, Fields } from '../../define/field.ts';
import { mostLines, nameKey } from '../../define/field.ts';
import type { FlowMove } from '../../define/flow.ts';
import { formKeys as keysOfForm, wireCells } from '../../define/form.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import { fromKey } from '../../define/versions.ts';
import { type Witness, witnessOf } from '../../define/witness.ts';
import type { Registered, Registry } from '../page/registry.ts';
import type { RouteSeen } from './app.ts';
import { noBody } from './no-body.ts';
import { fixedPaths, otherPaths } from './openapi-fixed.ts';
import { importVerbs } from './openapi-import.ts';

type Schema = Record<string, unknown>;

const idSchema: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Times of a calendar day, and of the business day, which may end after midnight. */
const calendarTime = '^([01]\\d|2[0-3]):[0-5]\\d$';
const businessTime = '^(([01]\\d|2[0-7]):[0-5]\\d|28:00)$';

/** JSON Schema of a field's wire value. */
export function fieldSchema(field: Field): Schema {
  const title = field.label;
  switch (field.kind) {
    case 'int':
      return { title, type: 'integer' };
    case 'money':
      return { title, type: 'integer', description: '金额，单位：分' };
    case 'percent':
      return { title, type: 'integer', description: '万分之一' };
    case 'decimal':
      return { title, type: 'number', ...(field.unit ? { description: field.unit } : {}) };
    case 'weight':
      return { title, type: 'integer', description: '克' };
    case 'bool':
      return { title, type: 'boolean' };
    case 'date':
      return { title, type: 'string', format: 'date' };
    case 'time':
      return { title, type: 'string', format: 'date-time' };
    case 'hm':
      return { title, type: 'string', pattern: (field.max ?? 1_680) < 1_440 ? calendarTime : businessTime };
    case 'choice':
      return { title, type: 'string', enum: field.choices?.map((c) => c.value) ?? [] };
    case 'choices':
      return { title, type: 'array', items: { type: 'string', enum: field.choices?.map((c) => c.value) ?? [] } };
    case 'ref':
    case 'region':
      return { title, ...idSchema };
    case 'refs':
      return { title, type: 'array', items: idSchema };
    case 'lines':
      return { title, ...linesSchema(field) };
    case 'json':
      return { title };
    default:
      return { title, type: 'string', maxLength: field.max ?? 500 };
  }
}

/** Rows as they are sent; cells that are only shown are left out. */
function linesSchema(field: Field): Schema {
  const spec = field.lines ?? { fields: {} };
  return {
    type: 'array',
    items: valuesSchema(spec.fields, wireCells(spec), true),
    minItems: field.min ?? 0,
    maxItems: field.max ?? mostLines,
  };
}

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

function rowSchema(fields: Fields): Schema {
  const properties: Schema = { id: idSchema };
  for (const [key, field] of Object.entries(fields)) {
    properties[key] = nullable(fieldSchema(field));
    if (field.kind === 'ref') properties[nameKey(key)] = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  }
  return { type: 'object', properties };
}

function valuesSchema(fields: Fields, keys: readonly string[], required: boolean): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((k) => [k, fieldSchema(fields[k]!)])),
    ...(required ? { required: keys.filter((k) => fields[k]?.required && !fields[k]?.when) } : {}),
  };
}

/** What a further verb takes. */
const bodySchema = (fields: Fields): Schema =>
  Object.keys(fields).length === 0 ? noBody : valuesSchema(fields, Object.keys(fields), true);

function searchSchema(page: AnyPage): Schema {
  const properties: Record<string, Schema> = {};
  for (const item of searchFields(page)) {
    const field = page.fields[item.key];
    const one = item.keys || !field ? { type: 'string' } : fieldSchema(field);
    properties[item.key] = item.range ? { type: 'array', items: nullable(one), minItems: 2, maxItems: 2 } : one;
  }
  if (page.report?.groups) properties.group = { type: 'string', enum: page.report.groups.map((g) => g.value) };
  return { type: 'object', properties, additionalProperties: false };
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  required: ['errorcode', 'errormsg'],
  properties: { errorcode: { type: 'integer' }, errormsg: { type: 'string' }, data, token: { type: 'string' } },
});

const changeSchema: Schema = {
  type: 'object',
  properties: {
    at: { type: 'string', format: 'date-time' },
    actor: { type: 'string' },
    ip: { type: 'string' },
    action: { type: 'string' },
    changes: nullable({ type: 'array', items: { type: 'object' } }),
  },
};

const previewSchema: Schema = {
  type: 'object',
  properties: {
    rows: { type: 'array', items: { type: 'object' } },
    figures: { type: 'array', items: { type: 'object' } },
    notices: { type: 'array', items: { type: 'object' } },
    submit: { type: 'string' },
    agreed: { type: 'object' },
  },
};

/** The second person's hand, where a verb asks for one. */
const witnessSchema = (second: Witness): Schema => ({
  type: 'object',
  ...(second.whenAsked ? {} : { required: ['witness'] }),
  properties: {
    witness: {
      title: '见证人',
      type: 'object',
      required: ['account', 'password'],
      properties: {
        account: { type: 'string', maxLength: 64 },
        password: { type: 'string', maxLength: 200 },
        code: { ...nullable({ type: 'string', maxLength: 10 }), description: '动态口令，开启的账号须填' },
      },
    },
  },
});

/** From which day what is saved holds. */
const fromSchema: Schema = {
  type: 'object',
  properties: {
    [fromKey]: {
      title: '生效日期',
      type: 'string',
      format: 'date',
      description: '今天或不填立即生效；以后的日期到时生效',
    },
  },
};

function operation(entry: Registered, verb: string, summary: string, body: Schema, data: Schema): Schema {
  return {
    post: {
      tags: [entry.title],
      summary: `${entry.title}：${summary}`,
      operationId: `${entry.path}/${verb}`.slice(1).replaceAll('/', '.'),
      security: [{ bearer: [] }],
      requestBody: { content: { 'application/json': { schema: body } } },
      responses: {
        200: {
          description: '成功，或业务拒绝（errorcode 非 0）',
          content: { 'application/json': { schema: envelope(data) } },
        },
        default: {
          description: '400 格式错误，401 未登录，403 无权限，404 不存在，429 过于频繁',
          content: { 'application/json': { schema: envelope({}) } },
        },
      },
    },
  };
}

const handWords = { maker: '制单人', other: '制单人以外的人', any: '有权限的人', house: '系统' } as const;

/** A verb that moves a document: from which states, to which, by whose hand; the same graph that the server checks. */
function moveSchema({ flow, event }: FlowMove): Schema {
  const { from, to } = flow.moves[event]!;
  const each = from.map((state) => ({ from: state, to, by: flow.hand(event, state) }));
  const words = each.map(({ from, by }) => `${flow.labelOf(from)} → ${flow.labelOf(to)}（${handWords[by]}）`);
  return { description: `状态：${words.join('；')}。其他情况拒绝，errorcode 1204。`, 'x-moves': each };
}

function pagePaths(entry: Registered): Record<string, Schema> {
  const { page, binding, path } = entry;
  const paths: Record<string, Schema> = {};
  const add = (verb: string, summary: string, body: Schema, data: Schema, more: Schema = {}) => {
    const dated = page.versions && (verb === 'create' || verb === 'update');
    const second = witnessOf(page, verb);
    const beside = [...(second ? [witnessSchema(second)] : []), ...(dated ? [fromSchema] : [])];
    const asked = beside.length > 0 ? { allOf: [body, ...beside] } : body;
    const { post } = operation(entry, verb, summary, asked, data);
    paths[`/api${path}/${verb}`] = { post: { ...(post as Schema), ...more } };
  };
  const row = rowSchema(page.fields);
  const byId: Schema = { type: 'object', required: ['id'], properties: { id: idSchema } };
  const formKeys = keysOfForm(page);
  if (binding.list || binding.query)
    add(
      'query',
      '查询',
      {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, default: 1 },
          size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          sort: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          search: searchSchema(page),
        },
      },
      {
        type: 'object',
        properties: {
          rows: { type: 'array', items: row },
          total: { type: 'integer' },
          sums: { anyOf: [{ type: 'object' }, { type: 'null' }] },
        },
      },
    );
  if (binding.list || binding.get) add('get', '取一条', page.kind === 'settings' ? noBody : byId, row);
  if (binding.list) {
    const search = { type: 'object', properties: { search: searchSchema(page) } };
    add('sums', '全部合计', search, nullable({ type: 'object', additionalProperties: { type: 'integer' } }));
    add('history', '修改记录', byId, { type: 'array', items: changeSchema });
    const masked = Object.keys(page.fields).filter((k) => page.fields[k]!.mask);
    if (masked.length > 0)
      add(
        'reveal',
        '查看完整号码',
        {
          type: 'object',
          required: ['id', 'field', 'reason'],
          properties: {
            id: idSchema,
            field: { type: 'string', enum: masked },
            reason: { type: 'string', minLength: 2, maxLength: 100, description: '查看原因，记入系统日志' },
          },
        },
        { type: 'object', properties: { value: nullable({ type: 'string' }) } },
      );
  }
  if (binding.create && page.form)
    add('create', '新增', valuesSchema(page.fields, formKeys, true), { type: 'object', properties: { id: idSchema } });
  if (binding.preview && page.form?.steps)
    add('preview', '预览', valuesSchema(page.fields, formKeys, false), previewSchema);
  if (binding.update && page.form)
    add('update', '编辑', { allOf: [byId, valuesSchema(page.fields, formKeys, false)] }, byId);
  if (binding.foresee && page.versions?.foresees)
    add(
      'foresee',
      '按上月试算',
      { allOf: [{ type: 'object', properties: { id: idSchema } }, valuesSchema(page.fields, formKeys, false)] },
      { type: 'object' },
    );
  if (binding.remove) add('remove', '删除', byId, {});
  if (binding.options)
    add(
      'options',
      '可选项',
      {
        type: 'object',
        properties: {
          keyword: { type: 'string' },
          ids: { type: 'array', items: idSchema },
          size: { type: 'integer' },
          ...(binding.optionsWithin
            ? {
                within: {
                  type: 'object',
                  properties: Object.fromEntries(binding.optionsWithin.map((key) => [key, nullable(idSchema)])),
                  additionalProperties: false,
                },
              }
            : {}),
        },
      },
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: idSchema, name: { type: 'string' }, hint: nullable({ type: 'string' }) },
        },
      },
    );
  for (const action of [...(page.list?.row ?? []), ...(page.list?.tools ?? [])])
    if (typeof action !== 'string' && !action.open)
      add(
        action.key,
        action.label,
        {
          type: 'object',
          properties: {
            id: idSchema,
            ids: { type: 'array', items: idSchema },
            ...(valuesSchema(action.form ?? {}, Object.keys(action.form ?? {}), false).properties as Schema),
          },
        },
        {},
        action.move ? moveSchema(action.move) : {},
      );
  if (page.list?.export)
    add(
      'export',
      '导出',
      { type: 'object', properties: { search: searchSchema(page), sort: nullable({ type: 'string' }) } },
      { type: 'object', properties: { id: idSchema } },
    );
  const rows = Object.keys(page.fields).filter((key) => page.fields[key]!.kind === 'lines');
  if (rows.length > 0) {
    const field: Schema = { type: 'string', enum: rows };
    const columns: Schema = { type: 'array', items: { type: 'string' } };
    const cells: Schema = { type: 'array', items: { type: 'array', items: { type: 'string' } } };
    add(
      'lines_read',
      '读取明细',
      {
        type: 'object',
        required: ['field'],
        properties: { field, columns, rows: cells, fileKey: { type: 'string' } },
      },
      {
        type: 'object',
        properties: {
          rows: { type: 'array', items: { type: 'object' } },
          problems: { type: 'array', items: { type: 'object' } },
        },
      },
    );
    add('lines_template', '明细模板', { type: 'object', required: ['field'], properties: { field } }, {});
  }
  const sheets = Object.keys(page.fields).filter((key) => page.fields[key]!.sheet);
  if (sheets.length > 0) {
    const field: Schema = { type: 'string', enum: sheets };
    add(
      'sheet_read',
      '读取表格的列',
      { type: 'object', required: ['field', 'fileKey'], properties: { field, fileKey: { type: 'string' } } },
      {
        type: 'object',
        properties: {
          filename: { type: 'string' },
          headers: { type: 'array', items: { type: 'string' } },
          mapping: { type: 'object' },
          sample: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
          total: { type: 'integer' },
        },
      },
    );
    add('sheet_template', '表格模板', { type: 'object', required: ['field'], properties: { field } }, {});
  }
  if (page.import)
    for (const [verb, { summary, body, data }] of Object.entries(importVerbs)) add(verb, summary, body, data);
  if (binding.notice)
    add(
      'notice',
      '列表提示',
      { type: 'object', properties: { search: searchSchema(page) } },
      nullable({
        type: 'object',
        required: ['tone', 'text'],
        properties: { tone: { type: 'string' }, text: { type: 'string' }, open: { type: 'object' } },
      }),
    );
  if (binding.outcomes)
    add(
      'outcome',
      '操作结果预告',
      {
        type: 'object',
        required: ['action'],
        properties: {
          action: { type: 'string', enum: Object.keys(binding.outcomes) },
          id: idSchema,
          ids: { type: 'array', items: idSchema },
        },
      },
      {
        type: 'object',
        required: ['lines'],
        properties: {
          lines: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
          amountFen: { type: 'integer' },
        },
      },
    );
  for (const [verb, { takes }] of Object.entries(binding.verbs ?? {})) {
    const body = takes ?? binding.bodies?.[verb];
    add(verb, page.verbs?.[verb] ?? verb, body ? takenSchema(body) : { type: 'object' }, {});
  }
  return paths;
}

/** What a further verb takes: its fields, or the schema it is read by. */
function takenSchema(body: Fields | z.ZodType): Schema {
  if (!(body instanceof z.ZodType)) return bodySchema(body);
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return schema as Schema;
}

/** The whole description; `routes` are all the server has, so that none goes unmentioned. */
export function describeApi(registry: Registry, routes: readonly RouteSeen[] = []): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: '智慧一卡通服务平台接口',
      version: '1.0.0',
      description: '金额为整数分，时间为带时区的 ISO 8601，日期为 YYYY-MM-DD。',
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        device: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description: '另有 X-Device、X-Epoch、X-Seq、X-Time，见设备协议',
        },
      },
    },
    paths: Object.assign({}, otherPaths(routes), fixedPaths, ...registry.all.map(pagePaths)),
  };
}
