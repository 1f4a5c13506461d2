/** `/`: leads to the home page of whoever is signed in, or to /login. */
import { useEffect } from 'react';
import { call } from '../http/client.ts';
import { storedToken } from '../http/token.ts';

interface SessionAnswer {
  session?: { admin?: unknown };
}

/** Where `/` leads. A session the server does not confirm means signing in. */
export async function entryTarget(): Promise<string> {
  if (!storedToken()) return '/login';
  try {
    const answer = (await call('/admin/platform/employee/get_session', undefined, {
      anonymous: true,
    })) as SessionAnswer;
    return answer.session?.admin ? '/admin' : '/login';
  } catch {
    return '/login';
  }
}

export function Entry({ go }: { go(path: string): void }) {
  useEffect(() => {
    void entryTarget().then(go);
  }, [go]);
  return (
    <div className="oc-full-loading" role="status">
      <span className="oc-spinner" />
      正在进入…
    </div>
  );
}
