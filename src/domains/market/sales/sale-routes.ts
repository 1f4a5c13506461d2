/** Calls of a shop's tills beside paying; docs/device-protocol.md describes them. */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { signedRoutes } from '../../device/public.server.ts';
import { pickUp } from '../orders/pick-up.ts';
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
    scope.post(
      `${base}/pick`,
      signed(async (known, body, _request, seq) => {
        if (!known.unitActive) return refuse('UNIT_STOPPED');
        if (known.status !== 'ACTIVE' || !known.at.placeActive) return refuse('DEVICE_STOPPED', { state: '停用' });
        if (!Number.isSafeInteger(seq) || seq < 1) return refuse('BAD_RECORD', { detail: 'X-Seq 应为本次取货的序号' });
        const { code } = (body ?? {}) as { code?: unknown };
        if (typeof code !== 'string' || !/^\d{8}$/.test(code))
          return refuse('BAD_RECORD', { detail: 'code 应为 8 位数字' });
        const { organizationId, deviceId } = known.at;
        const answer = await pickUp(services, known.at, code);
        services.deviceSequences.note(organizationId, deviceId, known.epoch, seq);
        return isRefusal(answer) ? answer : { epoch: known.epoch, seq, ...answer };
      }),
    );
  });
}
