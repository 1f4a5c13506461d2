/** Calls of a shop's tills beside paying; docs/device-protocol.md describes them. */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { signedRoutes } from '../../device/public.server.ts';
import { goodsSince } from './goods-list.ts';

const base = '/api/device/v1';
const mostGoods = 2_000;

export function saleRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      `${base}/goods`,
      signed(async (known, _body, request) => {
        const query = request.query as Record<string, string | undefined>;
        const since = Number(query.since ?? 0);
        const limit = Number(query.limit ?? 500);
        if (!Number.isSafeInteger(since) || since < 0 || !Number.isSafeInteger(limit) || limit < 1)
          return refuse('MALFORMED', { detail: 'since 与 limit 应为整数' });
        return goodsSince(services, known.at, since, Math.min(limit, mostGoods));
      }),
    );
  });
}
