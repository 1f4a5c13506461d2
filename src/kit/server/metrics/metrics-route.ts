/** `GET /metrics` for Prometheus: to whoever holds the token, and without one to the machine itself. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { refused } from '../http/envelope.ts';
import { bearer } from '../http/pages.ts';
import { refuse } from '../refusal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const loopback = /^(::1|(::ffff:)?127\.)/;

/** Asked on this machine by itself: what a proxy passes on comes from elsewhere. */
const fromHere = ({ socket, headers }: FastifyRequest) =>
  loopback.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/** Adds the route; to anybody else there is none. */
export function registerMetrics(app: FastifyInstance, metrics: Registry, token: string | undefined): void {
  const wanted = token === undefined ? undefined : digest(token);
  app.get('/metrics', async (request, reply) => {
    const given = bearer(request);
    const may = wanted ? given !== undefined && timingSafeEqual(digest(given), wanted) : fromHere(request);
    if (!may) {
      const { status, body } = refused(refuse('NOT_FOUND'));
      return reply.status(status).send(body);
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
