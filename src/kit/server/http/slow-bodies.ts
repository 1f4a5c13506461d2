/** Bodies that come too slowly are given up, so that a few lines cannot be held open by the thousand. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';
import { refused } from './envelope.ts';

/** Files and their parts may take their time, where files are taken; the server's own `requestTimeout` bounds them. */
const takesFiles = (request: FastifyRequest): boolean => request.routeOptions.config.takesFiles === true;

/** Answers 408 and hangs up when the body of a request is not here after `bodyMs`. */
export function endSlowBodies(app: FastifyInstance, bodyMs: number): void {
  /** Since when, by performance.now(). All have the same time, so the oldest comes first; one timer serves them all. */
  const waiting = new Map<FastifyRequest, { reply: FastifyReply; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
    const { body } = refused(refuse('MALFORMED', { detail: '内容没有在限定时间内传完' }));
    reply.raw.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    reply.raw.end(JSON.stringify(body), () => request.raw.destroy());
    reply.hijack();
  };
  const sweep = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const [request, { reply, since }] of waiting) {
      const left = since + bodyMs - now;
      if (left > 0) {
        timer = setTimeout(sweep, left).unref();
        return;
      }
      waiting.delete(request);
      if (!reply.raw.headersSent) giveUp(request, reply);
    }
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete && request.method !== 'GET' && !takesFiles(request)) {
      waiting.set(request, { reply, since: performance.now() });
      if (!timer) timer = setTimeout(sweep, bodyMs).unref();
    }
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    waiting.delete(request);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    waiting.delete(request);
    done();
  });
  app.addHook('onError', (request, _reply, _error, done) => {
    waiting.delete(request);
    done();
  });
}
