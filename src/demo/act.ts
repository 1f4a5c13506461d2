/** Does what a clerk would do: the same commands as over HTTP, under a real account's session. */

import { loadSession } from '../domains/identity/public.server.ts';
import type { Ctx, Services } from '../kit/server/context.ts';
import { dispatch } from '../kit/server/page/dispatch.ts';
import { makeContext } from '../kit/server/page/make-context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';

export interface Actor {
  ctx(path: string, requestKey?: string): Ctx;
  /** Calls a page's verb; a refusal is a fault of the demo data and throws. */
  call<T = { id: number }>(path: string, verb: string, body: Record<string, unknown>, requestKey?: string): Promise<T>;
}

/** An actor for an account's membership; null for the super administrator. */
export async function actAs(services: Services, accountId: number, employeeId: number | null): Promise<Actor> {
  const session = await loadSession(services, accountId, employeeId);
  if (isRefusal(session)) throw new Error(`demo account ${accountId}: ${refusalMessage(session)}`);
  const own = { ...session, tokenHash: '' };
  const ctx = (path: string, requestKey?: string) => makeContext(services, own, path, { ip: '127.0.0.1', requestKey });
  return {
    ctx,
    call: async <T>(path: string, verb: string, body: Record<string, unknown>, requestKey?: string) => {
      const entry = services.registry.at(path);
      if (!entry) throw new Error(`demo: no page at ${path}`);
      const answer = await dispatch(services.registry, entry, verb, ctx(path, requestKey), body);
      if (answer === undefined) throw new Error(`demo: no ${verb} at ${path}`);
      if (isRefusal(answer)) throw new Error(`demo: ${path}/${verb}: ${refusalMessage(answer)}`);
      return answer as T;
    },
  };
}
