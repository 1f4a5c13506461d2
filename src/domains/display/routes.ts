/** What native screens ask of the server: the board as it stands now, signed as all calls of terminals. */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../kit/server/domain.ts';
import { refuse } from '../../kit/server/refusal.ts';
import { signedRoutes } from '../device/public.server.ts';
import { displayRefusals } from './refusals.ts';
import { readBoard } from './screens/read-board.ts';

export function screenRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      '/api/device/v1/screen',
      signed(async ({ at: { organizationId, deviceId, name } }) => {
        const board = await readBoard(services, organizationId, deviceId);
        return board ? { ...board, time: services.clock.now() } : refuse(displayRefusals.NOT_A_SCREEN, { name });
      }),
    );
  });
}
