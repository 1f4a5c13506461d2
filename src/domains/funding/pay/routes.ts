/** POST /api/pay/callback/{provider} and …/{merchantNo}: open to the channels, believed by signature alone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../kit/server/context.ts';
import { refused } from '../../../kit/server/http/envelope.ts';
import { rateWindow } from '../../../kit/server/http/rate-window.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { takeCallback } from './callback.ts';

/** Callbacks with a bad signature that are noted for one address and minute. */
const mostForged = 30;
const forgedWindowMs = 60_000;

/** Registers the callbacks. Bodies stay as they came: signatures are over their bytes. */
export async function payRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const forged = rateWindow(services.clock, { max: mostForged, windowMs: forgedWindowMs });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    );
    // A unit's own merchant number stands behind the channel's name: what it says is signed with keys of its own.
    type Route = { Params: { provider: string; merchantNo?: string } };
    const heard = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      const { merchantNo } = request.params;
      const channel = request.params.provider.toUpperCase();
      const provider =
        merchantNo === undefined
          ? services.pay.provider(channel)
          : ((await services.pay.direct?.ofNumber(channel, merchantNo)) ?? undefined);
      if (!provider) {
        const { status, body } = refused(refuse('NOT_FOUND'));
        return reply.status(status).send(body);
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
      );
      const body = typeof request.body === 'string' ? request.body : '';
      // Believed ones are always heard, whoever else comes from the same address.
      const answer = await takeCallback(services, provider, { headers, body }, () => forged.take(request.ip));
      if (!answer) {
        const no = refused(refuse('TOO_MANY', { seconds: forgedWindowMs / 1000 }));
        return reply.status(no.status).send(no.body);
      }
      return reply.status(answer.status).type(answer.contentType).send(answer.body);
    };
    scope.post<Route>('/api/pay/callback/:provider', heard);
    scope.post<Route>('/api/pay/callback/:provider/:merchantNo', heard);
  });
}
