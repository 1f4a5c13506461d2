/** What doors ask of the server: the feed of passes, and whether somebody may pass now. */
import type { FastifyInstance } from 'fastify';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { RouteHost } from '../../kit/server/domain.ts';
import { refuse } from '../../kit/server/refusal.ts';
import { signedRoutes } from '../device/public.server.ts';
import { admit } from './passages/admit.ts';
import { passesSince } from './passes/passes-since.ts';

const base = '/api/device/v1';
const mostPasses = 2_000;

export function gateRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      `${base}/passes`,
      signed((known, _body, request) => {
        const query = request.query as Record<string, string | undefined>;
        const since = Number(query.since ?? 0);
        const limit = Number(query.limit ?? 500);
        if (!Number.isSafeInteger(since) || since < 0 || !Number.isSafeInteger(limit) || limit < 1)
          return Promise.resolve(refuse('MALFORMED', { detail: 'since 与 limit 应为整数' }));
        return passesSince(sqlOf(services.db), known.at, since, Math.min(limit, mostPasses));
      }),
    );
    scope.post(
      `${base}/admit`,
      signed((known, body) => admit(services, known.at, body)),
    );
  });
}
