/** The API's description, made from the page definitions, and a page to read it. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from '../page/registry.ts';
import { docsHtml } from './docs-page.ts';
import { describeApi } from './openapi.ts';

const script = /<script>([\s\S]*)<\/script>/.exec(docsHtml)![1]!;
const docsPolicy = `default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** GET /api/openapi.json and GET /api/docs; in a closed house neither is there. */
export function registerDocs(app: FastifyInstance, registry: Registry, open: boolean): void {
  if (!open) return;
  let bytes: Buffer | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(describeApi(registry, app.routesSeen)));
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(docsHtml),
  );
}
