/** The HTTP server: envelope for every outcome, static console, health. No business in here. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '../context.ts';
import { isDatabaseAway } from '../db/away.ts';
import { diskRefusals, isDiskFull } from '../files/disk-room.ts';
import { refuse } from '../refusal.ts';
import { numberOf, underRequest } from '../request-id.ts';
import { drainOnClose } from './drain.ts';
import { refused } from './envelope.ts';
import { apiHeaders, type PageSources, pageHeaders, strictTransport } from './security-headers.ts';
import { endSlowBodies } from './slow-bodies.ts';

/** A route as registered, for the API's description. */
export interface SignedRoute {
  /** Under which heading the API's description lists it. */
  tag: string;
  /** Schema of the body's properties; all of `required` must be sent. */
  body?: Record<string, object>;
  required?: readonly string[];
}

export interface RouteSeen {
  method: string;
  url: string;
  /** What it is for, in the integrator's words: `{config: {summary: '…'}}` of the route. */
  summary: string | undefined;
  /** Signed with five headers instead of a token, under these words, with this body. */
  signed: SignedRoute | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    routesSeen: readonly RouteSeen[];
  }
  interface FastifyContextConfig {
    summary?: string;
    signed?: SignedRoute;
  }
}

export interface AppOptions {
  log: Log;
  /** Peers whose word on the caller's address is taken; nobody's otherwise. */
  trustProxy?: readonly string[];
  /** Directory of the built console; absent in API-only tests. */
  consoleDir?: string;
  health: () => Promise<{ ok: boolean } & Record<string, unknown>>;
  /** Whether a balancer may send requests here. */
  ready: () => Promise<boolean>;
  /** What pages may load besides the server's own files. */
  sources?: PageSources;
  /** Milliseconds a body may take; 20,000 unless a test asks for less. */
  bodyTimeoutMs?: number;
}

/** PostgreSQL: a byte sequence or escape its texts and JSON cannot hold. */
const unstorable = new Set(['22021', '22P05']);
/** No field has such a name; as one, it would shadow what every object can do, and break whoever compares it. */
const hostileKeys = /"(?:toString|valueOf|toJSON|__proto__)"\s*:/;
const bodyLimitBytes = 2 * 1024 * 1024;
/** A body of 2 MB over a poor line is here by then. */
const bodyTimeoutMs = 20_000;
/** A whole request, the largest upload over a poor line included. */
const requestTimeoutMs = 10 * 60_000;

/** A Fastify instance with the house's error handling; routes are added by the caller before `ready`. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: [...(options.trustProxy ?? [])],
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    // An address that cannot be read comes before any route.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const { body } = refused(refuse('MALFORMED', { detail: '无法读取请求地址' }));
      void reply.status(400).send(body);
    },
  });

  drainOnClose(app);
  endSlowBodies(app, options.bodyTimeoutMs ?? bodyTimeoutMs);

  // Once the body is read: what its chunks wake up belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => underRequest(String(request.id), done));

  const routes: RouteSeen[] = [];
  app.decorate('routesSeen', routes);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      routes.push({ method: one, url, summary: config?.summary, signed: config?.signed });
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) {
      const { body } = refused(refuse('TOO_LARGE', { limit: '请求内容 2 MB' }));
      return reply.status(400).send(body);
    }
    if (status === 429 || status === 503) {
      const { body } = refused(refuse('BUSY'));
      return reply.status(status).send(body);
    }
    if (status >= 400 && status < 500) {
      const { body } = refused(refuse('MALFORMED', { detail: '无法读取请求内容' }));
      return reply.status(400).send(body);
    }
    // A character no text can hold (0x00), in a place that had no field to say so.
    if (unstorable.has(String(error.code))) {
      const { body } = refused(refuse('MALFORMED', { detail: '含有不可用的字符' }));
      return reply.status(400).send(body);
    }
    if (isDatabaseAway(error)) {
      options.log.error('database away', { url: request.url, error: error.message });
      const { body } = refused(refuse('BUSY'));
      return reply.status(503).header('retry-after', '1').send(body);
    }
    if (isDiskFull(error)) {
      options.log.error('disk full', { url: request.url, error: error.message });
      const { status: full, body } = refused(refuse(diskRefusals.DISK_LOW, { what: '写入文件' }));
      return reply.status(full).header('retry-after', '1').send(body);
    }
    const reference = numberOf(String(request.id));
    options.log.error('request failed', { url: request.url, reference, error: error.stack ?? String(error) });
    return reply
      .status(500)
      .send({ errorcode: 5000, errormsg: `服务异常，请稍后再试（编号 ${reference}）`, data: null });
  });

  app.setNotFoundHandler((request, reply) => {
    if (
      options.consoleDir &&
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !/\.\w+$/.test(request.url.split('?')[0]!)
    )
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').sendFile('index.html');
    const { body } = refused(refuse('NOT_FOUND'));
    return reply.status(404).send(body);
  });

  const ofPages = pageHeaders(options.sources ?? { imageHost: '', maps: false });
  // Without a promise: it runs once for every answer, those to terminals too.
  app.addHook('onSend', (request, reply, payload, done) => {
    const headers = request.url.startsWith('/api/') ? apiHeaders : ofPages;
    // A route that says otherwise (a file, the reference page) knows better.
    for (const name in headers) if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    done(null, payload);
  });

  // A bodiless POST is an empty object: several of the console's calls carry no payload.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {});
    if (hostileKeys.test(text as string)) return done(Object.assign(new Error('hostile keys'), { statusCode: 400 }));
    try {
      done(null, JSON.parse(text as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });

  app.get('/health', async (_request, reply) => {
    const health = await options.health();
    return reply.status(health.ok ? 200 : 503).send(health);
  });
  app.get('/health/ready', async (_request, reply) => {
    const ok = await options.ready();
    return reply.status(ok ? 200 : 503).send({ ok });
  });

  if (options.consoleDir && existsSync(join(options.consoleDir, 'index.html')))
    await app.register(fastifyStatic, {
      root: options.consoleDir,
      index: ['index.html'],
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  return app;
}
