/** Counts what the server is asked: how long answers take, by route and verb, and what is refused, by code. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Seconds. A swipe takes milliseconds, a report tenths, an import check longer. */
const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const head = '{"errorcode":';

/** The code of an envelope in its text; 0 of a success and of what is no envelope. */
export function codeIn(payload: unknown): number {
  if (typeof payload !== 'string' || !payload.startsWith(head)) return 0;
  return Number.parseInt(payload.slice(head.length, head.length + 8), 10) || 0;
}

/** Hooks into every answer of `app`. */
export function watchRequests(app: FastifyInstance, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'onecard_http_request_seconds',
    help: 'Time to answer, by route; pages by verb',
    labelNames: ['route', 'verb', 'status'],
    buckets,
    registers: [metrics],
  });
  const refusals = new Counter({
    name: 'onecard_refusals_total',
    help: 'Answers with an errorcode other than 0, by code and route',
    labelNames: ['code', 'route'],
    registers: [metrics],
  });
  const routeOf = (url: string | undefined) => url ?? 'none';

  const countRefusal = (route: string, payload: unknown) => {
    const code = codeIn(payload);
    if (code !== 0) refusals.inc({ code: String(code), route });
  };

  app.addHook('onSend', (request, _reply, payload, done) => {
    countRefusal(routeOf(request.routeOptions.url), payload);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url);
    // Only what there is has a name: whoever asks for what there is not makes no new series.
    const found = route === '/api/*' && reply.statusCode < 300;
    const verb = found ? request.url.slice(request.url.lastIndexOf('/') + 1) : '';
    seconds.observe({ route, verb, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
    done();
  });
  app.plainLines.watch(({ url, status, text, seconds: took }) => {
    countRefusal(url, text);
    seconds.observe({ route: url, verb: '', status: String(status) }, took);
  });
}
