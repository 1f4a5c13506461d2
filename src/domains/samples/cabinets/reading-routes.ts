/** POST /readings: what a cabinet's sensor read, minute by minute; docs/device-protocol.md describes it. */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { signedRoutes } from '../../device/public.server.ts';
import { readReadings } from './read-body.ts';
import { takeReadings } from './take-readings.ts';

export function readingRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.post(
      '/api/device/v1/readings',
      signed(async (known, body) => {
        if (!known.unitActive) return refuse('UNIT_STOPPED');
        const { organizationId, deviceId } = known.at;
        const { rows } = await services.pool.query<{ kind: string }>(
          `select t.kind from device d join device_type t on t.id = d.type_id where d.organization_id = $1 and d.id = $2`,
          [organizationId, deviceId],
        );
        if (rows[0]?.kind !== 'SAMPLE_CABINET') return refuse('NO_CABINET');
        const readings = readReadings(body, services.clock.now());
        return isRefusal(readings) ? readings : takeReadings(services, { organizationId, deviceId }, readings);
      }),
    );
  });
}
