/** Identity's calls that are no page's verbs: sign-in and the shell's own, in exactly the shapes the console reads. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Session } from '../../kit/server/context.ts';
import type { RouteHost } from '../../kit/server/domain.ts';
import { refused } from '../../kit/server/http/envelope.ts';
import { bearer, send, signedIn } from '../../kit/server/http/pages.ts';
import { isRefusal, type Refusal, refuse } from '../../kit/server/refusal.ts';
import { loginNameTaken } from './accounts/create-account.ts';
import { answerAtSignIn } from './invitations/answer-at-sign-in.ts';
import { adminFacts, adminInfo } from './sessions/admin-info.ts';
import { identitiesOf } from './sessions/identities.ts';
import { signOut } from './sessions/sign-out.ts';
import { switchIdentity } from './sessions/switch-identity.ts';
import type { Origin } from './sessions/tokens.ts';
import { deviceCookieSeconds, deviceToken } from './sign-in/known-devices.ts';
import { signIn } from './sign-in/sign-in.ts';

const loginBody = z.object({
  account: z.string().trim().min(1).max(64),
  password: z.string().min(1).max(200),
  code: z.string().trim().max(10).nullish(),
});

const switchQuery = z.object({ id: z.coerce.number().int().positive(), type: z.string().max(20) });

const invitationBody = z.object({
  ticket: z.string().max(100),
  id: z.number().int().positive(),
  version: z.number().int().positive(),
  accept: z.boolean(),
});

const verifyBody = z.object({ loginName: z.string().trim().min(1).max(64) });

const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** Fields beside `errorcode` that are not under `data`: several of the console's calls want them so. */
function sendFlat(reply: FastifyReply, facts: Record<string, unknown> | Refusal, token?: string): FastifyReply {
  if (isRefusal(facts)) {
    const { status, body } = refused(facts);
    return reply.status(status).send(body);
  }
  return reply.send({ errorcode: 0, errormsg: '', ...(token ? { token } : {}), ...facts });
}

type Answer = (session: Session, request: FastifyRequest) => Promise<Record<string, unknown> | Refusal>;

/** Registers them. */
export function identityRoutes(app: FastifyInstance, { services, auth }: RouteHost): void {
  const forSession = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await signedIn(auth, request);
    if (isRefusal(who)) return sendFlat(reply, who);
    return sendFlat(reply, await answer(who.session, request), who.token);
  };

  app.post('/api/admin/login', async (request, reply) => {
    const body = loginBody.safeParse(request.body ?? {});
    if (!body.success) return send(reply, refuse('BAD_CREDENTIALS'));
    const { account, password, code } = body.data;
    if (`${account}${password}`.includes('\u0000')) return send(reply, refuse('BAD_CREDENTIALS'));
    const device = deviceToken(request.headers.cookie);
    const result = await signIn(services, { account, password, code: code || null, device, ...originOf(request) });
    if (isRefusal(result) || 'ticket' in result) return send(reply, result);
    const kept = `device=${result.device}; Path=/api/admin/login; Max-Age=${deviceCookieSeconds}; HttpOnly; SameSite=Strict`;
    return send(
      reply.header('set-cookie', request.protocol === 'https' ? `${kept}; Secure` : kept),
      result.data,
      result.token,
    );
  });

  app.post(
    '/api/admin/login/invitation',
    { config: { summary: '登录时答复加入单位的邀请' } },
    async (request, reply) => {
      const body = invitationBody.safeParse(request.body ?? {});
      if (!body.success) return send(reply, refuse('INVITATION_OVER'));
      const { ticket, ...answer } = body.data;
      const result = await answerAtSignIn(services, ticket, answer, originOf(request));
      return isRefusal(result) ? send(reply, result) : send(reply, null, result.token ?? undefined);
    },
  );

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearer(request);
    if (token) await signOut(services, token);
    return sendFlat(reply, {});
  };
  app.get('/api/admin/logout', logout);
  app.post('/api/admin/logout', logout);

  app.post(
    '/api/admin/get_admin_info_in_session',
    forSession(async (session) => ({ data: await adminInfo(services, session) })),
  );
  app.post(
    '/api/admin/platform/employee/get_session',
    forSession(async (session) => {
      const { belong, ...facts } = await adminFacts(services, session);
      return { session: { admin: { ...facts, ...(belong ? { type: belong.type, belong } : {}) } } };
    }),
  );
  app.post(
    '/api/admin/common/verify_login_name',
    forSession(async (_session, request) => {
      const body = verifyBody.safeParse(request.body ?? {});
      const taken = body.success && (await loginNameTaken(services.db, body.data.loginName));
      return { success: !taken, errormsg: taken ? '登录名已被使用' : '' };
    }),
  );
  app.get(
    '/api/admin/agent/employee/display_role',
    forSession(async (session) => ({ data: { name: session.unitName ?? '超级管理员' } })),
  );
  app.get(
    '/api/admin/agent/employee/switch_identity',
    forSession(async (session) => ({ obj: (await identitiesOf(services, session.accountId)).identities })),
  );
  app.get(
    '/api/admin/agent/employee/Change_user_token',
    forSession(async (session, request) => {
      const query = switchQuery.safeParse(request.query);
      if (!query.success) return refuse('IDENTITY_UNKNOWN');
      return switchIdentity(services, session, query.data.id, query.data.type, originOf(request));
    }),
  );
}
