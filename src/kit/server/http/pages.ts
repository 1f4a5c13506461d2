/** Registers `POST /api{page path}/{verb}` for every page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { areaOf } from '../../define/page.ts';
import type { Ctx, Services, Session } from '../context.ts';
import { dispatch } from '../page/dispatch.ts';
import { makeContext } from '../page/make-context.ts';
import type { Registry } from '../page/registry.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { answer, refused } from './envelope.ts';

/** Finds the session of a bearer token; may answer a fresh token that replaces it. */
export interface Authenticator {
  /** `background`: asked by a timer, not by a person, so it does not keep an idle session alive. */
  authenticate(
    token: string,
    ip: string,
    background?: boolean,
  ): Promise<{ session: Session; token?: string } | Refusal>;
}

/** A handler's answer that is a file instead of the envelope. */
export interface FileAnswer {
  file: { name: string; type: string; content: Buffer };
}

const isFile = (v: unknown): v is FileAnswer =>
  typeof v === 'object' && v !== null && 'file' in v && Buffer.isBuffer((v as FileAnswer).file?.content);

/** The bearer token of a request. */
export function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() || undefined : undefined;
}

/** Builds the context of a signed-in request. */
export function contextOf(services: Services, session: Session, request: FastifyRequest, path: string): Ctx {
  const key = request.headers['x-request-key'];
  return makeContext(services, session, path, {
    ip: request.ip,
    requestKey: typeof key === 'string' && /^[\w-]{8,80}$/.test(key) ? key : undefined,
  });
}

/** Signs a request in, or answers the refusal. Stores a rotated token on the reply's envelope. */
export async function signedIn(
  auth: Authenticator,
  request: FastifyRequest,
): Promise<{ session: Session; token?: string } | Refusal> {
  const token = bearer(request);
  return token
    ? auth.authenticate(token, request.ip, request.headers['x-background'] === '1')
    : refuse('NOT_SIGNED_IN');
}

/** Sends a result in the envelope (or as a file), with a rotated token when there is one. */
export function send(reply: FastifyReply, result: unknown, token?: string): FastifyReply {
  if (isFile(result))
    return reply
      .type(result.file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(result.file.name)}`)
      .send(result.file.content);
  const { status, body } = answer(result);
  if (status === 503) reply.header('retry-after', '1');
  return reply.status(status).send(token ? { ...body, token } : body);
}

/** Adds the route; unknown pages and verbs are 404 in the envelope. */
export function registerPages(app: FastifyInstance, services: Services, registry: Registry, auth: Authenticator): void {
  app.post('/api/*', async (request, reply) => {
    const who = await signedIn(auth, request);
    if (isRefusal(who)) {
      const { status, body } = refused(who);
      return reply.status(status).send(body);
    }
    const url = `/${(request.params as { '*': string })['*']}`;
    const cut = url.lastIndexOf('/');
    const entry = registry.at(url.slice(0, cut));
    const verb = url.slice(cut + 1);
    if (!entry) return send(reply, refuse('NOT_FOUND'), who.token);
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body))
      return send(reply, refuse('MALFORMED', { detail: '应为 JSON 对象' }), who.token);
    if (who.session.mustChangePassword && areaOf(entry.path) !== 'admin')
      return send(reply, refuse('NOT_PERMITTED', { what: '请先修改初始密码' }), who.token);
    const result = await dispatch(
      registry,
      entry,
      verb,
      contextOf(services, who.session, request, entry.path),
      body as Record<string, unknown>,
    );
    return send(reply, result === undefined ? refuse('NOT_FOUND') : result, who.token);
  });
}
