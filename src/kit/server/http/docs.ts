/** The API's description, made from the page definitions, and a page to read it. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from '../page/registry.ts';
import { docsHtml } from './docs-page.ts';
import { describeApi } from './openapi.ts';

/** GET /api/openapi.json and GET /api/docs. */
export function registerDocs(app: FastifyInstance, registry: Registry): void {
  let description: unknown;
  app.get('/api/openapi.json', async () => {
    description ??= describeApi(registry, app.routesSeen);
    return description;
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsHtml));
}
