/** OpenAPI 3.1 of every page verb, derived from the definitions; nobody writes it by hand. */
import type { Field, Fields } from '../../define/field.ts';
import { nameKey } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import type { Registered, Registry } from '../page/registry.ts';
import type { RouteSeen } from './app.ts';
import { fixedPaths, otherPaths } from './openapi-fixed.ts';
import { importVerbs } from './openapi-import.ts';

type Schema = Record<string, unknown>;

const idSchema: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

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
    case 'weight':
      return { title, type: 'integer', description: '克' };
    case 'bool':
      return { title, type: 'boolean' };
    case 'date':
      return { title, type: 'string', format: 'date' };
    case 'time':
      return { title, type: 'string', format: 'date-time' };
    case 'hm':
      return { title, type: 'string', pattern: '^([01]\\d|2[0-8]):[0-5]\\d$' };
    case 'choice':
      return { title, type: 'string', enum: field.choices?.map((c) => c.value) ?? [] };
    case 'choices':
      return { title, type: 'array', items: { type: 'string', enum: field.choices?.map((c) => c.value) ?? [] } };
    case 'ref':
    case 'region':
      return { title, ...idSchema };
    case 'refs':
      return { title, type: 'array', items: idSchema };
    case 'json':
      return { title };
    default:
      return { title, type: 'string', maxLength: field.max ?? 500 };
  }
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
    ...(required ? { required: keys.filter((k) => fields[k]?.required) } : {}),
  };
}

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

function pagePaths(entry: Registered): Record<string, Schema> {
  const { page, binding, path } = entry;
  const paths: Record<string, Schema> = {};
  const add = (verb: string, summary: string, body: Schema, data: Schema) => {
    paths[`/api${path}/${verb}`] = operation(entry, verb, summary, body, data);
  };
  const row = rowSchema(page.fields);
  const byId: Schema = { type: 'object', required: ['id'], properties: { id: idSchema } };
  const formKeys = page.form?.sections.flatMap((s) => s.fields) ?? [];
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
  if (binding.list || binding.get) add('get', '取一条', page.kind === 'settings' ? { type: 'object' } : byId, row);
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
          required: ['id', 'field'],
          properties: { id: idSchema, field: { type: 'string', enum: masked } },
        },
        { type: 'object', properties: { value: nullable({ type: 'string' }) } },
      );
  }
  if (binding.create && page.form)
    add('create', '新增', valuesSchema(page.fields, formKeys, true), { type: 'object', properties: { id: idSchema } });
  if (binding.update && page.form)
    add('update', '编辑', { allOf: [byId, valuesSchema(page.fields, formKeys, false)] }, byId);
  if (binding.remove) add('remove', '删除', byId, {});
  if (binding.options)
    add(
      'options',
      '可选项',
      {
        type: 'object',
        properties: { keyword: { type: 'string' }, ids: { type: 'array', items: idSchema }, size: { type: 'integer' } },
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
      );
  if (page.list?.export)
    add(
      'export',
      '导出',
      { type: 'object', properties: { search: searchSchema(page), sort: nullable({ type: 'string' }) } },
      { type: 'object', properties: { id: idSchema } },
    );
  if (page.import)
    for (const [verb, { summary, body, data }] of Object.entries(importVerbs)) add(verb, summary, body, data);
  for (const verb of Object.keys(binding.verbs ?? {})) add(verb, page.verbs?.[verb] ?? verb, { type: 'object' }, {});
  return paths;
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
