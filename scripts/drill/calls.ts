/** What a clerk asks over HTTP while servers come and go: another server is asked until one answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword } from '../../src/domains/identity/public.server.ts';

export interface Clerk {
  /** Calls a verb; the answer's data. @throws on a refusal. */
  post<T>(path: string, body: object | FormData): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** The bytes at an address. */
  fetch(path: string): Promise<Buffer>;
}

const tries = 300;

/** Signs the account in at whichever server is there. Forms carry keys: asked twice, they act once. */
export async function clerk(origins: readonly string[], account: string): Promise<Clerk> {
  let turn = 0;
  let token = '';
  const reach = async (path: string, init: RequestInit): Promise<Response> => {
    for (let left = tries; ; left -= 1) {
      const reply = await fetch(`${origins[turn % origins.length]}${path}`, {
        ...init,
        headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
      if (reply && reply.status < 500) return reply;
      if (left === 0) throw new Error(`${path}: no server answers`);
      turn += 1;
      await pause(200);
    }
  };
  const envelope = async <T>(path: string, init: RequestInit): Promise<T> => {
    const reply = await reach(`/api${path}`, init);
    const said = (await reply.json()) as { errorcode: number; errormsg: string; data: T; token?: string };
    if (said.errorcode !== 0) throw new Error(`${path}: ${said.errormsg}`);
    token = said.token ?? token;
    return said.data;
  };
  const post = <T>(path: string, body: object | FormData): Promise<T> => {
    const form = body instanceof FormData;
    const headers: Record<string, string> = form ? {} : { 'content-type': 'application/json' };
    return envelope<T>(path, { method: 'POST', headers, body: form ? body : JSON.stringify(body) });
  };
  await post('/admin/login', { account, password: demoPassword });
  return {
    post,
    get: (path) => envelope(path, {}),
    fetch: async (path) => {
      const reply = await reach(path, {});
      if (!reply.ok) throw new Error(`${path}: HTTP ${reply.status}`);
      return Buffer.from(await reply.arrayBuffer());
    },
  };
}
