/** Bodies that come too slowly are given up, so that a few lines cannot be held open by the thousand. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';
import { refused } from './envelope.ts';

/** Files and their parts may take their time; the server's own `requestTimeout` bounds them. */
const takesFiles = (request: FastifyRequest): boolean =>
  /^(multipart\/form-data|application\/octet-stream)/.test(request.headers['content-type'] ?? '');

const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Answers 408 and hangs up when the body of a request is not here after `bodyMs`. */
export function endSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete && request.method !== 'GET' && !takesFiles(request))
      waiting.set(
        request,
        setTimeout(() => {
          const { body } = refused(refuse('MALFORMED', { detail: '内容没有在限定时间内传完' }));
          reply.raw.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
          reply.raw.end(JSON.stringify(body), () => request.raw.destroy());
          reply.hijack();
        }, bodyMs),
      );
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(waiting.get(request));
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    clearTimeout(waiting.get(request));
    done();
  });
  app.addHook('onError', (request, _reply, _error, done) => {
    clearTimeout(waiting.get(request));
    done();
  });
}
