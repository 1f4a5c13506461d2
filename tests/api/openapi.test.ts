/** The API's description: valid OpenAPI 3.1 as far as its own rules go, whole, and true. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../support/server.ts';
import { schemaFaults } from './schema-faults.ts';
import { verbsAt } from './walk.ts';

type Json = Record<string, unknown>;

let app: TestApp;
let description: Json;
let paths: Record<string, Record<string, Json>>;

beforeAll(async () => {
  app = await startTestServer();
  description = (await app.request('GET', '/api/openapi.json')).body;
  paths = description.paths as typeof paths;
});
afterAll(() => app?.stop());

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

it('is an OpenAPI 3.1 document', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d+$/);
  const info = description.info as Json;
  expect(info.title).toBeTruthy();
  expect(info.version).toBeTruthy();
  const faults: string[] = [];
  const operationIds = new Set<string>();
  const schemes = Object.keys((description.components as { securitySchemes: Json }).securitySchemes);
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/')) faults.push(`${path}: no leading slash`);
    for (const [method, operation] of Object.entries(item)) {
      const at = `${method} ${path}`;
      if (!methods.has(method)) faults.push(`${at}: no HTTP method`);
      const responses = operation.responses as Record<string, Json> | undefined;
      if (!responses || Object.keys(responses).length === 0) faults.push(`${at}: no responses`);
      for (const [status, response] of Object.entries(responses ?? {})) {
        if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) faults.push(`${at}: status ${status}`);
        if (typeof response.description !== 'string') faults.push(`${at}: ${status} without a description`);
        faults.push(...contentFaults(`${at} ${status}`, response.content));
      }
      const id = operation.operationId as string | undefined;
      if (id !== undefined && operationIds.has(id)) faults.push(`${at}: operationId ${id} given twice`);
      if (id !== undefined) operationIds.add(id);
      for (const requirement of (operation.security ?? []) as Json[])
        for (const name of Object.keys(requirement)) if (!schemes.includes(name)) faults.push(`${at}: scheme ${name}`);
      const body = operation.requestBody as Json | undefined;
      if (body)
        faults.push(...(body.content ? contentFaults(`${at} body`, body.content) : [`${at}: body without content`]));
    }
  }
  expect(faults).toEqual([]);
});

function contentFaults(at: string, content: unknown): string[] {
  return Object.entries((content ?? {}) as Record<string, Json>).flatMap(([type, media]) =>
    /^[\w.+-]+\/[\w.+*-]+$/.test(type) ? schemaFaults(`${at} ${type}`, media.schema) : [`${at}: media type ${type}`],
  );
}

it('describes every verb of every page', () => {
  const missing = app.services.registry.all.flatMap((entry) =>
    [...verbsAt(entry), ...(entry.binding.options ? ['options'] : [])]
      .map((verb) => `/api${entry.path}/${verb}`)
      .filter((path) => !paths[path]?.post),
  );
  expect(missing).toEqual([]);
});

it('describes every other route, and nothing that is not there', () => {
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const own = app.fastify.routesSeen
    .filter((r) => r.method !== 'HEAD' && r.url.startsWith('/api/') && !r.url.includes('*'))
    .map((r) => `${r.method} ${r.url.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(own.length).toBeGreaterThan(20);
  const undescribed = new Set(['GET /api/openapi.json', 'GET /api/docs', 'POST /api/admin/logout']);
  expect(own.filter((r) => !undescribed.has(r) && !described.includes(r))).toEqual([]);
  const absent = described.filter((r) => {
    const path = r.slice(r.indexOf(' ') + 1);
    const page = app.services.registry.at(path.slice('/api'.length, path.lastIndexOf('/')));
    return !page && !own.includes(r) && !path.startsWith('/health');
  });
  expect(absent).toEqual([]);
});

/** Does a body's schema say what is in it, or that nothing is? */
const says = (schema: Json): boolean =>
  schema.type === undefined || schema.type === 'object'
    ? Object.keys((schema.properties ?? {}) as Json).length > 0 ||
      ['allOf', 'anyOf', 'oneOf'].some((key) => Array.isArray(schema[key])) ||
      (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null) ||
      (schema.additionalProperties === false && schema.description === '不需要参数')
    : true;

it('says of every call what it takes, or that it takes nothing', () => {
  const silent = Object.entries(paths).flatMap(([path, { post }]) => {
    const content = (post?.requestBody as { content?: Record<string, Json> } | undefined)?.content;
    const schema = content?.['application/json']?.schema as Json | undefined;
    return path.startsWith('/api/admin/') && post && !(schema && says(schema)) ? [path] : [];
  });
  expect(silent).toEqual([]);
});

it('has a page to read it', async () => {
  const page = await fetch(`${app.origin}/api/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
});

it('says of every verb that moves a document from which states it goes, to which, by whose hand', () => {
  const moves = (path: string) => (paths[path]!.post as Json)['x-moves'];
  expect(moves('/api/admin/organization/correct/cancel')).toEqual([
    { from: 'REPORTED', to: 'CANCELLED', by: 'any' },
    { from: 'PENDING_AUDIT', to: 'CANCELLED', by: 'maker' },
    { from: 'APPROVED', to: 'CANCELLED', by: 'any' },
  ]);
  expect((paths['/api/admin/organization/artificial_chopping/approve']!.post as Json).description).toBe(
    '状态：待审核 → 执行中（制单人以外的人）。其他情况拒绝，errorcode 1204。',
  );
});
