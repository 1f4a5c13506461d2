/** The device API v1 under /api/device/v1: time and pairing in the open, everything else signed. See docs/device-protocol.md. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../kit/server/context.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { type Answer, answer } from '../../../kit/server/http/envelope.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { cardListSince } from '../../people/public.server.ts';
import { offerApp } from '../apps/offer-app.ts';
import { sendPackage } from '../apps/send-package.ts';
import type { KnownDevice } from '../directory.ts';
import { fetchDoc } from '../docs/deliver-docs.ts';
import { postEvents } from '../events/post-events.ts';
import { announceMedia } from '../media/announce-media.ts';
import { takeMediaPart } from '../media/take-media-part.ts';
import { pair } from '../pairing.ts';
import { consumeOnline } from './consume.ts';
import { FilePart } from './file-part.ts';
import { heartbeat } from './heartbeat.ts';
import { openSigned, parseBody, type Signers } from './open-signed.ts';
import { answerFaces, answerPushes, pushesFor, pushPicture } from './pushes.ts';
import type { Signer } from './signature.ts';
import { uploadRecords } from './upload.ts';

const base = '/api/device/v1';
const mostEntries = 2_000;

type Handler<S> = (known: S, body: unknown, request: FastifyRequest, seq: number) => Promise<unknown>;

/** When to come again, where that is the answer. */
const again: Readonly<Record<number, Answer['headers']>> = {
  503: { 'retry-after': '1' },
  429: { 'retry-after': '60' },
};

function answerOf(result: unknown): Answer {
  const { status, body } = answer(result);
  const headers = again[status];
  return headers ? { status, body, headers } : { status, body };
}

function send(reply: FastifyReply, result: unknown): FastifyReply {
  const { status, body, headers } = answerOf(result);
  if (headers) reply.headers(headers);
  return reply.status(status).send(body);
}

type Routed = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Registers routes in a scope of their own, where bodies stay bytes until their signature is checked; `signed` checks it
 * against the key of whoever X-Device names, and hands the handler what the body says, or its `bytes`.
 */
export function signedBy<S extends Signer>(
  app: FastifyInstance,
  { services }: Pick<RouteHost, 'services'>,
  signers: Signers<S>,
  register: (scope: FastifyInstance, signed: (handler: Handler<S>, bytes?: 'bytes') => Routed) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    register(scope, (handler, bytes) => async (request, reply) => {
      const { method, url, headers, body } = request;
      const opened = await openSigned(services, signers, { method, url, headers, body: body as Buffer }, bytes);
      if (isRefusal(opened)) return send(reply, opened);
      const told = await handler(opened.known, opened.body, request, opened.seq);
      return told instanceof FilePart ? told.send(reply) : send(reply, told);
    });
  });
}

const terminals = (services: Services): Signers<KnownDevice> => ({
  find: (id) => services.devices.find(id),
  unknown: 'DEVICE_UNKNOWN',
});

/** Routes of terminals, signed with their keys. */
export function signedRoutes(
  app: FastifyInstance,
  host: Pick<RouteHost, 'services'>,
  register: (scope: FastifyInstance, signed: (handler: Handler<KnownDevice>, bytes?: 'bytes') => Routed) => void,
): void {
  signedBy(app, host, terminals(host.services), register);
}

/** The device domain's own routes. */
export function deviceRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(`${base}/time`, async (_request, reply) => send(reply, { time: services.clock.now() }));

    scope.post(`${base}/pair`, async (request, reply) => {
      const body = parseBody(request.body as Buffer | undefined) as Record<string, unknown>;
      const { sn, pairingCode } = body ?? {};
      if (typeof sn !== 'string' || sn.length > 64 || typeof pairingCode !== 'string' || !/^\d{8}$/.test(pairingCode))
        return send(reply, refuse('PAIRING_FAILED'));
      const paired = await pair(services, sn, pairingCode, request.ip);
      return send(reply, isRefusal(paired) ? paired : { ...paired, time: services.clock.now() });
    });

    scope.post(
      `${base}/heartbeat`,
      signed((known, body, request) => heartbeat(services, known, body, request.ip)),
    );

    scope.get(
      `${base}/people`,
      signed(async (known, _body, request) => {
        const query = request.query as Record<string, string | undefined>;
        const since = Number(query.since ?? 0);
        const limit = Number(query.limit ?? 500);
        if (!Number.isSafeInteger(since) || since < 0 || !Number.isSafeInteger(limit) || limit < 1)
          return refuse('MALFORMED', { detail: 'since 与 limit 应为整数' });
        const pushes = await pushesFor(services, known, query.pushes);
        if (isRefusal(pushes)) return pushes;
        const part = await cardListSince(services.pool, known.at.organizationId, since, Math.min(limit, mostEntries));
        return { ...part, ...pushes };
      }),
    );

    scope.get(
      `${base}/face`,
      signed((known, _body, request) => pushPicture(services, known, (request.query as { push?: string }).push)),
    );
    scope.post(
      `${base}/pushes`,
      signed((known, body, request) => answerPushes(services, known, body, String(request.headers['x-signature']))),
    );
    scope.post(
      `${base}/faces`,
      signed((known, body) => answerFaces(services, known, body)),
    );

    scope.post(
      `${base}/consume`,
      signed((known, body, _request, seq) => consumeOnline(services, known, seq, body)),
    );
    const signers = terminals(services);
    // What terminals ask nearly always, answered without the server's machinery where it comes in its plainest form.
    app.plainLines.post(`${base}/consume`, async ({ url, headers, body: sent }) => {
      const opened = await openSigned(services, signers, { method: 'POST', url, headers, body: sent });
      if (isRefusal(opened)) return answerOf(opened);
      return answerOf(await consumeOnline(services, opened.known, opened.seq, opened.body));
    });
    scope.post(
      `${base}/records`,
      signed((known, body) => uploadRecords(services, known, body)),
    );
    scope.get(
      `${base}/doc`,
      signed((known, _body, request) => fetchDoc(services, known, request.query as Record<string, string | undefined>)),
    );
    scope.get(
      `${base}/app`,
      signed((known, _body, request) => offerApp(services, known, (request.query as { build?: string }).build)),
    );
    scope.get(
      `${base}/app/package`,
      signed((known, _body, request) =>
        sendPackage(services, known, (request.query as { id?: string }).id, request.headers.range),
      ),
    );
    scope.post(
      `${base}/events`,
      signed((known, body) => postEvents(services, known, body)),
    );
    scope.post(
      `${base}/media`,
      signed((known, body) => announceMedia(services, known, body)),
    );
    scope.put(
      `${base}/media/:id`,
      signed((known, body, request) => {
        const { id } = request.params as { id: string };
        const { offset } = request.query as { offset?: string };
        return takeMediaPart(services, known, { id, offset, content: body as Buffer });
      }, 'bytes'),
    );
  });
}
