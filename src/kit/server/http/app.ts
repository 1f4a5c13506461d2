/** The HTTP server: envelope for every outcome, static console, health. No business in here. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '../context.ts';
import { refuse } from '../refusal.ts';
import { underRequest } from '../request-id.ts';
import { drainOnClose } from './drain.ts';
import { refused } from './envelope.ts';
import { errorAnswer } from './error-answer.ts';
import { type PlainLines, plainLines } from './plain-lines.ts';
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
    plainLines: PlainLines;
  }
  interface FastifyContextConfig {
    summary?: string;
    /** Bodies are files, which may take their time. */
    takesFiles?: boolean;
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

  const lines = plainLines(app.server, (error, url, id) => errorAnswer(error, { url, id }, options.log));
  app.decorate('plainLines', lines);
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
    const {
      status,
      headers = {},
      body,
    } = errorAnswer(error, { url: request.url, id: String(request.id) }, options.log);
    return reply.status(status).headers(headers).send(body);
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
