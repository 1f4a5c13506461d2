/** Calls of the console's API, as the clerk who sets the terminals up would make them. */

export interface Clerk {
  /** POST /api{path}/{verb}. @throws with the server's message when it is refused. */
  call<T>(path: string, verb: string, body?: Record<string, unknown>): Promise<T>;
}

interface Envelope {
  errorcode: number;
  errormsg: string;
  data: unknown;
  token?: string;
}

/**
 * Signs in.
 * @throws with the server's message when it is refused.
 */
export async function signIn(url: string, account: string, password: string): Promise<Clerk> {
  let token = '';
  const post = async (path: string, body: unknown): Promise<Envelope> => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as Envelope;
    if (envelope.token) token = envelope.token;
    return envelope;
  };
  const signed = await post('/admin/login', { account, password });
  if (signed.errorcode !== 0) throw new Error(`${account} 登录失败：${signed.errormsg}`);
  return {
    call: async <T>(path: string, verb: string, body: Record<string, unknown> = {}) => {
      const answer = await post(`${path}/${verb}`, body);
      if (answer.errorcode !== 0) throw new Error(`${path}/${verb}：${answer.errormsg}`);
      return answer.data as T;
    },
  };
}

export interface Listed<T> {
  rows: T[];
  total: number;
}

/** All rows of a list, page by page. */
export async function everyRow<T>(clerk: Clerk, path: string, search: Record<string, unknown> = {}): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const part = await clerk.call<Listed<T>>(path, 'query', { page, size: 100, search });
    rows.push(...part.rows);
    if (part.rows.length < 100) return rows;
  }
}
